import type { ConvRow } from "../inbox/documents.ts";

type Row = Pick<ConvRow, "id" | "clientId" | "ended">;

export type ByPerson<R> = {
  rows: readonly R[];
  /** By the ID of a row, the further conversations that it stands for. */
  othersOf: ReadonlyMap<string, readonly R[]>;
  /** The row that stands for a conversation: itself, if it has a row or is not in the list. */
  shownIdOf: (convId: string) => string;
  /** The conversations that a row stands for, its own first. */
  convIdsOf: (rowId: string) => readonly string[];
};

/**
 * One row for each person: their open conversations further down join the first one, which is the one to look at first in any order.
 * Conversations that have ended stay by themselves.
 */
export function byPerson<R extends Row>(rows: readonly R[]): ByPerson<R> {
  const firstOf = new Map<string, string>();
  const othersOf = new Map<string, R[]>();
  const shownIds = new Map<string, string>();
  const shown = rows.filter((row) => {
    const first = row.ended ? undefined : firstOf.get(row.clientId);
    if (first === undefined) {
      if (!row.ended) firstOf.set(row.clientId, row.id);
      return true;
    }
    othersOf.set(first, [...(othersOf.get(first) ?? []), row]);
    shownIds.set(row.id, first);
    return false;
  });
  return {
    rows: shown,
    othersOf,
    shownIdOf: (convId) => shownIds.get(convId) ?? convId,
    convIdsOf: (rowId) => [rowId, ...(othersOf.get(rowId)?.map(({ id }) => id) ?? [])],
  };
}

/** Every conversation by itself. */
export function byConversation<R>(rows: readonly R[]): ByPerson<R> {
  return { rows, othersOf: new Map(), shownIdOf: (convId) => convId, convIdsOf: (rowId) => [rowId] };
}

type Unread = Pick<ConvRow, "unreadCount">;

/** The unread messages in all conversations of a row. */
export function unreadOf(row: Unread, others: readonly Unread[]): number {
  return others.reduce((sum, { unreadCount }) => sum + unreadCount, row.unreadCount);
}

/** Whether the last message of one of a row's conversations could not be sent. */
export function hasFailed(row: ConvRow, others: readonly ConvRow[]): boolean {
  return [row, ...others].some(({ lastMessage }) => lastMessage?.status === "failed");
}
