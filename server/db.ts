import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { Ctx } from "./ctx.ts";
import { env } from "./env.ts";
import { signal } from "./events/signal.ts";
import { PrismaClient } from "./generated/prisma/client.ts";
import type { Prisma } from "./generated/prisma/client.ts";
import { log } from "./log.ts";

/** The client or a transaction of it: what verbs query. */
export type Db = Prisma.TransactionClient;

type Connections = { pool: pg.Pool; prisma: PrismaClient };

// Next bundles its own copy of this module beside the server's; both must use one pool.
const globals = globalThis as typeof globalThis & { omnichannelConnections?: Connections };

function connections(): Connections {
  if (globals.omnichannelConnections) return globals.omnichannelConnections;
  const { DATABASE_URL, DATABASE_POOL } = env();
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    max: DATABASE_POOL,
    connectionTimeoutMillis: 10_000,
    // A connection whose far side went silent must not hold a request for ever (reliability bar 4).
    query_timeout: 15_000,
    keepAlive: true,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on("error", (error) => log.warn({ error: error.message }, "database connection lost"));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  globals.omnichannelConnections = { pool, prisma };
  return globals.omnichannelConnections;
}

/** The process's Prisma client. */
export function database(): PrismaClient {
  return connections().prisma;
}

/** The same connections without Prisma, for the few statements where it costs too much (performance.md, pitfall 4). */
export function pool(): pg.Pool {
  return connections().pool;
}

/** Closes all connections: the last act of a process or a test file. */
export async function disconnect(): Promise<void> {
  const open = globals.omnichannelConnections;
  if (!open) return;
  delete globals.omnichannelConnections;
  await open.prisma.$disconnect();
  if (!open.pool.ended) await open.pool.end();
}

/**
 * Runs `fn` in a transaction, or in the one that is open already. What `fn` emitted or queued is announced to its readers
 * after the commit, never before and never for a transaction that rolled back.
 */
export async function inTransaction<T>(ctx: Ctx, fn: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.wakes) return fn(ctx);
  const wakes: NonNullable<Ctx["wakes"]> = new Set();
  const result = await database().$transaction((db) => fn({ ...ctx, db, wakes }), { timeout: 30_000, maxWait: 10_000 });
  signal(wakes, pool());
  return result;
}
