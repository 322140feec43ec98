import type { LiveChange } from "../shell/live-store.ts";
import type { Notice } from "./notice.ts";

/** As much of a conversation as decides whether an agent is to be told; times are ISO. */
export type NoticeRow = {
  id: string;
  clientName: string;
  assigneeId: string | null;
  aiId: string | null;
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

/** What is remembered between two looks; it is only ever added to, and begins anew with the page. */
export type Known = {
  /** The viewer's own conversations. */
  mine: Set<string>;
  told: Set<string>;
};

const WINDOW_MS = 3_600_000;

/** What the changes of a moment have brought for this agent. `rows` are as they are after the changes. */
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
    if (incoming && row.assigneeId === null && row.aiId === null && !row.ended)
      add("newUnassigned", `unassigned ${row.id}`);
    for (const { messageId } of own)
      if (messageId && row.ownFailedIds.includes(messageId)) add("failedSend", `failed ${messageId}`);
    return freshOf(found, known);
  });
}

/** Own conversations that wait for an answer which soon can no longer be given; each is told once for each window. */
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

/** Conversations, the viewer's or nobody's, that are to be answered soon; each is told once for each target. */
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

/** A line of the service, or a message of one's own, that stands last: it was this agent who took it. */
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
