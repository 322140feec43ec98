import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import type { Prisma, ScheduledMessage } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import type { MacroAction } from "../conversations/macro-actions.ts";
import { dropDraft } from "./drop-draft.ts";
import { checkOutgoing, readOutgoing, type AddMessageInput } from "../messages/outgoing-message.ts";
import { personOf } from "../conversations/person.ts";
import { readDue, type DueInput } from "./scheduled-due.ts";
import type { Scheduled } from "./scheduled-message.ts";
import { mustBeSendable, placeOf } from "../messages/sendable.ts";
import { emitScheduled } from "./emit-scheduled.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";

/** Limit of waiting messages per conversation. */
const MOST_WAITING = 100;

export type ScheduleMessageInput = AddMessageInput &
  DueInput & {
    /** The composer's UUID for the message. The same id schedules and sends only one message. */
    id: string;
    /** Ends the conversation after sending. */
    thenEnd?: boolean | null;
  };

/**
 * Schedules a message of the signed-in person: in a few seconds, until which it can be undone, or at a chosen time. Until then it is not
 * part of the conversation and no one is notified. Checks run at once, except that the reply window of a chosen time is checked then.
 * @param actions run on the conversation in the same transaction (macros).
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT, CLIENT_ARCHIVED, CHANNEL_INACTIVE, REPLY_WINDOW_CLOSED
 */
export const scheduleMessage = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: ScheduleMessageInput, actions: readonly MacroAction[] = []): Promise<ScheduledMessage> => {
    const { userId, agentId } = personOf(ctx);
    if (!isUuid(input.id)) throw badInput("id", say("inbox.uuid", { field: "id" }));
    const conv = await convForActor(ctx, input.convId, input.integrationId);
    const key = { id: input.id.toLowerCase(), convId: conv.id, agentId };
    // Before all checks: the effects of the first request (an end, a sent message) must not make its repetition fail.
    const before = await known(ctx, key);
    if (before) return before;
    const due = readDue(input, ctx.now);
    const message = readMessage(input, actions);
    const place = await placeOf(ctx, conv);
    const { externalConversationId: thread } = conv;
    await checkOutgoing(ctx, { convId: conv.id, channel: place.integration.type, thread }, message);
    if (message.type !== "note") mustBeSendable(place, ctx.now, { isTemplate: !due.isUndoable, isPersons: true });

    const kept = await inTransaction(ctx, async (tx) => {
      const where = { workspaceId: tx.workspaceId, convId: conv.id };
      if ((await tx.db.scheduledMessage.count({ where: { ...where, state: "waiting" } })) >= MOST_WAITING)
        throw new AppError("CONFLICT", say("refusal.mostWaiting", { count: MOST_WAITING }));
      const data = {
        ...where,
        id: key.id,
        agentId,
        userId,
        message: message satisfies Prisma.InputJsonObject,
        ...due,
      };
      const [row] = await tx.db.scheduledMessage.createManyAndReturn({ data: [data], skipDuplicates: true });
      if (!row) {
        // A concurrent identical request was faster.
        const first = await known(tx, key);
        if (!first) throw new Error("a scheduled message went away while it was asked for again");
        return first;
      }
      await dropDraft(tx, { convId: conv.id, agentId, mode: message.type === "note" ? "note" : "reply" });
      await emitScheduled(tx, row);
      tx.wakes?.add("scheduled");
      return row;
    });
    notifyAgent(ctx, agentId, "scheduled", conv.id);
    notifyAgent(ctx, agentId, "draft", conv.id);
    return kept;
  },
);

function readMessage(input: ScheduleMessageInput, actions: readonly MacroAction[]): Scheduled {
  return {
    ...readOutgoing(input),
    actions:
      input.thenEnd && !actions.some(({ kind }) => kind === "end") ? [...actions, { kind: "end" }] : [...actions],
  };
}

/**
 * Returns the existing row for a repeated request, whatever its state is now; null: it is the first request.
 * @throws AppError CONFLICT when the id belongs to another message
 */
async function known(
  tx: Ctx,
  { id, convId, agentId }: { id: string; convId: string; agentId: string },
): Promise<ScheduledMessage | null> {
  const row = await tx.db.scheduledMessage.findUnique({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id } },
  });
  if (!row || (row.convId === convId && row.agentId === agentId)) return row;
  throw new AppError("CONFLICT", say("refusal.idUsed"));
}
