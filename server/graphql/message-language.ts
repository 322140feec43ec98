import { languageTagOf } from "../readers/text/language-of.ts";
import type { Message } from "../generated/prisma/client.ts";

/** The most texts in the cache: as many as the lists and threads that a process serves at a time. */
const REMEMBERED = 5_000;
/** The start of a longer text is enough to detect its language. Longer keys would only waste memory. */
const LONGEST_KEY = 300;

/** Keyed by the start of the text. */
const known = new Map<string, string | null>();

type Said = Pick<Message, "type" | "noteType" | "content" | "caption">;

/** The language of a person's text in a message (BCP 47); null when unsure or when no person wrote text. */
export function messageLanguage({ type, noteType, content, caption }: Said): string | null {
  const isWords = type === "text" || type === "template" || (type === "note" && noteType !== "system");
  const text = (isWords ? content : (caption ?? "")).slice(0, LONGEST_KEY);
  if (text === "") return null;
  const found = known.get(text);
  if (found !== undefined) return found;
  const language = languageTagOf(text);
  known.set(text, language);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  return language;
}
