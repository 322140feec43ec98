import { badInput } from "../errors.ts";
import { say } from "../say.ts";

/** Maximum undo time in seconds. People choose theirs in their preferences. */
const LONGEST_UNDO = 15;
const YEAR_MS = 366 * 24 * 60 * 60_000;

/** When a message is due: exactly one of the two. `undoSeconds` 0: at once. */
export type DueInput = { sendAt?: Date | null; undoSeconds?: number | null };

/** @throws AppError BAD_INPUT */
export function readDue({ sendAt, undoSeconds }: DueInput, now: Date): { sendAt: Date; isUndoable: boolean } {
  if (undoSeconds !== null && undoSeconds !== undefined) {
    if (sendAt) throw badInput("undoSeconds", say("inbox.notBoth", { one: "sendAt", other: "undoSeconds" }));
    if (!Number.isInteger(undoSeconds) || undoSeconds < 0 || undoSeconds > LONGEST_UNDO)
      throw badInput("undoSeconds", say("inbox.range", { field: "undoSeconds", min: 0, max: LONGEST_UNDO }));
    return { sendAt: new Date(now.getTime() + undoSeconds * 1_000), isUndoable: true };
  }
  if (!sendAt) throw badInput("sendAt", say("inbox.sendTime"));
  return { sendAt: readSendAt(sendAt, now), isUndoable: false };
}

/**
 * Checks a time chosen by a person.
 * @throws AppError BAD_INPUT unless it is in the future, within a year.
 */
export function readSendAt(sendAt: Date, now: Date): Date {
  if (sendAt <= now) throw badInput("sendAt", say("refusal.future"));
  if (sendAt.getTime() - now.getTime() > YEAR_MS) throw badInput("sendAt", say("refusal.year"));
  return sendAt;
}
