import { SOURCE_WORDS } from "../built-in/phrases.ts";

/**
 * An answer of the built-in assistant without the lines that name its sources: the agent sees those beside it, and the client reads a
 * person's words.
 * @param titles of the passages that it is drawn from: a line that says "Source: …" of something else is the answer's own.
 */
export function withoutSources(text: string, titles: readonly string[]): string {
  const names = (line: string) =>
    SOURCE_WORDS.some((word) => line.startsWith(`${word}: `)) && titles.some((title) => line.includes(title));
  return text
    .split("\n")
    .filter((line) => !names(line))
    .join("\n")
    .trim();
}
