import { migrate } from "../prisma/migrate.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "../server/cli/embedded-postgres.ts";
import { ensurePrismaClient } from "../server/cli/prisma-client.ts";
import { ensureSecrets } from "../server/cli/secrets.ts";
import { env, readSettings } from "../server/env.ts";

/** Where a bench keeps its database, unless DATA_DIR says otherwise: beside the trial's, never in it. */
const DATA_DIR = ".data/bench";

/** A migrated database to measure on. `stop` ends what was started for it; its rows stay. */
export type BenchDatabase = { url: string; dataDir: string; stop: () => Promise<void> };

/** DATABASE_URL, else an embedded PostgreSQL under DATA_DIR; and the settings of this process with it. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  process.env.DATA_DIR ??= DATA_DIR;
  // The channels of a filled workspace lead to this machine, and to nobody on it.
  process.env.OUTBOUND_ALLOW ??= "127.0.0.0/8,::1/128";
  const settings = readSettings(process.env);
  Object.assign(process.env, ensureSecrets(settings, true));
  const { DATA_DIR: dataDir, DATABASE_URL: given } = settings;
  const running = given ?? (await runningEmbeddedPostgres(dataDir));
  const started = running === undefined ? await startEmbeddedPostgres(dataDir) : undefined;
  const url = running ?? started?.url;
  if (url === undefined) throw new Error("no database was found or started");
  process.env.DATABASE_URL = url;
  ensurePrismaClient();
  await migrate(url);
  env();
  return { url, dataDir, stop: started ? started.stop : () => Promise.resolve() };
}
