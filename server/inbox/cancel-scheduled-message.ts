import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { ownScheduled, tooLate } from "./scheduled-message.ts";
import { emitScheduled } from "./emit-scheduled.ts";
import { tellOwn } from "./tell-own.ts";

/**
 * Takes back one's own message that has not been sent, or could not be: the undo of the composer too. It waits for a worker that is
 * sending it at this moment; then it was sent, or it is cancelled, and never both.
 * @throws AppError NOT_FOUND, CONFLICT when it has been sent or cancelled
 */
export async function cancelScheduledMessage(ctx: Ctx, input: { id: string }): Promise<ScheduledMessage> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const row = await inTransaction(ctx, async (tx) => {
    const { workspaceId, id } = await ownScheduled(tx, input.id);
    const [cancelled] = await tx.db.scheduledMessage.updateManyAndReturn({
      where: { workspaceId, id, state: { in: ["waiting", "failed"] } },
      data: { state: "cancelled", leaseToken: null, leaseUntil: null },
    });
    if (!cancelled) throw tooLate(await ownScheduled(tx, id));
    await emitScheduled(tx, cancelled);
    return cancelled;
  });
  tellOwn(ctx, row.agentId, "scheduled", row.convId);
  return row;
}
