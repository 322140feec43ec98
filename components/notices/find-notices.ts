import type { LiveChange } from "../shell/live-store.ts";
import type { Notice } from "./notice.ts";

/** The parts of a conversation that decide whether to notify an agent. Times are ISO 8601. */
export type NoticeRow = {
  id: string;
  clientName: string;
  assigneeId: string | null;
  aiId: string | null;
  otherAppSince: string | null;
  ended: boolean;
  needsResponse: boolean;
  replyWindowClosesAt: string | null;
  slaDueAt: string | null;
  /** The viewer's messages that failed and were not sent again. */
  ownFailedIds: readonly string[];
  lastMessage: {
    messageId: string;
    isAgent: boolean;
    agentId: string | null;
  } | null;
};

/** The state between two checks. It only grows, and starts empty when the page loads. */
export type Known = {
  /** The viewer's own conversations. */
  mine: Set<string>;
  told: Set<string>;
};

const WINDOW_MS = 3_600_000;

/** The notices for this agent from recent changes. `rows` is the state after the changes. */
export function noticesOf(
  changes: readonly LiveChange[],
  rows: readonly NoticeRow[],
  agentId: string,
  known: Known,
): Notice[] {
  return rows.flatMap((row) => {
    const own = changes.filter(({ convId }) => convId === row.id);
    const incoming = own.findLast(({ name }) => name === "INCOMING_MESSAGE");
    const found: Notice[] = [];
    const add = (event: Notice["event"], id: string) => found.push({ id, event, convId: row.id, name: row.clientName });
    const isMine = row.assigneeId === agentId && !row.ended;
    const isNew = isMine && !known.mine.has(row.id);
    if (isMine) known.mine.add(row.id);
    else known.mine.delete(row.id);

    if (isNew && !wasDoneBy(row, agentId))
      add("assignedToMe", `assigned ${row.id} ${row.lastMessage?.messageId ?? ""}`);
    else if (isMine && incoming) add("replyInMine", `reply ${incoming.messageId ?? row.id}`);
    if (incoming && row.assigneeId === null && row.aiId === null && row.otherAppSince === null && !row.ended)
      add("newUnassigned", `unassigned ${row.id}`);
    for (const { messageId } of own)
      if (messageId && row.ownFailedIds.includes(messageId)) add("failedSend", `failed ${messageId}`);
    return freshOf(found, known);
  });
}

/** The viewer's conversations that need a response and whose reply window closes soon. One notice for each window. */
export function closingNotices(rows: readonly NoticeRow[], known: Known, nowMs: number): Notice[] {
  const closing = rows.filter(({ ended, needsResponse, replyWindowClosesAt: at }) => {
    const left = at === null ? 0 : Date.parse(at) - nowMs;
    return !ended && needsResponse && left > 0 && left < WINDOW_MS;
  });
  const notices = closing.map(({ id, clientName, replyWindowClosesAt }): Notice => {
    return { id: `closing ${id} ${replyWindowClosesAt}`, event: "windowClosing", convId: id, name: clientName };
  });
  return freshOf(notices, known);
}

/** The viewer's and unassigned conversations whose response target is close. One notice for each target. */
export function riskNotices(rows: readonly NoticeRow[], agentId: string, known: Known): Notice[] {
  const theirs = rows.filter(
    ({ assigneeId, aiId }) => assigneeId === agentId || (assigneeId === null && aiId === null),
  );
  return freshOf(
    theirs.map(({ id, clientName, slaDueAt }) => {
      return { id: `sla ${id} ${slaDueAt}`, event: "slaRisk", convId: id, name: clientName };
    }),
    known,
  );
}

/** Whether this agent caused the change: the last message is the agent's own or the service's note of their action. */
function wasDoneBy({ lastMessage }: NoticeRow, agentId: string): boolean {
  return lastMessage !== null && lastMessage.isAgent && lastMessage.agentId === agentId;
}

function freshOf(notices: Notice[], known: Known): Notice[] {
  return notices.filter(({ id }) => {
    const isFresh = !known.told.has(id);
    known.told.add(id);
    return isFresh;
  });
}
