import { validate as isUuid } from "uuid";
import { badInput } from "./errors.ts";
import { say } from "./say.ts";

/** Input of every paged list: `first` 1..200 (50), `after` an endCursor. */
export type PageInput = { first?: number | null; after?: string | null };

/** One page of a list, newest first. */
export type Page<Row> = {
  nodes: Row[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null; count: () => Promise<number> };
};

/** Where a page goes on: the (time, id) of the row before it. Stable while rows are added. */
export type Cursor = { at: Date; id: string };

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 200;
const YEAR_10000 = Date.UTC(10_000, 0);

/**
 * Reads `first` and `after`.
 * @returns `take` rows to ask for: one more than the page, which tells whether there is a next one.
 * @throws AppError BAD_INPUT when first is out of range or after is no cursor of ours.
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
    // The first condition says nothing that the second does not: by it the index is entered where the page begins.
    after: cursor
      ? {
          createdAt: { lte: cursor.at },
          OR: [{ createdAt: { lt: cursor.at } }, { createdAt: cursor.at, id: { lt: cursor.id } }],
        }
      : {},
  };
}

/**
 * Cuts the rows asked for into a page.
 * @param keyOf the (time, id) the list is ordered by.
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

/** The key of lists in order of creation. */
export function createdKey(row: { createdAt: Date; id: string }): Cursor {
  return { at: row.createdAt, id: row.id };
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.at.getTime()} ${cursor.id}`).toString("base64url");
}

function decodeCursor(text: string): Cursor {
  const [time, id] = Buffer.from(text, "base64url").toString().split(" ");
  const at = new Date(Number(time));
  // Postgres knows no times long before Christ; a list that puts rows last gives them the year 9999.
  if (!id || !isUuid(id) || !(at.getTime() >= 0 && at.getTime() < YEAR_10000)) {
    throw badInput("after", say("service.cursor"));
  }
  return { at, id };
}
