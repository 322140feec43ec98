import type { InboundChange } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { changedMessage, emitMessageChanged } from "./changed-message.ts";
import type { Arrival } from "./not-yet.ts";

/**
 * A client's reaction to a message, theirs or ours, or the business's that was given outside the service; of each the later one
 * counts, in whatever order they come. It is no message: no conversation opens, the reply window stays as it is, and nobody has to
 * answer.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeReaction(
  ctx: Ctx,
  integration: Pick<Integration, "id">,
  { externalMessageId, emoji, at, isAgent = false }: Extract<InboundChange, { kind: "reaction" }>,
  arrival: Arrival,
): Promise<void> {
  const reactedAt = at ?? arrival.receivedAt;
  await inTransaction(ctx, async (tx) => {
    const message = await changedMessage(tx, integration, externalMessageId, arrival);
    if (!message || message.removedAt) return;
    const isChanged = await tx.db.$executeRaw`
      insert into "MessageReaction" as r ("workspaceId", "messageId", "isAgent", emoji, at, "settledAt")
      values (${tx.workspaceId}, ${message.id}::uuid, ${isAgent}::boolean, ${emoji}, ${reactedAt}::timestamptz, ${reactedAt}::timestamptz)
      on conflict ("workspaceId", "messageId", "isAgent") do update set emoji = excluded.emoji, at = excluded.at, "agentId" = null,
        error = null, "settledAt" = excluded."settledAt"
      where r.at <= excluded.at and r.emoji is distinct from excluded.emoji`;
    if (isChanged > 0) await emitMessageChanged(tx, message, { isShownInLists: false });
  });
}
