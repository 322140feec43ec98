import { z } from "zod";
import type { InboundChange } from "../inbound.ts";
import { maybeText } from "./webhook.ts";

const reaction = z.object({ mid: z.string().min(1), action: z.string(), reaction: maybeText, emoji: maybeText });

/** Reactions that Meta sends by name only. */
const EMOJI: Record<string, string> = {
  love: "❤️",
  smile: "😆",
  wow: "😮",
  sad: "😢",
  angry: "😠",
  like: "👍",
  dislike: "👎",
};

export function readReaction(given: unknown, senderId: string, at: Date | null): InboundChange[] {
  const parsed = reaction.safeParse(given);
  if (!parsed.success) return [];
  const { mid: externalMessageId, action, reaction: name = "", emoji } = parsed.data;
  const shown = emoji ?? EMOJI[name] ?? "👍";
  return [{ kind: "reaction", at, senderId, externalMessageId, emoji: action === "unreact" ? null : shown }];
}
