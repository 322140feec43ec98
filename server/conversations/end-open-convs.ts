import { actorId, type Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { convEvent } from "../events/events.ts";
import { Prisma, type Client, type Conversation } from "../generated/prisma/client.ts";
import { askRating } from "../ratings/ask-rating.ts";
import type { Said } from "../say.ts";
import { markEnded } from "./mark-ended.ts";
import { placeOf, type Place } from "../messages/sendable.ts";
import { addSystemNote } from "../messages/system-note.ts";

/**
 * Ends every open conversation of a client, on all channels.
 * @param line what the thread says of it.
 */
export async function endOpenConvs(ctx: Ctx, client: Pick<Client, "id">, line: Said): Promise<void> {
  const ended = await markEnded(ctx, Prisma.sql`c."clientId" = ${client.id}::uuid`, actorId(ctx.actor));
  for (const conv of ended) await notifyEnded(ctx, conv, line);
}

/**
 * Ends a conversation whose row is locked, on behalf of a person, a key or an assistant, and asks the client for a rating where the
 * channel's settings say so; an ended one stays as it is.
 * @param line what the thread says of it.
 */
export async function endHeldConv(tx: Ctx, conv: Conversation, line: Said): Promise<Conversation> {
  if (conv.ended) return conv;
  const [ended] = await markEnded(tx, Prisma.sql`c.id = ${conv.id}::uuid`, actorId(tx.actor));
  if (!ended) return conv;
  const place = await notifyEnded(tx, ended, line);
  await askRating(tx, place);
  return ended;
}

/** What follows when a conversation has ended, however it did: a line in its thread, and ENDING_CONV with its last message. */
export async function notifyEnded(ctx: Ctx, conv: Conversation, line: Said): Promise<Place> {
  const place = await placeOf(ctx, conv);
  const { integration, client } = place;
  const message = conv.lastMessageId
    ? await ctx.db.message.findUnique({
        where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: conv.lastMessageId } },
      })
    : null;
  const note = await addSystemNote(ctx, conv, line);
  await emit(ctx, convEvent("ENDING_CONV", { conv, integration, client, message }), {
    name: "CONV_CHANGED",
    convId: conv.id,
    clientId: conv.clientId,
    messageId: note.id,
    assigneeId: conv.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return place;
}
