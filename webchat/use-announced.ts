import { useEffect, useRef, useState } from "preact/hooks";
import { summaryOf } from "./message-summary.ts";
import type { Message } from "./protocol.ts";
import type { Words } from "./words.ts";

/** What a screen reader says: the newest message to the visitor, when it is new; never the history that was fetched. */
export function useAnnounced(messages: readonly Message[], words: Words): string {
  const [sentence, setSentence] = useState("");
  const newestAt = useRef<string | null>(null);
  const last = messages.at(-1);
  useEffect(() => {
    const isNews = newestAt.current !== null && last !== undefined && last.createdAt > newestAt.current;
    if (isNews && last.from !== "visitor") setSentence(`${senderOf(last, words)}: ${summaryOf(last, words)}`);
    // With nothing there yet, the first to come is the history.
    newestAt.current = last?.createdAt ?? null;
  }, [last?.id]);
  return sentence;
}

export function senderOf({ from, name }: Pick<Message, "from" | "name">, words: Words): string {
  if (from === "visitor") return words.you;
  return name ?? (from === "assistant" ? words.assistant : words.team);
}
