import { inTransaction } from "../db.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { ownScheduled, tooLate } from "./scheduled-message.ts";
import { emitScheduled } from "./emit-scheduled.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";

/**
 * Takes back one's own message that has not been sent, or could not be: the undo of the composer too. It waits for a worker that is
 * sending it at this moment; then it was sent, or it is cancelled, and never both.
 * @throws AppError NOT_FOUND, CONFLICT when it has been sent or cancelled
 */
export const cancelScheduledMessage = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { id: string }): Promise<ScheduledMessage> => {
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
    notifyAgent(ctx, row.agentId, "scheduled", row.convId);
    return row;
  },
);
