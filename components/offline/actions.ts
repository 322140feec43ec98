import { z } from "zod";

/** What was decided longer ago is to be decided again, in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

/** What can be done to a conversation while the service cannot be reached. Tags are a difference: those of colleagues stay. */
const WHAT = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("end") }),
  z.object({ kind: z.literal("assign"), agentId: z.string().nullable(), isAi: z.boolean() }),
  z.object({ kind: z.literal("snooze"), until: z.string().nullable(), onlyMe: z.boolean() }),
  z.object({ kind: z.literal("unsnooze") }),
  z.object({ kind: z.literal("tags"), add: z.array(z.string()), remove: z.array(z.string()) }),
  z.object({ kind: z.literal("stage"), stageId: z.string().nullable() }),
  z.object({ kind: z.literal("orderNo"), orderNo: z.string().nullable() }),
  z.object({ kind: z.literal("read"), seq: z.number() }),
  z.object({ kind: z.literal("unread"), fromSeq: z.number().nullable() }),
]);
export type Action = z.infer<typeof WHAT>;
/** What a person decides and is told of; what was before their eyes is read by itself. */
export type ShownAction = Exclude<Action, { kind: "read" }>;

export const ACTION = z.object({
  id: z.string(),
  userId: z.string(),
  workspaceId: z.number(),
  convId: z.string(),
  integrationId: z.string(),
  /** The client's, for the words that say what became of it. */
  name: z.string(),
  what: WHAT,
  /** The conversation as it was when it was decided. */
  seen: z.object({
    assigneeId: z.string().nullable(),
    aiId: z.string().nullable(),
    lastMessageId: z.string().nullable(),
    // Left out in what an earlier release wrote.
    stageId: z.string().nullable().default(null),
    orderNo: z.string().nullable().default(null),
  }),
  createdAt: z.string(),
});
/** What was done to a conversation while the service could not be reached. */
export type WaitingAction = z.infer<typeof ACTION>;

/** What it is called: nobody's name stands beside an assignment that is taken away. */
export function actionWord(what: ShownAction): ShownAction["kind"] | "unassign" {
  return what.kind === "assign" && what.agentId === null && !what.isAi ? "unassign" : what.kind;
}

/** As much of a conversation as says whether an action is still meant. */
export type ActionRow = {
  ended: boolean;
  endedBy: string | null;
  assigneeId: string | null;
  aiId: string | null;
  isSnoozed: boolean;
  snoozedUntil: string | null;
  tags: readonly string[];
  stageId: string | null;
  orderNo: string | null;
  unreadCount: number;
  lastMessage: { messageId: string; isAgent: boolean; agentId: string | null } | null;
};

/** Who did it; an ending bears the one id or the other. */
type Doer = { userId: string; agentId: string | null };

/** `done` already; `gone` from the person's sight; `changed` since it was decided; `late`: its time is over. */
export type Obstacle = "done" | "gone" | "changed" | "late";

/**
 * Why an action is not done any more, once the service can be reached; null: it is done now. What the person themselves has written since
 * changes nothing.
 */
export function obstacleTo(
  { what, seen, createdAt }: WaitingAction,
  row: ActionRow | null,
  agentId: string | null,
  now: number,
): Obstacle | null {
  if (!row) return "gone";
  if (isDone(what, row)) return "done";
  if (row.ended && needsOpen(what)) return "changed";
  if (now - Date.parse(createdAt) > KEPT_MS) return "late";
  switch (what.kind) {
    case "assign":
      return row.assigneeId === seen.assigneeId && row.aiId === seen.aiId ? null : "changed";
    case "stage":
      return row.stageId === seen.stageId ? null : "changed";
    case "orderNo":
      return row.orderNo === seen.orderNo ? null : "changed";
    case "end":
      return hasSpoken(row, seen, agentId) ? "changed" : null;
    case "snooze":
      if (hasSpoken(row, seen, agentId)) return "changed";
      return what.until !== null && Date.parse(what.until) <= now ? "late" : null;
    default:
      return null;
  }
}

function needsOpen({ kind }: Action): boolean {
  return kind === "assign" || kind === "snooze";
}

/** Whether the client or a colleague has written since. */
function hasSpoken({ lastMessage }: ActionRow, seen: WaitingAction["seen"], agentId: string | null): boolean {
  const isOwn = lastMessage !== null && lastMessage.isAgent && lastMessage.agentId === agentId;
  return !isOwn && (lastMessage?.messageId ?? null) !== seen.lastMessageId;
}

/** Whether a conversation already is as an action would leave it. */
function isDone(what: Action, row: ActionRow): boolean {
  switch (what.kind) {
    case "end":
      return row.ended;
    case "assign":
      if (row.ended) return false;
      return what.isAi ? row.aiId !== null : row.aiId === null && row.assigneeId === what.agentId;
    case "unsnooze":
      return !row.isSnoozed;
    case "tags":
      return what.add.every((tag) => row.tags.includes(tag)) && !what.remove.some((tag) => row.tags.includes(tag));
    case "stage":
      return row.stageId === what.stageId;
    case "orderNo":
      return row.orderNo === what.orderNo;
    case "read":
      return row.unreadCount === 0;
    case "snooze":
    case "unread":
      return false;
  }
}

/** Whether a conversation is still as an action of this person left it, so that it can be taken back. */
export function isAsLeft(what: Action, row: ActionRow, by: Doer): boolean {
  if (what.kind === "end") return row.ended && (row.endedBy === by.userId || row.endedBy === by.agentId);
  if (what.kind !== "snooze") return isDone(what, row);
  if (row.ended || !row.isSnoozed) return false;
  return what.onlyMe || timeOf(row.snoozedUntil) === timeOf(what.until);
}

const timeOf = (iso: string | null) => (iso === null ? null : Date.parse(iso));
