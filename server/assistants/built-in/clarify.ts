import type { ContextMessage } from "../engine.ts";
import type { Finding, Weighed } from "./find-passages.ts";
import { phrases } from "./phrases.ts";
import { SPOKEN, type Spoken } from "./question-language.ts";
import { plain } from "./small-talk.ts";

/** How much of a question a passage must cover to be offered. Below this, asking back would only delay the contact. */
const MAYBE = 0.2;
const CHOICES = 3;
/** Characters of an option. */
const LABEL_MAX = 100;

/**
 * The assistant's open question to the contact: the options in order, and the conversation before it. Once an option was chosen, there
 * are no labels.
 */
export type Offer = { labels: string[]; before: ContextMessage[] };

/**
 * The options to ask the contact about: the names of the sections that come nearest. Empty if no section qualifies, or the contact
 * wrote only numbers.
 */
export function choicesIn({ terms, passages }: Finding): string[] {
  const saysWhat = terms.some(({ word }) => !/^\p{N}/u.test(word));
  const near = passages.filter(({ coverage }) => coverage >= MAYBE);
  return saysWhat ? [...new Set(near.map(labelOf))].slice(0, CHOICES) : [];
}

export function askBack(labels: readonly string[], language: Spoken): string {
  const { unsure, none } = phrases(language);
  return [unsure, ...labels.map((label, at) => `${at + 1}. ${label}`), `0. ${none}`].join("\n");
}

/** The options that the assistant's last message offered. null: it offered none, or someone else of the business wrote after it. */
export function offerIn(messages: readonly ContextMessage[]): Offer | null {
  const at = messages.findLastIndex(({ role }) => role !== "client");
  const last = messages[at];
  if (last?.role !== "assistant") return null;
  const lines = (last.content ?? "").split("\n");
  const before = messages.slice(0, at);
  if (SPOKEN.some((language) => lines[0] === phrases(language).unsure))
    return { labels: lines.flatMap((line) => /^[1-9]\. (.+)$/.exec(line)?.[1] ?? []), before };
  return SPOKEN.some((language) => lines.includes(phrases(language).notThat)) ? { labels: [], before } : null;
}

/** "2", "Nr. 2", "option 2 please", "2)"; not "I have 2 dogs", which says what was meant. */
const BY_NUMBER =
  /^(?:(?:the|die|das|la|el|le|il|a|o) )?(?:(?:number|no|nr|n|nummer|número|numero|numéro|nummeret|numara|option|opción|opção|opzione|choice|punkt|punto|point) )?(\d)(?: (?:please|pls|bitte|por favor|s'il vous plaît|svp|per favore|alstublieft|tack|tak|takk|kiitos|lütfen|thanks|danke|gracias|merci))?$/u;
const NONE =
  /^(?:no|nope|none|neither|none of (?:these|them|those)|nein|nichts(?: davon)?|kein(?:e|es|er|en)?(?: davon)?|ningun[oa](?: de (?:estos|estas|ellos|ellas))?|non|aucun(?:e)?(?: de ces sujets)?|ness?un[oa](?: di questi)?|nenhum(?:a)?(?: destes)?|não|nee|geen(?: van deze)?|nej|ing(?:en|et)(?: av dem| af dem)?|nei|ei(?: mikään)?(?: näistä)?|hayır|hiçbiri)$/u;

/**
 * The option that a contact's reply chooses.
 * @returns the option, `none`, or null if the contact wrote something else, which is then searched for.
 */
export function chosen(said: string, { labels }: Offer): { label: string } | "none" | null {
  if (said.includes("?")) return null;
  const words = plain(said);
  const [, digit] = BY_NUMBER.exec(words) ?? [];
  if (digit === "0" || NONE.test(words)) return "none";
  const label = digit === undefined ? labels.find((each) => namesOf(each).includes(words)) : labels[Number(digit) - 1];
  return label === undefined ? null : { label };
}

export function isLabelled(passage: Weighed, label: string): boolean {
  return labelOf(passage) === label;
}

/** The section's headings. Without headings, the title and the start of the text. */
function labelOf({ candidate: { title, heading, content } }: Weighed): string {
  const label = heading ?? `${title}: ${content.replace(/\s+/g, " ").trim()}`;
  return label.length <= LABEL_MAX
    ? label
    : `${label
        .slice(0, LABEL_MAX - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** The ways in which a contact may write an option: all of it, or its last heading. */
function namesOf(label: string): string[] {
  return [plain(label), plain(label.split(" › ").at(-1) ?? "")];
}
