import type { InboxWords } from "../inbox/inbox-words.ts";

type Limits = { maxTextLength: number; maxTextBytes: number | null };

/** How much more text fits, in the channel's unit. */
export type TextRoom = { left: number; unit: "characters" | "bytes" };

/** The API's longest message. Used for notes and for channels that are still loading. */
export const ANY_CHANNEL: Limits = { maxTextLength: 4_096, maxTextBytes: null };

const encoder = new TextEncoder();

/** The room left for text: in UTF-8 bytes if the channel counts bytes, otherwise in characters. One emoji is one character. */
export function textRoom(text: string, { maxTextLength, maxTextBytes }: Limits): TextRoom {
  if (maxTextBytes !== null) return { left: maxTextBytes - encoder.encode(text).length, unit: "bytes" };
  return { left: Math.min(maxTextLength, ANY_CHANNEL.maxTextLength) - [...text].length, unit: "characters" };
}

/** The counter's text. Shown only in the last tenth of the channel's limit and beyond it; otherwise null. */
export function roomWords({ left, unit }: TextRoom, limits: Limits, t: InboxWords): string | null {
  const most = unit === "bytes" ? (limits.maxTextBytes ?? 0) : limits.maxTextLength;
  if (left >= most * 0.1) return null;
  const count = Math.abs(left);
  if (left < 0) return t(unit === "bytes" ? "room.bytesTooMany" : "room.tooMany", { count });
  return t(unit === "bytes" ? "room.bytesLeft" : "room.left", { count });
}
