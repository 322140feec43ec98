import { inTransaction } from "../db.ts";
import type { AddMessageInput } from "../messages/outgoing-message.ts";
import { convForActor } from "../conversations/access.ts";
import { runMacroActions, MACRO_ACTIONS } from "../conversations/macro-actions.ts";
import { personOf } from "../conversations/person.ts";
import { scheduleMessage, type ScheduleMessageInput } from "../drafts/schedule-message.ts";
import { verb } from "../verb.ts";
import { replyForActor } from "./access.ts";

type RunMacroInput = {
  replyId: string;
  convId: string;
  integrationId: string;
  /** The message as edited by the agent; left out: only the actions run. */
  message?:
    | (Omit<AddMessageInput, "convId" | "integrationId" | "noteType" | "mentions"> &
        Pick<ScheduleMessageInput, "id" | "thenEnd">)
    | null;
  /** How long the message and the actions can be undone, in seconds; 0 to 15. */
  undoSeconds?: number | null;
};

/**
 * Runs a macro in a conversation: its message and its actions in one transaction, so that they are undone together. If the message waits
 * for its undo time, the actions wait with it.
 * @returns the conversation before the macro. Events announce the changes.
 * @throws AppError NOT_FOUND, and as scheduleMessage and the actions' verbs do; then nothing is done
 */
export const runMacro = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: RunMacroInput) => {
    personOf(ctx);
    const conv = await convForActor(ctx, input.convId, input.integrationId);
    const reply = await replyForActor(ctx, input.replyId);
    const actions = MACRO_ACTIONS.parse(reply.actions);
    if (input.message) {
      const { convId, integrationId, undoSeconds } = input;
      await scheduleMessage(ctx, { ...input.message, convId, integrationId, undoSeconds: undoSeconds ?? 0 }, actions);
    } else {
      await inTransaction(ctx, (tx) => runMacroActions(tx, conv.id, actions));
    }
    return conv;
  },
);
