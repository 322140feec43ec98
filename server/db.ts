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

/**
 * The share of connections that requests of all workspaces may use. The rest is for sign-ins and incoming messages from
 * contacts.
 */
const SHARE_OF_ALL = 0.8;
/** The share that requests of one workspace may use. */
const SHARE_OF_ONE = 0.25;
/** The longest queue of one workspace. It exceeds what the fields of all its concurrent documents can request. */
const LONGEST = 1_000;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Limits for opening a connection and for a statement: 15 s together (reliability bar 4). */
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;
/** A new connection reads the catalog and plans each statement several times. So connections opened for a burst stay open. */
const IDLE_TIMEOUT_MS = 300_000;

/** Two connections run at once and further statements wait. So each connection soon has its plans. */
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

/** @param options PostgreSQL options. Options already in the database URL take precedence. */
function openPool(max: number, options?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max,
    options,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // Prevents a request from hanging on a connection whose server no longer responds.
    query_timeout: QUERY_TIMEOUT_MS,
    // Prevents an abandoned transaction from keeping its locks. Our transactions last at most 30 s.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  pool.on("connect", (client) => {
    endWhenSilent(client);
    askInTurn(client);
    traceStatements(client);
  });
  traceStatements(pool);
  // Without a listener, an idle connection that breaks would crash the process.
  pool.on("error", (error) =>
    withoutRequestContext(() => log.warn({ error: error.message }, "database connection lost")),
  );
  return pool;
}

/**
 * Ends a connection when a statement times out. Otherwise the transaction's ROLLBACK would wait just as long behind that
 * statement, and the next request would get the same stuck connection from the pool.
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
 * Runs the statements of one connection one after another. Prisma loads several relations of a row at once, also inside a
 * transaction with its single connection, and `pg` will stop accepting that. Calls with a callback come from the pool, whose
 * connections run one statement at a time.
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

/** The same connections without Prisma, for the few statements for which Prisma is too slow (performance.md, pitfall 4). */
export function pool(): pg.Pool {
  return connections().pool;
}

/**
 * A few additional connections that use one generic plan for each named statement from its first run. For frequent
 * statements that take longer to plan than to run: elsewhere each connection would plan them five times first.
 */
export function plannedOnce(): pg.Pool {
  return connections().plannedOnce;
}

/** Closes all connections. Call it last in a process or a test file. */
export async function disconnect(): Promise<void> {
  const open = opened;
  if (!open) return;
  opened = null;
  await open.prisma.$disconnect();
  for (const pool of [open.pool, open.plannedOnce]) if (!pool.ended) await pool.end();
}

/**
 * Runs `fn` in a transaction, or in the one that is already open. Subscribers are notified of events and queued work after
 * the commit only, and never after a rollback.
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

/**
 * Repeats a statement that changes at most `batch` rows until it changes fewer.
 * @returns the total number of changed rows.
 */
export async function inBatches(batch: number, statement: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let rows = batch; rows === batch; total += rows) rows = await statement();
  return total;
}

/** The start time of the transaction by the database's clock, for comparisons in statements. The process's clock may differ. */
export async function transactionTime(tx: Ctx): Promise<Date> {
  const [row] = await tx.db.$queryRaw<{ now: Date }[]>`select now()`;
  return row?.now ?? tx.now;
}

/**
 * Makes requests queue for the pool's connections per workspace, so that one workspace cannot take all of them. A request
 * that waits too long gets the same error text as from the pool. Work without a workspace does not queue.
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
