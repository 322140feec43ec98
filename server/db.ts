import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { Ctx } from "./ctx.ts";
import { env } from "./env.ts";
import { signal } from "./events/signal.ts";
import { PrismaClient } from "./generated/prisma/client.ts";
import { log } from "./log.ts";
import { traceStatements } from "./observe/trace-statements.ts";
import { withoutRequestContext, pastTheLine, currentRequestContext } from "./observe/request-context.ts";
import { statementNames } from "./statement-names.ts";
import { FairLines, type Leave } from "./fair-lines.ts";

/** Of the connections, what requests of workspaces may have together: the rest signs people in, and takes what customers send. */
const SHARE_OF_ALL = 0.8;
/** … and what those of one workspace may have. */
const SHARE_OF_ONE = 0.25;
/** More than the fields of all documents that a workspace may run at once ask for. */
const LONGEST = 1_000;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** For a connection, and for a statement's answer: together 15 s (reliability bar 4). */
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;
/** A new connection has to read the catalogue and to plan each of its statements a few times: what a burst needed is kept for the next. */
const IDLE_TIMEOUT_MS = 300_000;

/** Two may be asked at once, the next is kept waiting: so it is soon a connection that has its plans. */
const PLANNED_ONCE_POOL = 2;

type Connections = { pool: pg.Pool; plannedOnce: pg.Pool; prisma: PrismaClient };

let opened: Connections | null = null;

function connections(): Connections {
  if (opened) return opened;
  const pool = openPool(env().DATABASE_POOL);
  shareFairly(pool, { places: env().DATABASE_POOL, patienceMs: CONNECT_TIMEOUT_MS });
  const plannedOnce = openPool(PLANNED_ONCE_POOL, "-c plan_cache_mode=force_generic_plan");
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementNames({ lists: false }) }),
  });
  return (opened = { pool, plannedOnce, prisma });
}

/** @param options for the server; an address that has some of its own keeps those. */
function openPool(max: number, options?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max,
    options,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // A connection whose far side went silent must not hold a request for ever.
    query_timeout: QUERY_TIMEOUT_MS,
    // … and its locks not either, where only our side of it is gone. Transactions here last 30 s at most.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  pool.on("connect", (client) => {
    endWhenSilent(client);
    askInTurn(client);
    traceStatements(client);
  });
  traceStatements(pool);
  // Without a listener an idle connection that breaks would end the process.
  pool.on("error", (error) =>
    withoutRequestContext(() => log.warn({ error: error.message }, "database connection lost")),
  );
  return pool;
}

/**
 * Ends a connection on which a statement got no answer in time. A transaction's would else wait as long again for its
 * ROLLBACK, behind that statement, and then go back to the pool, for the next request to wait on.
 */
function endWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]): unknown => {
    const answer = query(...args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === "Query read timeout")
          void (client as unknown as pg.Client).end();
      });
    }
    return answer;
  };
  client.query = watched as typeof client.query;
}

/**
 * Prisma asks for several relations of a row at once, in a transaction too, which is one connection. The library that speaks with
 * Postgres is going to refuse that: here each statement waits for the one before it. What comes with a callback is the pool's, whose
 * connections do one thing at a time.
 */
function askInTurn(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let underWay: Promise<void> | null = null;
  const inTurn = (...args: unknown[]): unknown => {
    const answer = underWay && typeof args.at(-1) !== "function" ? underWay.then(() => query(...args)) : query(...args);
    if (!(answer instanceof Promise)) return answer;
    const over: Promise<void> = answer.then(ignore, ignore).then(() => {
      if (underWay === over) underWay = null;
    });
    underWay = over;
    return answer;
  };
  client.query = inTurn as typeof client.query;
}

const ignore = () => undefined;

export function database(): PrismaClient {
  return connections().prisma;
}

/** The same connections without Prisma, for the few statements where it costs too much (performance.md, pitfall 4). */
export function pool(): pg.Pool {
  return connections().pool;
}

/**
 * A few connections more, on which a statement with a name has one plan for all values from its first time on. For what is asked
 * all the time, takes longer to plan than to carry out, and cannot wait for five plans on each of many connections.
 */
export function plannedOnce(): pg.Pool {
  return connections().plannedOnce;
}

/** Closes all connections: the last act of a process or a test file. */
export async function disconnect(): Promise<void> {
  const open = opened;
  if (!open) return;
  opened = null;
  await open.prisma.$disconnect();
  for (const pool of [open.pool, open.plannedOnce]) if (!pool.ended) await pool.end();
}

/**
 * Runs `fn` in a transaction, or in the one that is open already. What `fn` emitted or queued is announced to its readers
 * after the commit, never before and never for a transaction that rolled back.
 */
export async function inTransaction<T>(ctx: Ctx, fn: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.wakes) return fn(ctx);
  const wakes: NonNullable<Ctx["wakes"]> = new Set();
  const result = await database().$transaction((db) => pastTheLine(() => fn({ ...ctx, db, wakes })), {
    timeout: 30_000,
    maxWait: CONNECT_TIMEOUT_MS,
  });
  signal(wakes, pool());
  return result;
}

/** Repeats a statement that changes at most `batch` rows until it finds fewer; returns how many rows in all. */
export async function inBatches(batch: number, statement: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let rows = batch; rows === batch; total += rows) rows = await statement();
  return total;
}

/** When the transaction began, by the database's clock: for what statements compare with it, whatever the process's own clock says. */
export async function transactionTime(tx: Ctx): Promise<Date> {
  const [row] = await tx.db.$queryRaw<{ now: Date }[]>`select now()`;
  return row?.now ?? tx.now;
}

/**
 * From here on a request takes a connection of the pool in the line of its workspace, so that one workspace never has all of them. Who
 * waits too long gets the words that the pool has for it. Work without a workspace waits in no line.
 */
function shareFairly(pool: pg.Pool, { places, patienceMs }: { places: number; patienceMs: number }): void {
  const lines = new FairLines({
    places: Math.max(1, Math.floor(places * SHARE_OF_ALL)),
    placesEach: Math.max(1, Math.floor(places * SHARE_OF_ONE)),
    longest: LONGEST,
    patienceMs,
    refusal: () => new Error("timeout exceeded when trying to connect: the workspace's other requests took too long"),
  });
  const leaves = new WeakMap<pg.PoolClient, Leave>();
  pool.on("release", (_error, client) => {
    leaves.get(client)?.();
    leaves.delete(client);
  });
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;

  const connectFairly = (callback: Callback): void => {
    const workspaceId = currentRequestContext()?.workspaceId;
    if (workspaceId === undefined) return connect(callback);
    const connectWith = (leave: Leave): void =>
      connect((error, client, done) => {
        if (client) leaves.set(client, leave);
        else leave();
        callback(error, client, done);
      });
    const place = lines.enter(workspaceId);
    if (typeof place === "function") return connectWith(place);
    place.then(connectWith, (error: Error) => callback(error, undefined, () => undefined));
  };

  pool.connect = ((callback?: Callback) =>
    callback
      ? connectFairly(callback)
      : new Promise<pg.PoolClient>((resolve, reject) =>
          connectFairly((error, client) => (client ? resolve(client) : reject(error ?? new Error("no connection")))),
        )) as typeof pool.connect;
}
