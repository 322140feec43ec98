import { drawPerson, type Person } from "./people.ts";
import type { Random } from "./random.ts";
import { ITEMS, threadsOf, TOPICS, type Line, type Thread } from "./threads.ts";

/** The state of a conversation: ended, answered and open, or the customer is waiting, with or without an assignee. */
type Standing = "ended" | "answered" | "waiting" | "unassigned";

export type PlannedMessage = Line & { at: Date };

export type PlannedConv = {
  person: Person;
  /** Index of its channel and of its agent in the player's lists. */
  channel: 0 | 1;
  agent: number;
  standing: Standing;
  messages: PlannedMessage[];
  tags: string[];
  stage: string | null;
  orderNo: string | null;
  /** The customer's system refused our last message. */
  lastFailed: boolean;
  /** The customer's rating when asked; null: no rating. */
  rating: PlannedRating | null;
};

export type PlannedRating = { stars: number; comment: string | null; at: Date };

export const CONVERSATIONS = 300;
const AGENTS = 4;
/** Share of ended conversations from a returning customer, so there are fewer customers than conversations. */
const RETURNING_SHARE = 0.12;
const OPEN = { unassigned: 14, waiting: 26, answered: 34 };
const DAYS = 35;
/** Ratings by the conversation's number, so that they do not change the other random draws. Half of the customers give one. */
const STARS = [5, null, 4, null, 5, 5, null, 3, null, 5, 4, null, null, 2, 5, null, 1, null] as const;
const COMMENTS: Record<number, string> = {
  1: "I had to write three times before anybody answered.",
  2: "The parcel was late again, and nobody had told me.",
  4: "Friendly and quick, thank you.",
  5: "Sorted in five minutes. Great help!",
};
/** How long after the end of a conversation its rating arrives. */
const RATED_AFTER_MINUTES = 7;
/** A prime, so that it reaches every position of any list. */
const STRIDE = 11;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * All conversations of the demo, oldest first. They are the same in every installation, except for the times, which are counted
 * back from `now`: open ones are hours to days old, the others are spread over the last weeks.
 * @param mediaUrl where the customers' pictures are.
 */
export function planDemo(random: Random, now: Date, mediaUrl: string): PlannedConv[] {
  const earlier: Person[] = [];
  const convs = Array.from({ length: CONVERSATIONS }, (_, n): PlannedConv => {
    const standing = standingOf(n);
    // A customer has only one open conversation at a time, so only an ended one can be followed by another.
    const isReturning = standing === "ended" && random.chance(RETURNING_SHARE);
    const person = isReturning && earlier.length > 0 ? random.pick(earlier) : drawPerson(random, n);
    if (standing === "ended") earlier.push(person);
    return planConv(random, { n, person, standing, now, mediaUrl });
  });
  return convs.sort((a, b) => (a.messages.at(-1)?.at.getTime() ?? 0) - (b.messages.at(-1)?.at.getTime() ?? 0));
}

function standingOf(n: number): Standing {
  if (n < OPEN.unassigned) return "unassigned";
  if (n < OPEN.unassigned + OPEN.waiting) return "waiting";
  if (n < OPEN.unassigned + OPEN.waiting + OPEN.answered) return "answered";
  return "ended";
}

type Frame = { n: number; person: Person; standing: Standing; now: Date; mediaUrl: string };

function planConv(random: Random, { n, person, standing, now, mediaUrl }: Frame): PlannedConv {
  const threads = threadsOf(person.language, mediaUrl);
  // A stride instead of a random draw, so that every thread is used about equally often.
  const thread = threads[(n * STRIDE) % threads.length];
  if (!thread) throw new Error(`there are no threads in ${person.language}`);
  const agent = random.int(0, AGENTS - 1);
  const lastAt = new Date(now.getTime() - ageOf(random, standing, now));
  const order = `SO-${random.int(10_200, 11_900)}`;
  const lines = cut(thread, standing).map((line) => ({
    ...line,
    content: fill(random, line.content, { person, agent, order, at: lastAt }),
  }));
  const about = TOPICS[thread.topic];
  const isRead = standing !== "unassigned";
  return {
    person,
    // A customer stays on one channel. On another one they would be a different contact.
    channel: Number(person.id.slice(-1)) < 6 ? 0 : 1,
    agent,
    standing,
    messages: withTimes(random, lines, lastAt),
    tags: isRead ? [about.tag, ...(random.chance(0.12) ? ["vip"] : [])] : [],
    stage: standing === "ended" ? "Solved" : isRead && random.chance(0.7) ? about.stage : null,
    orderNo: thread.lines.some(({ content }) => content.includes("{order}")) ? order : null,
    lastFailed: standing === "answered" && random.chance(0.12),
    rating: standing === "ended" ? ratingOf(n, person, lastAt) : null,
  };
}

