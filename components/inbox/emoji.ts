import { queryOptions } from "@tanstack/react-query";

/** Every emoji with the words that it is found by. Loaded when the first colon is typed: it is large. */
export const emojiQuery = queryOptions({
  queryKey: ["emoji"],
  staleTime: Infinity,
  queryFn: async () => {
    const { default: library } = await import("emojilib");
    return Object.entries(library).map(([emoji, keywords]) => ({
      emoji,
      name: (keywords[0] ?? "").replaceAll("_", " "),
      words: keywords.join(" ").replaceAll("_", " "),
    }));
  },
});
