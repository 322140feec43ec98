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
 * Ends every open conversation of a contact, on all channels.
 * @param line the line for the thread.
 */
export async function endOpenConvs(ctx: Ctx, client: Pick<Client, "id">, line: Said): Promise<void> {
  const ended = await markEnded(ctx, Prisma.sql`c."clientId" = ${client.id}::uuid`, actorId(ctx.actor));
  for (const conv of ended) await notifyEnded(ctx, conv, line);
}

/**
 * Ends a locked conversation on behalf of a person, a key or an assistant. Asks the contact for a rating if the channel's settings say
 * so. An ended conversation stays as it is.
 * @param line the line for the thread.
 */
export async function endHeldConv(tx: Ctx, conv: Conversation, line: Said): Promise<Conversation> {
  if (conv.ended) return conv;
  const [ended] = await markEnded(tx, Prisma.sql`c.id = ${conv.id}::uuid`, actorId(tx.actor));
  if (!ended) return conv;
  const place = await notifyEnded(tx, ended, line);
  await askRating(tx, place);
  return ended;
}

/** Runs after a conversation has ended, for any reason: adds the thread line and emits ENDING_CONV with the last message. */
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
