import { channelOf, isOfComments } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import type { Message, Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { ANSWER_MS, providerPlace } from "../conversations/provider-place.ts";
import { keepHiding } from "./take-hiding.ts";

const PLACE = { conversation: true, integration: true, client: true } as const satisfies Prisma.MessageInclude;
export type Comment = Prisma.MessageGetPayload<{ include: typeof PLACE }> & { externalMessageId: string };

/**
 * A contact's comment that the actor may see, with its place.
 * @throws AppError NOT_FOUND, BAD_INPUT (no contact's comment), CONFLICT (it was deleted)
 */
export async function commentForActor(ctx: Ctx, messageId: string): Promise<Comment> {
  const where = { workspaceId: ctx.workspaceId, id: messageId, conversation: convsVisibleTo(ctx) };
  const message = await ctx.db.message.findFirst({ where, include: PLACE });
  if (!message) throw notFound("message");
  const { externalMessageId, conversation, integration, isAgent, type } = message;
  const isComment = isOfComments(integration.type, conversation.externalConversationId) && !isAgent && type !== "note";
  if (!isComment || externalMessageId === null) throw badInput("messageId", say("inbox.noComment"));
  if (message.removedAt) throw new AppError("CONFLICT", say("refusal.deletedByClient"));
  return { ...message, externalMessageId };
}

/**
 * Hides a contact's comment from the public at the provider, or shows it again. Its writer and their friends still see it. The provider is
 * asked at once, outside any transaction.
 * @throws AppError NOT_FOUND, BAD_INPUT (no contact's comment), CONFLICT (it was deleted, the provider refuses, or the channel is off)
 */
export const hideComment = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { messageId: string; isHidden: boolean }): Promise<Message> => {
    const { isHidden } = input;
    const comment = await commentForActor(ctx, input.messageId);
    if ((comment.hiddenAt !== null) === isHidden) return comment;
    const { integration, externalMessageId } = comment;
    const place = await providerPlace(ctx, integration, comment);
    if ("error" in place) throw new AppError("CONFLICT", say("refusal.hideComment", { why: place.error }));
    const signal = AbortSignal.timeout(ANSWER_MS);
    const ask = channelOf(integration.type).adapter?.hideComment;
    const result = await ask?.(externalMessageId, isHidden, place.credentials, signal);
    if (!result) throw new Error(`${integration.type} has comments and cannot hide them`);
    if (result.outcome !== "accepted") {
      throw new AppError("CONFLICT", say("refusal.hideComment", { why: result.error }));
    }
    return inTransaction(ctx, async (tx) => {
      const [held] = await tx.db.$queryRaw<Message[]>`
        select * from "Message" where "workspaceId" = ${tx.workspaceId} and id = ${comment.id}::uuid for no key update`;
      if (!held) throw notFound("message");
      return keepHiding(tx, held, isHidden);
    });
  },
);
