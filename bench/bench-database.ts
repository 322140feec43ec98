import pg from "pg";
import { migrate } from "../prisma/migrate.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "../server/cli/embedded-postgres.ts";
import { ensurePrismaClient } from "../server/cli/prisma-client.ts";
import { ensureSecrets } from "../server/cli/secrets.ts";
import { env, readSettings } from "../server/env.ts";

/** Where a bench keeps its database, unless DATA_DIR says otherwise: beside the trial's, never in it. */
const DATA_DIR = ".data/bench";

/** A migrated database to measure on. `stop` ends what was started for it; its rows stay. */
export type BenchDatabase = { url: string; dataDir: string; stop: () => Promise<void> };

/**
 * DATABASE_URL, else an embedded PostgreSQL under DATA_DIR; and the settings of this process with it.
 * @param fresh name of a database on the same server that is made anew for this run, and dropped by `stop`.
 * @param isCopy whether it begins as a copy, to which nobody may be connected, or with nothing in it.
 */
export async function openBenchDatabase(fresh?: string, isCopy = false): Promise<BenchDatabase> {
  process.env.DATA_DIR ??= DATA_DIR;
  // The channels of a filled workspace lead to this machine, and to nobody on it.
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
