import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import { actorId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { lockConvForActor } from "./access.ts";
import { tellEnded } from "./end-open-convs.ts";

export type EndConvInput = { convId: string; integrationId?: string };

/**
 * Ends a conversation; it stays ended, and the client's next message opens a new one. Ending one that has ended already
 * changes nothing and answers it as it is.
 * @throws AppError NOT_FOUND
 */
export async function endConv(ctx: Ctx, input: EndConvInput): Promise<Conversation> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  return inTransaction(ctx, async (tx) => {
    const conv = await lockConvForActor(tx, input.convId, input.integrationId);
    return endHeldConv(tx, conv, "Ended the conversation");
  });
}

/**
 * Ends a conversation whose row is locked, on behalf of whoever acts; an ended one stays as it is.
 * @param words the line in the thread, a finished sentence.
 */
export async function endHeldConv(tx: Ctx, conv: Conversation, words: string): Promise<Conversation> {
  if (conv.ended) return conv;
  const [ended] = await tx.db.$queryRaw<Conversation[]>`
    update "Conversation" set ended = true, "endedAt" = now(), "endedBy" = ${actorId(tx.actor)}, "needsResponse" = false
    where "workspaceId" = ${tx.workspaceId} and id = ${conv.id}::uuid and not ended
    returning *`;
  if (!ended) return conv;
  await tellEnded(tx, ended, words);
  return ended;
}
