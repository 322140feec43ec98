import type { ContextMessage } from "../engine.ts";

/** What the client said since anybody of the business spoke. */
export type Burst = {
  texts: string[];
  /** There is a file, a place or a contact in it that has no words. */
  hasFile: boolean;
  /** What the client had asked before, for a question that goes on from it. */
  before: string | null;
};

export function burstOf(messages: readonly ContextMessage[]): Burst {
  const at = messages.findLastIndex(({ role }) => role !== "client");
  const burst = messages.slice(at + 1);
  const earlier = messages
    .slice(0, at + 1)
    .filter(({ role }) => role === "client")
    .map(wordsIn)
    .filter((text) => text !== "");
  return {
    texts: burst.map(wordsIn).filter((text) => text !== ""),
    hasFile: burst.some((message) => wordsIn(message) === ""),
    before: earlier.at(-1) ?? null,
  };
}

function wordsIn({ content }: ContextMessage): string {
  return content?.trim() ?? "";
}
