import { inTransaction } from "../db.ts";
import type { AddMessageInput } from "../messages/accept-message.ts";
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
  /** What is sent with it, as its person has it before them; left out: only the actions are done. */
  message?:
    | (Omit<AddMessageInput, "convId" | "integrationId" | "noteType" | "mentions"> &
        Pick<ScheduleMessageInput, "id" | "thenEnd">)
    | null;
  /** For so long all of it can be cancelled, with the message; 0 to 15. */
  undoSeconds?: number | null;
};

/**
 * Runs a macro in a conversation: its message and its actions in one transaction, so that there is one thing to undo. With a message
 * that waits for its undo time, the actions wait with it.
 * @returns the conversation as it was found; what changes is told by its events.
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
