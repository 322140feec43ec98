import { dayKey } from "./times.ts";

/** What the timeline needs to know of a message; ISO times. */
type Placed = {
  messageId: string;
  type: string;
  noteType: string | null;
  isAgent: boolean;
  agentId: string | null;
  aiId: string | null;
  createdAt: string;
  providerAt: string | null;
};

/** One line of the log. `first` and `last` tell where a run of one sender's bubbles begins and ends. */
export type TimelineItem<M> =
  | { kind: "day"; key: string; at: string }
  | { kind: "system"; key: string; message: M }
  | { kind: "message"; key: string; message: M; first: boolean; last: boolean };

const GROUP_MS = 3 * 60_000;

/** The time shown: the sender's system's, where it gave one. */
export function shownAt(message: Pick<Placed, "createdAt" | "providerAt">): string {
  return message.providerAt ?? message.createdAt;
}

/**
 * The log of a conversation: messages oldest first with day separators, and runs of one sender within three minutes.
 * @param keyOf the bubble's identity on the screen; an optimistic bubble keeps its own when the server's copy takes over.
 */
export function buildTimeline<M extends Placed>(
  messages: readonly M[],
  keyOf: (message: M) => string,
): TimelineItem<M>[] {
  const items: TimelineItem<M>[] = [];
  let day = "";
  messages.forEach((message, index) => {
    const at = shownAt(message);
    if (dayKey(at) !== day) {
      day = dayKey(at);
      items.push({ kind: "day", key: `day ${day} ${keyOf(message)}`, at });
    }
    if (isSystemLine(message)) {
      items.push({ kind: "system", key: keyOf(message), message });
      return;
    }
    items.push({
      kind: "message",
      key: keyOf(message),
      message,
      first: !continues(messages[index - 1], message),
      last: !continues(message, messages[index + 1]),
    });
  });
  return items;
}

/** Assigned, handed over, ended …: notes that the system wrote, one line each. */
export function isSystemLine(message: Pick<Placed, "type" | "noteType">): boolean {
  return message.type === "note" && message.noteType === "system";
}

function continues(before: Placed | undefined, after: Placed | undefined): boolean {
  if (!before || !after || isSystemLine(before) || isSystemLine(after)) return false;
  const gap = new Date(shownAt(after)).getTime() - new Date(shownAt(before)).getTime();
  return (
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
