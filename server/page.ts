import { validate as isUuid } from "uuid";
import { badInput } from "./errors.ts";
import { say } from "./say.ts";

/** Input of every paged list: `first` from 1 to 200 (default 50), `after` an endCursor. */
export type PageInput = { first?: number | null; after?: string | null };

/** One page of a list, newest first. */
export type Page<Row> = {
  nodes: Row[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null; count: () => Promise<number> };
};

/** The position after which a page starts: (time, id) of the previous row. Stable while rows are added. */
export type Cursor = { at: Date; id: string };

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 200;
const YEAR_10000 = Date.UTC(10_000, 0);

/**
 * Reads `first` and `after`.
 * @returns `take`: the number of rows to query. It is one more than the page, to find out whether there is a next page.
 * @throws AppError BAD_INPUT when `first` is out of range or `after` is not one of our cursors.
 */
export function readPage(input: PageInput): { size: number; take: number; cursor: Cursor | null } {
  const size = input.first ?? PAGE_DEFAULT;
  if (!Number.isInteger(size) || size < 1 || size > PAGE_MAX)
    throw badInput("first", say("service.fromTo", { field: "first", least: 1, most: PAGE_MAX }));
  return { size, take: size + 1, cursor: input.after == null ? null : decodeCursor(input.after) };
}

/**
 * Prisma's where and orderBy of a keyset page over (createdAt, id), newest first.
 */
export function keyset(cursor: Cursor | null) {
  return {
    orderBy: [{ createdAt: "desc" as const }, { id: "desc" as const }],
    // The first condition follows from the second. PostgreSQL needs it to start the index scan at the page.
    after: cursor
      ? {
          createdAt: { lte: cursor.at },
          OR: [{ createdAt: { lt: cursor.at } }, { createdAt: cursor.at, id: { lt: cursor.id } }],
        }
      : {},
  };
}

/**
 * Cuts the queried rows into a page.
 * @param keyOf returns the (time, id) that the list is sorted by.
 */
export function toPage<Row>(
  rows: Row[],
  size: number,
  keyOf: (row: Row) => Cursor,
  count: () => Promise<number>,
): Page<Row> {
  const nodes = rows.slice(0, size);
  const last = nodes.at(-1);
  return {
    nodes,
    pageInfo: { hasNextPage: rows.length > size, endCursor: last ? encodeCursor(keyOf(last)) : null, count },
  };
}

/** The cursor of lists sorted by creation time. */
export function createdKey(row: { createdAt: Date; id: string }): Cursor {
  return { at: row.createdAt, id: row.id };
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.at.getTime()} ${cursor.id}`).toString("base64url");
}

function decodeCursor(text: string): Cursor {
  const [time, id] = Buffer.from(text, "base64url").toString().split(" ");
  const at = new Date(Number(time));
  // Postgres cannot store very early dates. Lists that sort some rows last give them the year 9999.
  if (!id || !isUuid(id) || !(at.getTime() >= 0 && at.getTime() < YEAR_10000)) {
    throw badInput("after", say("service.cursor"));
  }
  return { at, id };
}
