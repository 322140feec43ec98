/** The rank: a status is the maximum of all reports, in any order of arrival. */
const RANK = ["pending", "sent", "failed", "delivered", "read", "played"] as const;

export type MessageStatus = (typeof RANK)[number];

/** The status by its API name. An unknown name counts as the lowest. */
export function statusOf(word: string): MessageStatus {
  return RANK.find((status) => status === word) ?? "pending";
}

/** Whether `next` ranks at least as high as `current`. The screen never goes back from read to delivered. */
export function isForward(current: string, next: string): boolean {
  return RANK.indexOf(statusOf(next)) >= RANK.indexOf(statusOf(current));
}

/** The states of a tick: the API's status, with more detail before `sent`. */
type TickState = "local" | "queued" | "sending" | "unknown" | Exclude<MessageStatus, "pending">;

type OnItsWay = { status: string; sendState: string | null; local: { refusal: string | null } | null };

export function tickState({ status, sendState, local }: OnItsWay): TickState {
  if (local) return local.refusal === null ? "local" : "failed";
  const known = statusOf(status);
  if (known !== "pending") return known;
  return sendState === "unknown" || sendState === "queued" ? sendState : "sending";
}

/** A message that is not sent after this time is late. */
const SLOW_MS = 60_000;

/** How many full minutes a message has been waiting to be sent, at least one. null: it is on time, or sent. */
export function minutesWaiting(message: OnItsWay & { createdAt: string; type: string; isAgent: boolean }, now: number) {
  const isWaiting = ["local", "queued", "sending", "unknown"].includes(tickState(message));
  const ms = now - Date.parse(message.createdAt);
  return isWaiting && message.isAgent && ms > SLOW_MS ? Math.floor(ms / 60_000) : null;
}

/** Meta's code for a message outside the reply window. The stored error text contains it. */
const OUTSIDE_WINDOW = /\b131047\b/;

/** Whether a template would arrive although this message did not. */
export function wantsTemplate(error: string | null, isWindowClosed: boolean): boolean {
  return isWindowClosed || (error !== null && OUTSIDE_WINDOW.test(error));
}
