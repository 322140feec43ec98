import type { Message, Pending } from "./protocol.ts";

/** Messages of one sender within this time form a group, in milliseconds. */
const TOGETHER_MS = 3 * 60_000;

const time = (message: { createdAt: string }) => Date.parse(message.createdAt);

/**
 * Merges messages into the known ones. A message with a known ID replaces the old one in place. A new one is inserted by time,
 * after those of the same moment.
 * Repeated or unordered messages create no duplicates.
 */
export function mergeMessages(known: readonly Message[], arrived: readonly Message[]): Message[] {
  const merged = [...known];
  const places = new Map(known.map(({ id }, place) => [id, place]));
  const fresh = new Map<string, Message>();
  for (const message of arrived) {
    const place = places.get(message.id);
    if (place === undefined) fresh.set(message.id, message);
    else merged[place] = message;
  }
  for (const message of fresh.values()) {
    let place = merged.length;
    while (place > 0 && time(merged[place - 1] ?? message) > time(message)) place -= 1;
    merged.splice(place, 0, message);
  }
  return merged;
}

/** The messages still pending. A pending message that the server has already returned is not shown twice. */
export function stillPending(pending: readonly Pending[], messages: readonly Message[]): Pending[] {
  const arrived = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  return pending.filter(({ clientMessageId }) => !arrived.has(clientMessageId));
}

export function countUnread(messages: readonly Message[]): number {
  return messages.filter((message) => message.from !== "visitor" && !message.removedAt && message.status !== "read")
    .length;
}

/** The newest message to the visitor. Reading it marks all earlier ones as read. */
export function newestForVisitor(messages: readonly Message[]): Message | null {
  return messages.findLast(({ from }) => from !== "visitor") ?? null;
}

/** From the IDs of answered questions to the ID of the chosen option. */
export function choicesMade(messages: readonly (Message | Pending)[]): Map<string, string> {
  const made = new Map<string, string>();
  for (const { type, replyToId, content } of messages) {
    if (type !== "interactive" || !replyToId) continue;
    const choice = /"id":("(?:[^"\\]|\\.)*")/.exec(content)?.[1];
    if (choice) made.set(replyToId, String(JSON.parse(choice)));
  }
  return made;
}

/** An item of the log, in order. `isFirst` and `isLast` mark the ends of a sender's group. */
export type LogItem =
  | { kind: "day"; key: string; date: Date }
  | { kind: "message"; key: string; message: Message; isFirst: boolean; isLast: boolean }
  | { kind: "pending"; key: string; pending: Pending; isFirst: boolean }
  | { kind: "ended"; key: string };

/** A message's key is the same before and after the server has it, so that its element stays the same. */
const keyOf = ({ clientMessageId, id }: Message) => clientMessageId ?? id;

export function logItems(messages: readonly Message[], pending: readonly Pending[]): LogItem[] {
  const items: LogItem[] = [];
  messages.forEach((message, at) => {
    const [before, after] = [messages[at - 1], messages[at + 1]];
    if (!before || !isSameDay(before, message)) items.push(dayOf(message));
    const key = keyOf(message);
    items.push({
      kind: "message",
      key,
      message,
      isFirst: !before || !standTogether(before, message),
      isLast: !after || !standTogether(message, after),
    });
    if (message.conversationEnded && !(after?.conversationEnded ?? false))
      items.push({ kind: "ended", key: `end-${key}` });
  });
  pending.forEach((waiting, at) => {
    const before = pending[at - 1] ?? messages.at(-1);
    if (!before || !isSameDay(before, waiting)) items.push(dayOf(waiting));
    const isFirst = !before || ("from" in before && (before.from !== "visitor" || before.conversationEnded));
    items.push({ kind: "pending", key: waiting.clientMessageId, pending: waiting, isFirst });
  });
  return items;
}

function dayOf(message: { createdAt: string }): LogItem {
  const date = new Date(message.createdAt);
  return { kind: "day", key: `day-${date.toDateString()}`, date };
}

const isSameDay = (one: { createdAt: string }, other: { createdAt: string }) =>
  new Date(one.createdAt).toDateString() === new Date(other.createdAt).toDateString();

function standTogether(one: Message, other: Message): boolean {
  return (
    one.from === other.from &&
    one.name === other.name &&
    one.conversationEnded === other.conversationEnded &&
    isSameDay(one, other) &&
    time(other) - time(one) < TOGETHER_MS
  );
}
