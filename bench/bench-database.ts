import pg from "pg";
import { migrate } from "../prisma/migrate.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "../server/cli/embedded-postgres.ts";
import { ensurePrismaClient } from "../server/cli/prisma-client.ts";
import { ensureSecrets } from "../server/cli/secrets.ts";
import { env, readSettings } from "../server/env.ts";

/** The benchmarks' database folder, unless DATA_DIR is set. It is separate from the trial's. */
const DATA_DIR = ".data/bench";

/** A migrated database to measure on. `stop` ends the server that was started for it. The rows stay. */
export type BenchDatabase = { url: string; dataDir: string; stop: () => Promise<void> };

/**
 * Uses DATABASE_URL, or an embedded PostgreSQL under DATA_DIR. Sets this process's settings to match.
 * @param fresh name of a database on the same server to create for this run. `stop` drops it.
 * @param isCopy whether it starts as a copy or empty. A copy requires that no one is connected to the original.
 */
export async function openBenchDatabase(fresh?: string, isCopy = false): Promise<BenchDatabase> {
  process.env.DATA_DIR ??= DATA_DIR;
  // The channels of a filled workspace point to this machine, where nothing listens.
  process.env.OUTBOUND_ALLOW ??= "127.0.0.0/8,::1/128";
  const settings = readSettings(process.env);
  Object.assign(process.env, ensureSecrets(settings, true));
  const { DATA_DIR: dataDir, DATABASE_URL: given } = settings;
  const running = given ?? (await runningEmbeddedPostgres(dataDir));
  const started = running === undefined ? await startEmbeddedPostgres(dataDir) : undefined;
  const server = running ?? started?.url;
  if (server === undefined) throw new Error("no database was found or started");
  const url = fresh === undefined ? server : await makeAnew(server, fresh, isCopy);
  process.env.DATABASE_URL = url;
  ensurePrismaClient();
  await migrate(url);
  env();
  const stop = async () => {
    if (fresh !== undefined) await onServer(server, `drop database if exists ${fresh} with (force)`);
    await started?.stop();
  };
  return { url, dataDir, stop };
}

async function makeAnew(server: string, name: string, isCopy: boolean): Promise<string> {
  const url = new URL(server);
  const like = isCopy ? `template "${url.pathname.slice(1)}" strategy file_copy` : "";
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `create database ${name} ${like}`);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
