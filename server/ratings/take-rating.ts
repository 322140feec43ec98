import { holdUnmerged } from "../clients/current-client.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma, type Client, type Conversation, type Integration, type Message } from "../generated/prisma/client.ts";
import { RATING_MS } from "./ask-rating.ts";
import { ratingChoice, ratingInText } from "./rating-answer.ts";

/** How long after a rating the contact's next text counts as their comment. */
const COMMENT_MS = 10 * 60_000;

/** Characters of the comment stored on the conversation's row. The whole message is in the thread. */
const COMMENT_LENGTH = 1_000;

/** What a contact's message answers, and the conversation in which they were asked for the rating. */
export type RatingAnswer = { conv: Conversation } & ({ rating: number } | { comment: string });

type From = { client: Pick<Client, "id">; integration: Pick<Integration, "id"> };

/**
 * Reads a contact's message as the answer to a rating question, or as the comment that follows it. A tapped choice counts for 24 hours,
 * whatever was written in between, and the last one wins. A text counts only as the contact's next message; any other message ends that.
 * @param ctx in a transaction.
 * @returns the conversation's row is locked; null: an ordinary message.
 * @throws ClientMerged
 */
export async function readRatingAnswer(ctx: Ctx, from: From, inbound: InboundMessage): Promise<RatingAnswer | null> {
  const choice = ratingChoice(inbound);
  if (choice) {
    const conv = await lockConv(ctx, from, Prisma.sql`id = ${choice.convId}::uuid and "ratingAskedAt" is not null`);
    if (conv && isOnTime(ctx, conv) && isOnScale(choice.rating, conv)) return { conv, rating: choice.rating };
  }
  const conv = await lockConv(
    ctx,
    from,
    Prisma.sql`"ratingUntil" is not null and coalesce("externalConversationId", '') = ${inbound.externalConversationId ?? ""}`,
  );
  if (!conv) return null;
  const answer = textAnswer(ctx, conv, inbound);
  if (!answer) await setRating(ctx, conv, { ratingUntil: null });
  return answer && { conv, ...answer };
}

function textAnswer(ctx: Ctx, conv: Conversation, { type, content }: InboundMessage) {
  const isOpen = conv.ratingUntil !== null && conv.ratingUntil > ctx.now;
  if (!isOpen || type !== "text") return null;
  const rating = ratingInText(content, conv.ratingScale ?? 0);
  if (rating !== null) return { rating };
  return conv.rating === null ? null : { comment: content };
}

function isOnTime(ctx: Ctx, { ratingAskedAt }: Conversation): boolean {
  return ratingAskedAt !== null && ctx.now.getTime() < ratingAskedAt.getTime() + RATING_MS;
}

function isOnScale(rating: number, { ratingScale }: Conversation): boolean {
  return rating >= 1 && rating <= (ratingScale ?? 0);
}

/** The contact's newest such conversation on the channel. It is first looked up without a lock, because usually there is none. */
async function lockConv(ctx: Ctx, { client, integration }: From, which: Prisma.Sql): Promise<Conversation | null> {
  const find = (lock: Prisma.Sql) => ctx.db.$queryRaw<Conversation[]>`
    select * from "Conversation" where "workspaceId" = ${ctx.workspaceId} and "clientId" = ${client.id}::uuid
      and "integrationId" = ${integration.id}::uuid and ${which}
    order by "ratingAskedAt" desc limit 1 ${lock}`;
  if ((await find(Prisma.empty)).length === 0) return null;
  // Lock the contact's row before the conversation's, as everywhere.
  await holdUnmerged(ctx, client.id);
  const [conv] = await find(Prisma.sql`for no key update`);
  return conv ?? null;
}

/**
 * Stores the result of `readRatingAnswer` after its message is in the thread. An answer needs no response, so the conversation's
 * `needsResponse` stays as it was.
 * @returns the conversation's row, and whether this is its first rating.
 */
export async function keepRatingAnswer(
  tx: Ctx,
  answer: RatingAnswer,
  { seq }: Pick<Message, "seq">,
): Promise<{ conv: Conversation; isFirst: boolean }> {
  const { needsResponse, aiAnsweredSeq, rating } = answer.conv;
  const waits = { needsResponse, aiAnsweredSeq: needsResponse ? aiAnsweredSeq : seq };
  if ("comment" in answer) {
    const ratingComment = answer.comment.trim().slice(0, COMMENT_LENGTH).toWellFormed();
    return { conv: await setRating(tx, answer.conv, { ...waits, ratingComment, ratingUntil: null }), isFirst: false };
  }
  const isFirst = rating === null;
  const ratingUntil = isFirst ? { ratingUntil: new Date(tx.now.getTime() + COMMENT_MS) } : {};
  const rated = { ...waits, rating: answer.rating, ratedAt: tx.now, ...ratingUntil };
  return { conv: await setRating(tx, answer.conv, rated), isFirst };
}

function setRating(
  { db, workspaceId }: Ctx,
  { id }: Conversation,
  data: Prisma.ConversationUpdateInput,
): Promise<Conversation> {
  return db.conversation.update({ where: { workspaceId_id: { workspaceId, id } }, data });
}
