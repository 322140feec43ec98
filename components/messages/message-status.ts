/** Rank of decisions section 5: a status is the maximum of what was reported, in whatever order it arrived. */
const RANK = ["pending", "sent", "failed", "delivered", "read", "played"] as const;

export type MessageStatus = (typeof RANK)[number];

/** The status by its name in the API; an unknown word counts as the lowest. */
export function statusOf(word: string): MessageStatus {
  return RANK.find((status) => status === word) ?? "pending";
}

/** Whether `next` stands above `current`: the screen never goes back from read to delivered. */
export function isForward(current: string, next: string): boolean {
  return RANK.indexOf(statusOf(next)) >= RANK.indexOf(statusOf(current));
}

/** What a tick shows: the API's status, and on the way to `sent` where the message stands. */
type TickState = "local" | "queued" | "sending" | "unknown" | Exclude<MessageStatus, "pending">;

type OnItsWay = { status: string; sendState: string | null; local: { refusal: string | null } | null };

export function tickState({ status, sendState, local }: OnItsWay): TickState {
  if (local) return local.refusal === null ? "local" : "failed";
  const known = statusOf(status);
  if (known !== "pending") return known;
  return sendState === "unknown" || sendState === "queued" ? sendState : "sending";
}

/** A message that is not sent after this time is nobody's normal case any more. */
const SLOW_MS = 60_000;

/** For how many minutes a message has been waiting to be sent, from the first whole one on; null: it is on time, or sent. */
export function minutesWaiting(message: OnItsWay & { createdAt: string; type: string; isAgent: boolean }, now: number) {
  const isWaiting = ["local", "queued", "sending", "unknown"].includes(tickState(message));
  const ms = now - Date.parse(message.createdAt);
  return isWaiting && message.isAgent && ms > SLOW_MS ? Math.floor(ms / 60_000) : null;
}

/** Meta's code for a message outside of the reply window, in the words that its refusal is stored with. */
const OUTSIDE_WINDOW = /\b131047\b/;

/** Whether a template would arrive where this message did not. */
export function wantsTemplate(error: string | null, isWindowClosed: boolean): boolean {
  return isWindowClosed || (error !== null && OUTSIDE_WINDOW.test(error));
}