function ratingOf(n: number, { language }: Person, endedAt: Date): PlannedRating | null {
  const stars = STARS[n % STARS.length] ?? null;
  if (stars === null) return null;
  const comment = language === "en" && n % 2 === 0 ? (COMMENTS[stars] ?? null) : null;
  return { stars, comment, at: new Date(endedAt.getTime() + RATED_AFTER_MINUTES * MINUTE) };
}

/**
 * The part of a thread that was already said: up to a customer's line if they wait, up to an agent's line if they were answered.
 */
function cut({ lines }: Thread, standing: Standing): readonly Line[] {
  const isLast = (line: Line, index: number) => {
    if (standing === "unassigned") return line.from === "client" && lines[index + 1]?.from !== "client";
    if (standing === "waiting") return line.from === "client" && index > 0 && lines[index - 1]?.from !== "client";
    return line.from === "agent" && lines[index + 1]?.from !== "agent";
  };
  if (standing === "ended") return lines;
  const index = lines.findIndex(isLast);
  return index === -1 ? lines.filter(({ from }) => from === "client").slice(0, 1) : lines.slice(0, index + 1);
}

/** The age of the last message. Ended conversations fall into the shop's hours. */
function ageOf(random: Random, standing: Standing, now: Date): number {
  switch (standing) {
    case "unassigned":
      return random.int(1, 190) * MINUTE;
    case "waiting":
      return random.int(2, 900) * MINUTE;
    case "answered":
      return random.int(20, 5 * 24 * 60) * MINUTE;
    case "ended": {
      const midnight = Math.floor(now.getTime() / DAY) * DAY;
      const at =
        midnight - random.int(1, DAYS) * DAY + random.int(8 * 60, 20 * 60) * MINUTE + random.int(0, MINUTE - 1);
      return now.getTime() - at;
    }
  }
}

/** Times counted back from the last message: seconds between lines of one person, minutes between question and answer. */
function withTimes(random: Random, lines: Line[], lastAt: Date): PlannedMessage[] {
  let at = lastAt.getTime();
  return lines
    .toReversed()
    .map((line, index, reversed): PlannedMessage => {
      const before = reversed[index + 1];
      const planned = { ...line, at: new Date(at) };
      if (before) at -= before.from === line.from ? random.int(15, 90) * 1_000 : random.int(50, 28 * 60) * 1_000;
      return planned;
    })
    .toReversed();
}

export const AGENT_NAMES = [
  { name: "Sam", surname: "Rivera" },
  { name: "Ana", surname: "Costa" },
  { name: "Piotr", surname: "Zieliński" },
  { name: "Marta", surname: "Lindgren" },
] as const;

type Facts = { person: Person; agent: number; order: string; at: Date };

function fill(random: Random, content: string, { person, agent, order, at }: Facts): string {
  const day = new Date(at.getTime() + random.int(2, 6) * DAY);
  const words: Record<string, string> = {
    name: person.name,
    agent: AGENT_NAMES[agent]?.name ?? "",
    order,
    item: ITEMS[(person.id.charCodeAt(5) + person.id.charCodeAt(7)) % ITEMS.length] ?? ITEMS[0],
    day: day.toLocaleDateString(person.language, { weekday: "long", timeZone: "UTC" }),
    time: `${random.int(10, 17)}:${random.pick(["00", "15", "30", "45"])}`,
    sum: `${random.int(19, 180)}.${random.pick(["00", "50", "90"])}`,
  };
  return content.replaceAll(/\{([a-z]+)\}/g, (whole, word: string) => words[word] ?? whole);
}
