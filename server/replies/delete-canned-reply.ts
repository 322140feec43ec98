import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { CannedReply } from "../generated/prisma/client.ts";
import { mayWrite, replyForActor } from "./access.ts";

/**
 * Takes a reply off the list. What was sent with it stays as it was.
 * @throws AppError NOT_FOUND, FORBIDDEN_ROLE (the team's)
 */
export async function deleteCannedReply(ctx: Ctx, input: { id: string }): Promise<CannedReply> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const { workspaceId, id, ownerId } = await replyForActor(ctx, input.id);
  mayWrite(ctx, ownerId === null);
  return inTransaction(ctx, async (tx) => {
    const reply = await tx.db.cannedReply.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: { deletedAt: tx.now },
    });
    if (ownerId === null) await emit(tx, { name: "WORKSPACE_CHANGED" });
    return reply;
  });
}
