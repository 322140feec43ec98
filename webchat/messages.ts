import type { Message, Pending } from "./protocol.ts";

/** Messages of one sender within this time stand together, in milliseconds. */
const TOGETHER_MS = 3 * 60_000;

const time = (message: { createdAt: string }) => Date.parse(message.createdAt);

/**
 * Messages that arrived, put among those that are known: a known one (same id) is replaced where it stands, a new one is put
 * in by its time, after those of the same moment. However often and in whatever order they arrive, nothing doubles.
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

/** What is still to arrive: a pending message whose copy the server has sent already is not shown twice. */
export function stillPending(pending: readonly Pending[], messages: readonly Message[]): Pending[] {
  const arrived = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  return pending.filter(({ clientMessageId }) => !arrived.has(clientMessageId));
}

export function countUnread(messages: readonly Message[]): number {
  return messages.filter((message) => message.from !== "visitor" && !message.removedAt && message.status !== "read")
    .length;
}

/** The newest message to the visitor: reading it reads all before it. */
export function newestForVisitor(messages: readonly Message[]): Message | null {
  return messages.findLast(({ from }) => from !== "visitor") ?? null;
}

/** Ids of questions that the visitor has answered, with the id of the chosen option. */
export function choicesMade(messages: readonly (Message | Pending)[]): Map<string, string> {
  const made = new Map<string, string>();
  for (const { type, replyToId, content } of messages) {
    if (type !== "interactive" || !replyToId) continue;
    const choice = /"id":("(?:[^"\\]|\\.)*")/.exec(content)?.[1];
    if (choice) made.set(replyToId, String(JSON.parse(choice)));
  }
  return made;
}

/** What stands in the log, from top to bottom. `isFirst` and `isLast` are the ends of a sender's group. */
export type LogItem =
  | { kind: "day"; key: string; date: Date }
  | { kind: "message"; key: string; message: Message; isFirst: boolean; isLast: boolean }
  | { kind: "pending"; key: string; pending: Pending; isFirst: boolean }
  | { kind: "ended"; key: string };

/** Key of a message: the same before and after the server has it, so that its bubble stays the same element. */
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
