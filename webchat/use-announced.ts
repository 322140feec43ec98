import { useEffect, useRef, useState } from "preact/hooks";
import { summaryOf } from "./message-summary.ts";
import type { Message } from "./protocol.ts";
import type { Words } from "./words.ts";

/** What a screen reader announces: each new message to the visitor, but not the loaded history. */
export function useAnnounced(messages: readonly Message[], words: Words): string {
  const [sentence, setSentence] = useState("");
  const newestAt = useRef<string | null>(null);
  const last = messages.at(-1);
  useEffect(() => {
    const isNews = newestAt.current !== null && last !== undefined && last.createdAt > newestAt.current;
    if (isNews && last.from !== "visitor") setSentence(`${senderOf(last, words)}: ${summaryOf(last, words)}`);
    // If there were no messages before, the first ones are the history.
    newestAt.current = last?.createdAt ?? null;
  }, [last?.id]);
  return sentence;
}

export function senderOf({ from, name }: Pick<Message, "from" | "name">, words: Words): string {
  if (from === "visitor") return words.you;
  return name ?? (from === "assistant" ? words.assistant : words.team);
}
