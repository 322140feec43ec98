import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { Prisma, type Message } from "../generated/prisma/client.ts";
import { visibleConvSql } from "../conversations/access.ts";
import { tsQueryOf } from "./search-words.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";

/** A word that is everywhere is found among the newest messages: so many are looked through before the index is asked. */
const NEWEST = 2_000;
/** What is searched where everything takes too long. */
const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Of a whole search, in milliseconds. */
const TIME_LIMIT_MS = 2_000;
/** Kept of it for the last days, should everything take too long. */
const KEPT_MS = 600;
/** With less than this left, nothing more is begun. */
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
 * By Message_search_idx: what has the words is found before it is put in order. Left to itself the planner, which expects many of any
 * word, goes through all messages from the newest on, for a word that nobody wrote to the very first.
 */
export function searchSql(ctx: Ctx, { words, convId, first }: Search, since: Date | null): Prisma.Sql {
  // One conversation is read as a whole: few are as long as a word is frequent.
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

/** Of a process's connections, those that searches through messages may hold at once: each holds its own for up to two seconds. */
const SHARE = 4;
/** How long a search waits for its place, in milliseconds. */
const PATIENCE_MS = 5_000;

const waiting: (() => void)[] = [];
let held = 0;

/**
 * Runs a search when it has a place: however many people search at once, the other connections are there for those who write.
 * @throws AppError RATE_LIMITED when no place was free for five seconds.
 */
export async function inSearchPlace<T>(search: () => Promise<T>): Promise<T> {
  const places = Math.max(1, Math.floor(env().DATABASE_POOL / SHARE));
  if (held < places) held++;
  else await nextPlace(places);
  try {
    return await search();
  } finally {
    const next = waiting.shift();
    // The place is handed on, or given up.
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
