import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Message } from "../generated/prisma/client.ts";
import { visibleConvSql } from "./access.ts";
import { inSearchPlace } from "./search-places.ts";
import { tsQueryOf } from "./search-words.ts";

/** A word that is everywhere is looked for in the newest first: this many days. */
const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Of a whole search, in milliseconds. */
const TIME_LIMIT_MS = 2_000;
/** With less than this left, looking through everything is not begun. */
const LEAST_MS = 100;

type FoundMessages = {
  rows: Message[];
  /** Looking through everything would have taken too long: only the last 30 days were searched. */
  isOnlyRecent: boolean;
};

type Search = { words: readonly string[]; convId: string | null; first: number };

/**
 * Messages that have all the words, newest first, of conversations that the actor may see; within two seconds.
 * @throws AppError RATE_LIMITED while too many search at once.
 */
export async function searchMessages(ctx: Ctx, search: Search): Promise<FoundMessages> {
  if (search.words.length === 0) return { rows: [], isOnlyRecent: false };
  return inSearchPlace(async () => {
    const end = performance.now() + TIME_LIMIT_MS;
    const since = new Date(ctx.now.getTime() - RECENT_DAYS * DAY_MS);
    const recent = await inTime(searchSql(ctx, search, since), end);
    if (recent === null) return { rows: [], isOnlyRecent: true };
    if (recent.length >= search.first) return { rows: recent, isOnlyRecent: false };
    const all = await inTime(searchSql(ctx, search, null), end);
    return all === null ? { rows: recent, isOnlyRecent: true } : { rows: all, isOnlyRecent: false };
  });
}

/** The statement that is planned: the words by Message_search_idx, the rest on what it finds. */
export function searchSql(ctx: Ctx, { words, convId, first }: Search, since: Date | null): Prisma.Sql {
  const ofConv = convId ? Prisma.sql`and m."convId" = ${convId}::uuid` : Prisma.empty;
  const recent = since ? Prisma.sql`and m."createdAt" > ${since}::timestamptz` : Prisma.empty;
  return Prisma.sql`
    select m.* from "Message" m
    where m."workspaceId" = ${ctx.workspaceId} ${ofConv} ${recent}
      and message_search(m.type, m.content, m.caption) @@ to_tsquery('simple', ${tsQueryOf(words)})
      and m."noteType" is distinct from 'system' and m."removedAt" is null
      and exists (select 1 from "Conversation" c where c.id = m."convId" and ${visibleConvSql(ctx)})
    order by m."createdAt" desc, m.id desc limit ${first}`;
}

/** The rows; null when they are not there by `end` (performance.now). */
async function inTime(statement: Prisma.Sql, end: number): Promise<Message[] | null> {
  const leftMs = Math.floor(end - performance.now());
  if (leftMs < LEAST_MS) return null;
  try {
    // A transaction of its own: its end is the end of the time limit, and of whatever the limit broke off.
    return await database().$transaction(async (db) => {
      await db.$executeRaw`select set_config('statement_timeout', ${String(leftMs)}, true)`;
      return db.$queryRaw<Message[]>(statement);
    });
  } catch (error) {
    if (isTooLong(error)) return null;
    throw error;
  }
}

const QUERY_CANCELED = "57014";

function isTooLong(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta ?? {}).includes(QUERY_CANCELED)
  );
}
