import { inTransaction } from "../db.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { ownScheduled, tooLate } from "./scheduled-message.ts";
import { emitScheduled } from "./emit-scheduled.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";

/**
 * Cancels one's own message that has not been sent or that failed. The composer's undo uses it too. If a worker is sending the message
 * at this moment, it waits for the worker. The message is then either sent or cancelled, never both.
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
