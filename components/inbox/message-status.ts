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

/** What a tick says, for people who do not see it. */
export const STATUS_LABEL: Record<MessageStatus | "local", string> = {
  local: "Waiting for the connection",
  pending: "Sending",
  sent: "Sent",
  failed: "Not delivered",
  delivered: "Delivered",
  read: "Read",
  played: "Played",
};
