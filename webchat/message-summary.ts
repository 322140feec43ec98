import type { Message, Pending } from "./protocol.ts";
import { parseChoice, parseQuestion } from "./structured.ts";
import type { Words } from "./words.ts";

const FILES = ["image", "video", "audio", "document", "location"] as const;

/** A message in one line, for quotes and screen readers. */
export function summaryOf(message: Message | Pending, words: Words): string {
  if ("removedAt" in message && message.removedAt) return words.removed;
  const caption = "caption" in message ? message.caption : null;
  const file = FILES.find((type) => type === message.type);
  if (file) return caption ?? message.fileName ?? words[file];
  if (message.type === "interactive")
    return parseChoice(message.content) ?? parseQuestion(message.content)?.body ?? words.unsupported;
  return message.type === "text" ? message.content : words.unsupported;
}
