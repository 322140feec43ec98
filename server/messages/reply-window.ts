import { rulesOf } from "../channels/registry.ts";
import type { Integration } from "../generated/prisma/client.ts";

const HOUR_MS = 3_600_000;

/**
 * When the reply window closes for free text (contract.md, Limits): `replyWindowHours` after the contact's last message. null if the
 * channel has no window or the contact has never written.
 */
export function replyWindowClosesAt(replyWindowHours: number | null, lastClientMessageAt: Date | null): Date | null {
  if (replyWindowHours === null || lastClientMessageAt === null) return null;
  return new Date(lastClientMessageAt.getTime() + replyWindowHours * HOUR_MS);
}

/** Whether free text may be sent now. A channel with a window is closed until the contact has written. */
export function isReplyWindowOpen(
  replyWindowHours: number | null,
  lastClientMessageAt: Date | null,
  now: Date,
): boolean {
  if (replyWindowHours === null) return true;
  const closesAt = replyWindowClosesAt(replyWindowHours, lastClientMessageAt);
  return closesAt !== null && now < closesAt;
}

/**
 * Hours after the contact's last message in which people may answer in a channel's thread; null: always. Assistants and keys have less.
 */
export function replyHoursOfPeople(
  { type, lateReplies }: Pick<Integration, "type" | "lateReplies">,
  thread: string | null,
): number | null {
  const { replyWindowHours, lateReplyHours } = rulesOf(type, thread);
  return lateReplies && lateReplyHours !== null ? lateReplyHours : replyWindowHours;
}
