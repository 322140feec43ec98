import { ENGLISH } from "./threads-english.ts";
import { MORE_LANGUAGES } from "./threads-more-languages.ts";
import type { Language } from "./people.ts";
import type { MessageType } from "../../generated/prisma/enums.ts";

/** The lines of one conversation, and its topic. Placeholders: {name}, {agent}, {order}, {item}, {day}, {time}, {sum}. */
export type Thread = { topic: Topic; lines: readonly Line[] };

export type Line = { from: "client" | "agent" | "note"; type: MessageType; content: string };

/** The stages of conversations in their order. */
export const STAGE_COLORS = {
  New: "blue",
  "In progress": "amber",
  "Waiting for parcel": "violet",
  Scheduled: "violet",
  Escalated: "rose",
  Solved: "green",
} as const;

export const TOPICS = {
  delivery: { tag: "delivery", stage: "In progress" },
  return: { tag: "return", stage: "Waiting for parcel" },
  appointment: { tag: "appointment", stage: "Scheduled" },
  invoice: { tag: "billing", stage: "In progress" },
  complaint: { tag: "complaint", stage: "Escalated" },
  product: { tag: "question", stage: "New" },
  thanks: { tag: "feedback", stage: "Solved" },
} as const satisfies Record<string, { tag: string; stage: keyof typeof STAGE_COLORS }>;
export type Topic = keyof typeof TOPICS;

/** The speaker of a line: `c` client, `a` agent, `n` note. A word after a colon is the type (`c:image`). */
const SPEAKERS = { c: "client", a: "agent", n: "note" } as const;

/** Threads of a language. `{media}` is replaced by the address of a file of the simulator. */
export function threadsOf(language: Language, mediaUrl: string): readonly Thread[] {
  return (language === "en" ? ENGLISH : MORE_LANGUAGES[language]).map((text) => readThread(text, mediaUrl));
}

/** Parses a thread: its topic, then one line each. */
function readThread(text: string, mediaUrl: string): Thread {
  const [topic = "", ...lines] = text.trim().split("\n");
  if (!isTopic(topic)) throw new Error(`"${topic}" is no topic`);
  return { topic, lines: lines.map((line) => readLine(line.trim().replaceAll("{media}", mediaUrl))) };
}

function readLine(line: string): Line {
  const parts = /^([can])(?::(image|audio|document|location))? (.+)$/.exec(line);
  const [, speaker, type, content] = parts ?? [];
  if (!content || (speaker !== "c" && speaker !== "a" && speaker !== "n"))
    throw new Error(`Not a line of a thread: ${line}`);
  const from = SPEAKERS[speaker];
  return { from, content, type: from === "note" ? "note" : ((type ?? "text") as MessageType) };
}

function isTopic(word: string): word is Topic {
  return Object.hasOwn(TOPICS, word);
}

export const ITEMS = [
  "desk lamp",
  "walnut side table",
  "wool blanket",
  "coffee grinder",
  "standing desk",
  "linen curtains",
  "ceramic teapot",
  "floor lamp",
  "bookshelf",
  "office chair",
] as const;
