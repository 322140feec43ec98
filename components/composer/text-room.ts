import type { InboxWords } from "../inbox/inbox-words.ts";

type Limits = { maxTextLength: number; maxTextBytes: number | null };

/** How much more may be written, in what the channel counts. */
export type TextRoom = { left: number; unit: "characters" | "bytes" };

/** Longest message of the API (decisions section 13): for notes, and for channels that are not known yet. */
export const ANY_CHANNEL: Limits = { maxTextLength: 4_096, maxTextBytes: null };

const encoder = new TextEncoder();

/** Room for more text: in bytes of UTF-8 where the channel counts these, else in characters; one emoji is one character. */
export function textRoom(text: string, { maxTextLength, maxTextBytes }: Limits): TextRoom {
  if (maxTextBytes !== null) return { left: maxTextBytes - encoder.encode(text).length, unit: "bytes" };
  return { left: Math.min(maxTextLength, ANY_CHANNEL.maxTextLength) - [...text].length, unit: "characters" };
}

/** What the counter says: only in the last tenth of what the channel takes, and beyond it; else null. */
export function roomWords({ left, unit }: TextRoom, limits: Limits, t: InboxWords): string | null {
  const most = unit === "bytes" ? (limits.maxTextBytes ?? 0) : limits.maxTextLength;
  if (left >= most * 0.1) return null;
  const count = Math.abs(left);
  if (left < 0) return t(unit === "bytes" ? "room.bytesTooMany" : "room.tooMany", { count });
  return t(unit === "bytes" ? "room.bytesLeft" : "room.left", { count });
}
