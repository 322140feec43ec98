import { dayKey } from "../ui/times.ts";

/** The parts of a message that the timeline needs. Times are ISO strings. */
type Placed = {
  messageId: string;
  convId: string | null;
  integrationId: string | null;
  type: string;
  noteType: string | null;
  isAgent: boolean;
  agentId: string | null;
  aiId: string | null;
  /** Who wrote it in a group. */
  writerName?: string | null;
  createdAt: string;
  providerAt: string | null;
};

/**
 * One line of the log. `first` and `last` mark the ends of a run of one sender's bubbles. `conv` separates a conversation (its id) from
 * the later one below it. `channel` names the channel of the messages below it, where the log shows several together. `run` is several system lines in a row, shown as one until it is opened.
 */
export type TimelineItem<M> =
  | { kind: "day"; key: string; at: string }
  | { kind: "conv"; key: string; convId: string }
  | { kind: "channel"; key: string; integrationId: string; convId: string | null }
  | { kind: "new"; key: string }
  | { kind: "system"; key: string; message: M }
  | { kind: "run"; key: string; messages: M[]; isOpen: boolean }
  | { kind: "message"; key: string; message: M; first: boolean; last: boolean };

export type TimelineOptions = {
  /** The viewer's first unread message on opening. The line "New messages" goes above it. */
  firstNewId?: string | null;
  /** Keys of the opened runs of system lines. */
  openRuns?: ReadonlySet<string>;
  /** The conversations that the log shows by time, one among the other. */
  together?: ReadonlySet<string>;
};

const GROUP_MS = 3 * 60_000;
/** Up to this many system lines in a row are shown one by one. */
const MOST_LINES = 3;
const LATE_MS = 60_000;

/** The time to show: the provider's, if there is one. */
export function shownAt(message: Pick<Placed, "createdAt" | "providerAt">): string {
  return message.providerAt ?? message.createdAt;
}

/** Whether a message arrived much later than the provider's send time (or earlier, if a clock is wrong). */
export function isLate({ createdAt, providerAt }: Pick<Placed, "createdAt" | "providerAt">): boolean {
  return providerAt !== null && Math.abs(Date.parse(createdAt) - Date.parse(providerAt)) > LATE_MS;
}

/**
 * Builds the log of a conversation: messages oldest first with day separators, and runs of one sender within three minutes.
 * @param keyOf the bubble's key on the screen. An optimistic bubble keeps its key when the server's copy replaces it.
 */
export function buildTimeline<M extends Placed>(
  messages: readonly M[],
  keyOf: (message: M) => string,
  { firstNewId = null, openRuns, together }: TimelineOptions = {},
): TimelineItem<M>[] {
  const items: TimelineItem<M>[] = [];
  let day = "";
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as M;
    const before = messages[index - 1];
    const isTogether = together?.has(message.convId ?? "") ?? false;
    const wasTogether = together?.has(before?.convId ?? "") ?? false;
    if (before?.convId && before.convId !== message.convId && !(isTogether && wasTogether)) {
      items.push({ kind: "conv", key: convKey(before.convId), convId: before.convId });
    }
    const at = shownAt(message);
    if (dayKey(at) !== day) {
      day = dayKey(at);
      items.push({ kind: "day", key: `day ${day} ${keyOf(message)}`, at });
    }
    if (isTogether && message.integrationId !== null && (!wasTogether || before?.convId !== message.convId)) {
      const { integrationId, convId } = message;
      items.push({ kind: "channel", key: `channel ${keyOf(message)}`, integrationId, convId });
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

/** The key of the separator below a conversation. */
export function convKey(convId: string): string {
  return `conv ${convId}`;
}

/** Notes written by the system, one line each: assigned, handed over, ended … */
export function isSystemLine(message: Pick<Placed, "type" | "noteType">): boolean {
  return message.type === "note" && message.noteType === "system";
}

/** The uninterrupted system lines from `start` on. */
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
  const who = message.isAgent ? `us ${message.agentId ?? message.aiId ?? "key"}` : `client ${message.writerName ?? ""}`;
  return message.type === "note" ? `${who} note` : who;
}
