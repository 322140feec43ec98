import { adOf } from "../channels/ad.ts";
import type { Post } from "../channels/comments.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import type { createTurns } from "../conversations/turns.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { log } from "../log.ts";

/** How long the first comment of a thread waits for its post. In milliseconds. */
const POST_MS = 3_000;

/**
 * Post lookups for a batch of a channel's calls, one per post. After a timeout, the provider is not asked again for the batch.
 * @param ctx outside a transaction.
 * @param inTurn limits the statements that run at once.
 * @returns a comment with what its provider shows of the post. Only a person's first comment of a thread has it. If the provider does not
 * answer, the comment has what came with it.
 */
export function postLookups(
  ctx: Ctx,
  integration: Integration,
  inTurn: ReturnType<typeof createTurns>,
): (comment: InboundMessage) => Promise<InboundMessage> {
  const asked = new Map<string, Promise<Post | null>>();
  let isAway = false;

  async function ask(postId: string): Promise<Post | null> {
    const { adapter } = channelOf(integration.type);
    if (isAway || !adapter?.postOf) return null;
    const timeout = AbortSignal.timeout(POST_MS);
    try {
      return await adapter.postOf(postId, await credentialsOf(integration), timeout);
    } catch (error) {
      const { workspaceId } = ctx;
      log.info({ workspaceId, integrationId: integration.id, error }, "the post of a comment was not shown");
      return null;
    } finally {
      isAway ||= timeout.aborted;
    }
  }

  return async (comment) => {
    const postId = comment.comment?.postId ?? null;
    const { sourceType: _, sourceUrl, ad, ...rest } = comment;
    if (await inTurn(() => hasThread(ctx, integration, comment))) return rest;
    if (postId === null) return comment;
    const post = asked.get(postId) ?? ask(postId);
    asked.set(postId, post);
    const shown = await post;
    if (!shown) return comment;
    const { url, text, pictureUrl } = shown;
    return { ...comment, sourceUrl: url ?? sourceUrl ?? null, ad: adOf({ ...ad, text, pictureUrl }) };
  };
}

async function hasThread(ctx: Ctx, { id }: Integration, comment: InboundMessage): Promise<boolean> {
  const { senderId, externalConversationId, identities = [] } = comment;
  const conv = await ctx.db.conversation.findFirst({
    where: {
      workspaceId: ctx.workspaceId,
      integrationId: id,
      externalConversationId,
      client: { identities: { some: { scope: { in: identities.map(({ scope }) => scope) }, externalId: senderId } } },
    },
    select: { id: true },
  });
  return conv !== null;
}

/** Whether a comment is an answer that we published. Its writer is not always named. */
export async function isOurs(ctx: Ctx, { id }: Integration, { externalMessageId }: InboundMessage): Promise<boolean> {
  const where = { workspaceId: ctx.workspaceId, integrationId: id, isAgent: true, externalMessageId };
  return (await ctx.db.message.count({ where })) > 0;
}
