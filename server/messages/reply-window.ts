const HOUR_MS = 3_600_000;

/**
 * When free text ends on a channel with a reply window (contract.md, Limits): so many hours after the client's last message.
 * Null when the channel has no window or the client has never written.
 */
export function replyWindowClosesAt(replyWindowHours: number | null, lastClientMessageAt: Date | null): Date | null {
  if (replyWindowHours === null || lastClientMessageAt === null) return null;
  return new Date(lastClientMessageAt.getTime() + replyWindowHours * HOUR_MS);
}

/** Whether free text may be sent now. A channel with a window is closed until the client has written. */
export function isReplyWindowOpen(
  replyWindowHours: number | null,
  lastClientMessageAt: Date | null,
  now: Date,
): boolean {
  if (replyWindowHours === null) return true;
  const closesAt = replyWindowClosesAt(replyWindowHours, lastClientMessageAt);
  return closesAt !== null && now < closesAt;
}
