import { z } from "zod";

/** An older action is not run, in milliseconds. The person has to decide again. */
const KEPT_MS = 24 * 3_600_000;

/** Actions that can be queued while the service is not reachable. Tags are stored as a difference, so that colleagues' tags stay. */
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
/** Actions that a person takes and gets reports about. Marking as read is automatic. */
export type ShownAction = Exclude<Action, { kind: "read" }>;

export const ACTION = z.object({
  id: z.string(),
  userId: z.string(),
  workspaceId: z.number(),
  convId: z.string(),
  integrationId: z.string(),
  /** The contact's name, for the report. */
  name: z.string(),
  what: WHAT,
  /** The conversation's state when the person took the action. */
  seen: z.object({
    assigneeId: z.string().nullable(),
    aiId: z.string().nullable(),
    lastMessageId: z.string().nullable(),
    // Missing in entries from earlier releases.
    stageId: z.string().nullable().default(null),
    orderNo: z.string().nullable().default(null),
  }),
  createdAt: z.string(),
});
/** A queued action on a conversation. */
export type WaitingAction = z.infer<typeof ACTION>;

/** The name of an action. Removing the assignee has its own name, because its text contains no person. */
export function actionWord(what: ShownAction): ShownAction["kind"] | "unassign" {
  return what.kind === "assign" && what.agentId === null && !what.isAi ? "unassign" : what.kind;
}

/** The parts of a conversation that decide whether an action still applies. */
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

/** The person who took the action. `endedBy` contains one of the two ids. */
type Doer = { userId: string; agentId: string | null };

/** `done`: already done; `gone`: the person has lost access; `changed`: changed since the action; `late`: its time is over. */
export type Obstacle = "done" | "gone" | "changed" | "late";

/**
 * Why a queued action is no longer run when the service is reachable again. null: run it. Messages that the person has written since do not
 * matter.
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

/** Whether the contact or a colleague has written since. */
function hasSpoken({ lastMessage }: ActionRow, seen: WaitingAction["seen"], agentId: string | null): boolean {
  const isOwn = lastMessage !== null && lastMessage.isAgent && lastMessage.agentId === agentId;
  return !isOwn && (lastMessage?.messageId ?? null) !== seen.lastMessageId;
}

/** Whether a conversation is already in the state that an action would produce. */
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

/** Whether a conversation is still in the state that this person's action produced, so that it can be undone. */
export function isAsLeft(what: Action, row: ActionRow, by: Doer): boolean {
  if (what.kind === "end") return row.ended && (row.endedBy === by.userId || row.endedBy === by.agentId);
  if (what.kind !== "snooze") return isDone(what, row);
  if (row.ended || !row.isSnoozed) return false;
  return what.onlyMe || timeOf(row.snoozedUntil) === timeOf(what.until);
}

const timeOf = (iso: string | null) => (iso === null ? null : Date.parse(iso));
