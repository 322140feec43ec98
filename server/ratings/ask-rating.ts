import { channelOf, isShared } from "../channels/registry.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import type { NewMessage } from "../messages/write-messages.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { ratingMessage } from "./rating-answer.ts";
import { mustBeSendable, type Place } from "../messages/sendable.ts";

/** An answer counts for this long, and no contact is asked twice on one channel within it. */
export const RATING_MS = 24 * 3_600_000;

/** Used if the channel has no question of its own. */
const QUESTION = "How did we do?";

/**
 * Asks the contact of a conversation that has just ended for a rating, if the channel's settings say so. It asks once per conversation
 * and at most once in 24 hours per contact and channel. It never asks in comments and groups, a contact who has not written, or when a
 * message could not be sent now (archived contact, closed reply window, disabled channel).
 * @param tx the open transaction, with the conversation's row locked.
 */
export async function askRating(tx: Ctx, place: Place): Promise<void> {
  const { conv, integration } = place;
  const { rating } = routingOf(integration);
  if (!rating?.enabled || conv.isPlayground || conv.lastClientMessageAt === null || conv.ratingAskedAt !== null) return;
  if (isShared(integration.type, conv.externalConversationId)) return;
  if (!isSendable(place, tx.now) || (await wasAskedLately(tx, conv))) return;
  const { scale } = rating;
  const question = ratingMessage(
    { question: rating.question ?? QUESTION, scale },
    conv.id,
    channelOf(integration.type),
  );
  await sendOfSystem(tx, place, question);
  await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: { ratingAskedAt: tx.now, ratingScale: scale, ratingUntil: new Date(tx.now.getTime() + RATING_MS) },
  });
}

/** Sends the channel's thanks for a rating, if it has any. */
export async function thankForRating(tx: Ctx, place: Place): Promise<void> {
  const thanks = routingOf(place.integration).rating?.thanks;
  if (thanks && isSendable(place, tx.now)) await sendOfSystem(tx, place, { type: "text", content: thanks });
}

async function sendOfSystem(tx: Ctx, place: Place, message: Pick<NewMessage, "type" | "content">): Promise<void> {
  await queueMessage(tx, place, { ...message, createdBy: SYSTEM }, { kind: "reply" });
}

/** The rules of any message, except that the conversation may have ended. */
function isSendable({ conv, ...place }: Place, now: Date): boolean {
  try {
    mustBeSendable({ ...place, conv: { ...conv, ended: false } }, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function wasAskedLately(tx: Ctx, { clientId, integrationId }: Conversation): Promise<boolean> {
  const since = new Date(tx.now.getTime() - RATING_MS);
  const asked = await tx.db.conversation.findFirst({
    where: { workspaceId: tx.workspaceId, clientId, integrationId, ratingAskedAt: { gt: since } },
    select: { id: true },
  });
  return asked !== null;
}
