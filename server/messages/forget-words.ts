import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { discardSentUploads } from "../uploads/discard-sent-uploads.ts";

/** Messages per transaction. */
const BATCH = 500;
const FIRST = "00000000-0000-0000-0000-000000000000";
const FILES: readonly string[] = ["image", "audio", "video", "document"];

/** Selects messages of these contacts, and every message in these conversations. */
export type Whose = { clientIds: readonly string[]; convIds: readonly string[] };

export function countMessagesOf(ctx: Ctx, whose: Whose): Promise<number> {
  return ctx.db.message.count({ where: { workspaceId: ctx.workspaceId, ...of(whose) } });
}

/**
 * Empties the next batch of a person's messages. It deletes text, files, earlier versions, reactions, addresses, provider ids and
 * provider errors. The row keeps type, time, author and outcome, because reports count them.
 * @param tx the open transaction.
 * @param after the id of the last message already emptied; null at the start.
 * @returns how many messages were emptied, and the id to continue from; null: no more are left.
 */
export async function forgetWords(
  tx: Ctx,
  whose: Whose,
  after: string | null,
): Promise<{ count: number; next: string | null }> {
  const { workspaceId } = tx;
  const messages = await tx.db.message.findMany({
    where: { workspaceId, id: { gt: after ?? FIRST }, ...of(whose) },
    select: { id: true, type: true, content: true, integrationId: true, externalMessageId: true },
    orderBy: { id: "asc" },
    take: BATCH,
  });
  const ids = messages.map(({ id }) => id);
  const place = { workspaceId, messageId: { in: ids } };
  const versions = await tx.db.messageVersion.findMany({ where: place, select: { content: true } });
  await tx.db.messageVersion.deleteMany({ where: place });
  await tx.db.messageReaction.deleteMany({ where: place });
  await tx.db.mediaCopy.deleteMany({ where: place });
  await tx.db.sendAttempt.updateMany({
    where: place,
    data: { externalMessageId: null, error: null, errorSaid: Prisma.DbNull },
  });
  for (const { integrationId, externalMessageId } of messages) {
    if (externalMessageId === null) continue;
    await tx.db.parkedStatus.deleteMany({ where: { workspaceId, integrationId, externalMessageId } });
  }
  await emptyMessages(tx, ids);
  await discardSentUploads(tx, [
    ...messages.flatMap(({ type, content }) => (FILES.includes(type) ? [content] : [])),
    ...versions.map(({ content }) => content),
  ]);
  return { count: messages.length, next: messages.length === BATCH ? (ids.at(-1) ?? null) : null };
}

async function emptyMessages(tx: Ctx, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  const named = { workspaceId, id: { in: [...ids] } };
  await tx.db.message.updateMany({ where: { ...named, removedAt: null }, data: { removedAt: tx.now } });
  await tx.db.message.updateMany({
    where: named,
    data: {
      content: "",
      contentSaid: Prisma.DbNull,
      writerName: null,
      caption: null,
      error: null,
      errorSaid: Prisma.DbNull,
      externalMessageId: null,
      address: null,
      replyContext: Prisma.DbNull,
      template: Prisma.DbNull,
      raw: Prisma.DbNull,
      sourceType: null,
      sourceUrl: null,
      ad: Prisma.DbNull,
      pinnedAt: null,
      pinnedBy: null,
    },
  });
}

function of({ clientIds, convIds }: Whose): Prisma.MessageWhereInput {
  return { OR: [{ clientId: { in: [...clientIds] } }, { convId: { in: [...convIds] } }] };
}
