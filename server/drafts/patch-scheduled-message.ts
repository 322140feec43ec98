import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { errorColumns } from "../error-columns.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { readSendAt } from "./scheduled-due.ts";
import { ownScheduled, tooLate } from "./scheduled-message.ts";
import { emitScheduled } from "./emit-scheduled.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";

/**
 * Changes the time of one's own message. A failed message waits again.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT when it has been sent or cancelled
 */
export const patchScheduledMessage = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { id: string; sendAt: Date }): Promise<ScheduledMessage> => {
    const own = await ownScheduled(ctx, input.id);
    return putOff(ctx, own, { sendAt: readSendAt(input.sendAt, ctx.now), isUndoable: false });
  },
);

/**
 * Sends one's own scheduled message now. A failed message is retried.
 * @throws AppError NOT_FOUND, CONFLICT when it has been sent or cancelled
 */
export const sendScheduledNow = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { id: string }): Promise<ScheduledMessage> => {
    const own = await ownScheduled(ctx, input.id);
    return putOff(ctx, own, { sendAt: ctx.now, isUndoable: own.isUndoable });
  },
);

async function putOff(
  ctx: Ctx,
  { workspaceId, id }: ScheduledMessage,
  due: Pick<ScheduledMessage, "sendAt" | "isUndoable">,
): Promise<ScheduledMessage> {
  const row = await inTransaction(ctx, async (tx) => {
    const [waiting] = await tx.db.scheduledMessage.updateManyAndReturn({
      where: { workspaceId, id, state: { in: ["waiting", "failed"] } },
      data: { ...due, state: "waiting", ...errorColumns(null), leaseToken: null, leaseUntil: null },
    });
    if (!waiting) throw tooLate(await ownScheduled(tx, id));
    await emitScheduled(tx, waiting);
    tx.wakes?.add("scheduled");
    return waiting;
  });
  notifyAgent(ctx, row.agentId, "scheduled", row.convId);
  return row;
}
