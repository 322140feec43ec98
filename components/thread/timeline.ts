import { dayKey } from "../inbox/times.ts";

/** What the timeline needs to know of a message; ISO times. */
type Placed = {
  messageId: string;
  convId: string | null;
  type: string;
  noteType: string | null;
  isAgent: boolean;
  agentId: string | null;
  aiId: string | null;
  createdAt: string;
  providerAt: string | null;
};

/**
 * One line of the log. `first` and `last` tell where a run of one sender's bubbles begins and ends; `conv` stands between a
 * conversation (its id) and the later one below it; `run` is several system lines in a row, shown as one until it is opened.
 */
export type TimelineItem<M> =
  | { kind: "day"; key: string; at: string }
  | { kind: "conv"; key: string; convId: string }
  | { kind: "new"; key: string }
  | { kind: "system"; key: string; message: M }
  | { kind: "run"; key: string; messages: M[]; isOpen: boolean }
  | { kind: "message"; key: string; message: M; first: boolean; last: boolean };

export type TimelineOptions = {
  /** The first message that the viewer had not read when they came: the line "New messages" stands above it. */
  firstNewId?: string | null;
  /** Keys of the runs of system lines that are opened. */
  openRuns?: ReadonlySet<string>;
};

const GROUP_MS = 3 * 60_000;
/** System lines in a row that are still shown one by one. */
const MOST_LINES = 3;
const LATE_MS = 60_000;

/** The time shown: the sender's system's, where it gave one. */
export function shownAt(message: Pick<Placed, "createdAt" | "providerAt">): string {
  return message.providerAt ?? message.createdAt;
}

/** Whether a message reached us much later (or earlier, by a wrong clock) than its sender's system says it was sent. */
export function isLate({ createdAt, providerAt }: Pick<Placed, "createdAt" | "providerAt">): boolean {
  return providerAt !== null && Math.abs(Date.parse(createdAt) - Date.parse(providerAt)) > LATE_MS;
}

/**
 * The log of a conversation: messages oldest first with day separators, and runs of one sender within three minutes.
 * @param keyOf the bubble's identity on the screen; an optimistic bubble keeps its own when the server's copy takes over.
 */
export function buildTimeline<M extends Placed>(
  messages: readonly M[],
  keyOf: (message: M) => string,
  { firstNewId = null, openRuns }: TimelineOptions = {},
): TimelineItem<M>[] {
  const items: TimelineItem<M>[] = [];
  let day = "";
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as M;
    const before = messages[index - 1];
    if (before?.convId && before.convId !== message.convId) {
      items.push({ kind: "conv", key: convKey(before.convId), convId: before.convId });
    }
    const at = shownAt(message);
    if (dayKey(at) !== day) {
      day = dayKey(at);
      items.push({ kind: "day", key: `day ${day} ${keyOf(message)}`, at });
    }
    if (message.messageId === firstNewId) items.push({ kind: "new", key: "new" });
    if (isSystemLine(message)) {
      const run = systemRun(messages, index, firstNewId);
      index += run.length - 1;
      items.push(...systemItems(run, keyOf, openRuns));
      continue;
    }
    const after = messages[index + 1];
    items.push({
      kind: "message",
      key: keyOf(message),
      message,
      first: message.messageId === firstNewId || !continues(before, message),
      last: after?.messageId === firstNewId || !continues(message, after),
    });
  }
  return items;
}

/** The key of the line below a conversation. */
export function convKey(convId: string): string {
  return `conv ${convId}`;
}

/** Assigned, handed over, ended …: notes that the system wrote, one line each. */
export function isSystemLine(message: Pick<Placed, "type" | "noteType">): boolean {
  return message.type === "note" && message.noteType === "system";
}

/** The system lines from `start` on that nothing else stands between. */
function systemRun<M extends Placed>(messages: readonly M[], start: number, firstNewId: string | null): M[] {
  const [head] = messages.slice(start, start + 1);
  const run: M[] = [];
  for (let index = start; index < messages.length; index++) {
    const message = messages[index] as M;
    const goesOn =
      isSystemLine(message) &&
      message.convId === head?.convId &&
      dayKey(shownAt(message)) === dayKey(shownAt(head)) &&
      (index === start || message.messageId !== firstNewId);
    if (!goesOn) break;
    run.push(message);
  }
  return run;
}

function systemItems<M extends Placed>(
  run: readonly M[],
  keyOf: (message: M) => string,
  openRuns: ReadonlySet<string> | undefined,
): TimelineItem<M>[] {
  const lines = run.map((message): TimelineItem<M> => ({ kind: "system", key: keyOf(message), message }));
  const [head] = run;
  if (!head || run.length <= MOST_LINES) return lines;
  const key = `run ${keyOf(head)}`;
  const isOpen = openRuns?.has(key) ?? false;
  return [{ kind: "run", key, messages: [...run], isOpen }, ...(isOpen ? lines : [])];
}

function continues(before: Placed | undefined, after: Placed | undefined): boolean {
  if (!before || !after || isSystemLine(before) || isSystemLine(after)) return false;
  const gap = new Date(shownAt(after)).getTime() - new Date(shownAt(before)).getTime();
  return (
    before.convId === after.convId &&
    sender(before) === sender(after) &&
    gap >= 0 &&
    gap <= GROUP_MS &&
    dayKey(shownAt(before)) === dayKey(shownAt(after))
  );
}

function sender(message: Placed): string {
  const who = message.isAgent ? `us ${message.agentId ?? message.aiId ?? "key"}` : "client";
  return message.type === "note" ? `${who} note` : who;
}
