import type { InboundChange } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { changedMessage, emitMessageChanged } from "./changed-message.ts";
import { forgetMedia } from "./forget-media.ts";
import type { Arrival } from "./not-yet.ts";

/**
 * A message that its sender took back: it stays in its place, without what it said, what it said before, and its file.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeDeletion(
  ctx: Ctx,
  integration: Pick<Integration, "id">,
  { externalMessageId, at }: Extract<InboundChange, { kind: "deletion" }>,
  arrival: Arrival,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const message = await changedMessage(tx, integration, externalMessageId, arrival);
    if (!message || message.removedAt) return;
    const place = { workspaceId: tx.workspaceId, messageId: message.id };
    const versions = await tx.db.messageVersion.findMany({ where: place, select: { content: true } });
    await tx.db.messageVersion.deleteMany({ where: place });
    await tx.db.message.update({
      where: { workspaceId_id: { workspaceId: tx.workspaceId, id: message.id } },
      data: { content: "", caption: null, raw: Prisma.DbNull, removedAt: at ?? arrival.receivedAt },
    });
    await forgetMedia(
      tx,
      message,
      versions.map(({ content }) => content),
    );
    await emitMessageChanged(tx, message, { isShownInLists: true });
  });
}
