import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { Prisma, type Message } from "../generated/prisma/client.ts";
import { visibleConvSql } from "../auth/conv-scope.ts";
import { tsQueryOf } from "./search-words.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";

/** How many of the newest messages are scanned before the index is used. A frequent word is found among them. */
const NEWEST = 2_000;
/** The period that is searched if a full search takes too long. */
const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Limit of a whole search, in milliseconds. */
const TIME_LIMIT_MS = 2_000;
/** The part of the limit reserved for the recent period, in case the full search takes too long. */
const KEPT_MS = 600;
/** No further query starts if less than this is left. */
const LEAST_MS = 100;

type FoundMessages = {
  rows: Message[];
  /** A full search would have taken too long, so only the last 30 days were searched. */
  isOnlyRecent: boolean;
};

type Search = { words: readonly string[]; convId: string | null; first: number };

/**
 * Messages that contain all the words, newest first, of conversations that the actor may see. Takes at most two seconds.
 * @throws AppError RATE_LIMITED while there are too many concurrent searches.
 */
export async function searchMessages(ctx: Ctx, search: Search): Promise<FoundMessages> {
  if (search.words.length === 0) return { rows: [], isOnlyRecent: false };
  return inSearchPlace(async () => {
    const end = performance.now() + TIME_LIMIT_MS;
    const newest = search.convId ? [] : await inTime(newestSql(ctx, search), end);
    if (newest && newest.length >= search.first) return { rows: newest, isOnlyRecent: false };
    const all = await inTime(searchSql(ctx, search, null), end - KEPT_MS);
    if (all) return { rows: all, isOnlyRecent: false };
    const since = new Date(ctx.now.getTime() - RECENT_DAYS * DAY_MS);
    const recent = await inTime(searchSql(ctx, search, since), end);
    return { rows: recent ?? newest ?? [], isOnlyRecent: true };
  });
}

/**
 * Uses Message_search_idx: finds messages with the words first, then sorts them. The planner expects many matches of any word. Left to
 * itself it would scan all messages from the newest, even for a word that does not occur.
 */
export function searchSql(ctx: Ctx, { words, convId, first }: Search, since: Date | null): Prisma.Sql {
  // Read one conversation as a whole, because most conversations are shorter than the match list of a frequent word.
  const messages = convId
    ? Prisma.sql`(select * from "Message" where "workspaceId" = ${ctx.workspaceId} and "convId" = ${convId}::uuid offset 0)`
    : Prisma.sql`"Message"`;
  const recent = since ? Prisma.sql`and m."createdAt" > ${since}::timestamptz` : Prisma.empty;
  return Prisma.sql`
    with found as materialized (
      select m.id from ${messages} m where m."workspaceId" = ${ctx.workspaceId} ${recent} and ${hasWords(words)})
    select m.* from found join "Message" m on m."workspaceId" = ${ctx.workspaceId} and m.id = found.id
    where ${isShown(ctx)} order by m."createdAt" desc, m.id desc limit ${first}`;
}

function newestSql(ctx: Ctx, { words, first }: Search): Prisma.Sql {
  return Prisma.sql`
    select m.* from (
      select * from "Message" where "workspaceId" = ${ctx.workspaceId} order by "createdAt" desc, id desc limit ${NEWEST}) m
    where ${hasWords(words)} and ${isShown(ctx)} order by m."createdAt" desc, m.id desc limit ${first}`;
}

function hasWords(words: readonly string[]): Prisma.Sql {
  return Prisma.sql`message_search(m.type, m.content, m.caption) @@ to_tsquery('simple', ${tsQueryOf(words)})
    and m."noteType" is distinct from 'system'`;
}

function isShown(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`m."removedAt" is null
    and exists (select 1 from "Conversation" c where c.id = m."convId" and ${visibleConvSql(ctx)})`;
}

/** The rows; null if the query does not finish by `end` (performance.now). */
async function inTime(statement: Prisma.Sql, end: number): Promise<Message[] | null> {
  const leftMs = Math.floor(end - performance.now());
  if (leftMs < LEAST_MS) return null;
  try {
    // A transaction of its own, which ends the statement timeout, and anything that the timeout aborted.
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

/** Searches may use a process's connections divided by this. Each search holds one for up to two seconds. */
const SHARE = 4;
/** How long a search waits for its slot, in milliseconds. */
const PATIENCE_MS = 5_000;

const waiting: (() => void)[] = [];
let held = 0;

/**
 * Runs a search when a slot is free. The limit keeps the other connections free for people who write.
 * @throws AppError RATE_LIMITED if no slot was free for five seconds.
 */
export async function inSearchPlace<T>(search: () => Promise<T>): Promise<T> {
  const places = Math.max(1, Math.floor(env().DATABASE_POOL / SHARE));
  if (held < places) held++;
  else await nextPlace(places);
  try {
    return await search();
  } finally {
    const next = waiting.shift();
    // Hand the slot to the next search, or release it.
    if (next) next();
    else held--;
  }
}

function nextPlace(places: number): Promise<void> {
  return new Promise((take, refuse) => {
    const enter = () => {
      clearTimeout(timer);
      take();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(enter), 1);
      const limit = { retryAfterSeconds: 1, rateLimit: places };
      refuse(new AppError("RATE_LIMITED", say("refusal.searching"), limit));
    }, PATIENCE_MS);
    waiting.push(enter);
  });
}
