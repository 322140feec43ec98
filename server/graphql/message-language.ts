import { languageTagOf } from "../readers/text/language-of.ts";
import type { Message } from "../generated/prisma/client.ts";

/** Texts whose language is remembered: as many as the lists and threads that a process serves at a time. */
const REMEMBERED = 5_000;
/** Longer ones are told by their beginning; as a key they would only take room. */
const LONGEST_KEY = 300;

/** By the beginning of the text. */
const known = new Map<string, string | null>();

type Said = Pick<Message, "type" | "noteType" | "content" | "caption">;

/** The language of what a person wrote in a message (BCP 47); null where it is not known for sure, or nobody wrote anything. */
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
