import { queryOptions } from "@tanstack/react-query";
import fuzzysort from "fuzzysort";

export type Emoji = { emoji: string; name: string; words: string };

/** Every emoji with its search words, in the order of the standard. Loaded when the user asks for one, because it is large. */
export const emojiQuery = queryOptions({
  queryKey: ["emoji"],
  staleTime: Infinity,
  queryFn: async (): Promise<Emoji[]> => {
    const { default: library } = await import("emojilib");
    return Object.entries(library).map(([emoji, keywords]) => ({
      emoji,
      name: (keywords[0] ?? "").replaceAll("_", " "),
      words: keywords.join(" ").replaceAll("_", " "),
    }));
  },
});

/** The emoji that match best, at most so many. */
export function findEmoji(all: readonly Emoji[], typed: string, most: number): Emoji[] {
  return fuzzysort.go(typed, all, { key: "words", limit: most }).map(({ obj }) => obj);
}
