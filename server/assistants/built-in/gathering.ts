import type { ContextMessage, GatheredField, Turn } from "../engine.ts";
import { readPhone } from "../../phone.ts";
import { askedFor } from "./phrases.ts";
import type { BuiltInSettings } from "../assistant-properties.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { stemsOf, wordsOf } from "./words.ts";

/** The gathered fields that the contact gave, and the rest of the messages without them. */
export type Told = { fields: Partial<Record<GatheredField, string>>; rest: string };

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u;
const PHONE = /\+?\(?\d[\d\s()./-]{5,}\d/;
/** "My name is …": the words before the answer to our question. */
const LEAD =
  /^(?:my (?:last |first |sur)?name is|my name's|i am|i'm|it's|it is|this is|name:|ich heiße|mein name ist|ich bin|me llamo|mi nombre es|soy|je m'appelle|mon nom est|je suis|c'est|i live in|ich wohne in|vivo en|j'habite(?: à)?|in|en|à|from|aus)\s+/i;
const NAME = /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|de|da|del|van|von|der|den|la|le|el|al|bin|ter)){0,4}$/u;
const PLACE = /^\p{L}[\p{L}'’.\- ]{1,60}$/u;
const ADDRESS = /^(?=.*\p{L})(?=.*\d)[\p{L}\p{N}'’.,/\- ]{4,120}$/u;
const CODE = /^(?=.*\d)[\p{L}\p{N}/._-]{2,40}$/u;

/**
 * Fields that the contact gave. An email address or phone number counts anywhere. Any other field counts only as the answer to our
 * question for it, and only if the message looks like nothing else.
 */
export function told(
  burst: readonly string[],
  messages: readonly ContextMessage[],
  gather: readonly GatheredField[],
): Told {
  const fields: Told["fields"] = {};
  let rest = burst.join("\n");
  const take = (name: GatheredField, value: string, written: string) => {
    fields[name] = value;
    rest = rest.replace(written, " ");
  };
  const [email] = EMAIL.exec(rest) ?? [];
  if (email !== undefined && gather.includes("email")) take("email", email, email);
  const asked = lastAsked(messages);
  const [phone] = PHONE.exec(rest) ?? [];
  if (phone !== undefined && gather.includes("phone") && !("reason" in readPhone(phone))) {
    // Digits without a country code may be an order number. They count as a phone number only if we asked for one.
    if (phone.startsWith("+") || asked === "phone") take("phone", phone.trim(), phone);
  }
  if (asked !== null && gather.includes(asked) && fields[asked] === undefined) {
    const [line = ""] = rest.trim().split("\n");
    const value = line
      .trim()
      .replace(LEAD, "")
      .replace(/[.!]+$/, "")
      .trim();
    const isRight = {
      name: NAME,
      surname: NAME,
      city: PLACE,
      country: PLACE,
      address: ADDRESS,
      code: CODE,
      email: null,
      phone: null,
    }[asked];
    if (isRight?.test(value) && !line.includes("?")) {
      const [first = value, ...others] = value.split(" ");
      if (asked === "name" && others.length > 0 && gather.includes("surname")) {
        fields.surname = others.join(" ");
        take("name", first, line);
      } else take(asked, value, line);
    }
  }
  // "My e-mail is": the words around a value carry no question.
  const isOnlyThat =
    Object.keys(fields).length > 0 && !rest.includes("?") && rest.split(/\s+/).filter(Boolean).length <= 6;
  return { fields, rest: isOnlyThat ? "" : rest.trim() };
}

/** The first field that is unknown and was not asked for in this conversation. null: there is none. */
export function nextToAsk(
  { gather = [] }: BuiltInSettings,
  { known, messages }: Pick<Turn, "known" | "messages">,
  fields: Told["fields"],
): GatheredField | null {
  const asked = new Set(
    messages.flatMap(({ role, content }) => (role === "assistant" ? (askedFor(content ?? "") ?? []) : [])),
  );
  return gather.find((field) => !known[field] && fields[field] === undefined && !asked.has(field)) ?? null;
}

/** The field that the assistant's last message before the burst asked for. */
function lastAsked(messages: readonly ContextMessage[]): GatheredField | null {
  const last = messages.findLast(({ role }) => role !== "client");
  return last?.role === "assistant" ? askedFor(last.content ?? "") : null;
}

/**
 * Tags of the assistant's list that the contact names: every word of the tag appears in the message, in any inflection
 * ("refund" in "I'd like it refunded"). Without a model, no other tags are detected.
 */
export async function namedTags({ tagging }: BuiltInSettings, said: string, language: Language): Promise<string[]> {
  if (!tagging?.enabled || tagging.tags.length === 0) return [];
  const words = wordsOf(said);
  const tags = tagging.tags.map((tag) => ({ tag, words: wordsOf(tag.replace(/[_-]/g, " ")) }));
  const stems = await stemsOf([[language, [...words, ...tags.flatMap((tag) => tag.words)]]]);
  const spoken = new Set(words.flatMap((word) => [word, ...stems(language, word)]));
  return tags
    .filter(
      ({ words: of }) =>
        of.length > 0 && of.every((word) => [word, ...stems(language, word)].some((form) => spoken.has(form))),
    )
    .map(({ tag }) => tag);
}
