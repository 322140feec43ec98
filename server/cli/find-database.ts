import { readSettings } from "../env.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { ensureSecrets } from "./secrets.ts";

/**
 * For a command that uses the database while the processes run. Puts the secrets into the environment, and points DATABASE_URL
 * at the embedded database unless it is set. The returned function stops what was started for this.
 */
export async function findDatabase(): Promise<() => Promise<void>> {
  const settings = readSettings(process.env);
  Object.assign(process.env, ensureSecrets(settings, process.env.NODE_ENV !== "production"));
  if (settings.DATABASE_URL) return () => Promise.resolve();
  const running = await runningEmbeddedPostgres(settings.DATA_DIR);
  const postgres = running ? undefined : await startEmbeddedPostgres(settings.DATA_DIR);
  process.env.DATABASE_URL = running ?? postgres?.url;
  return postgres ? postgres.stop : () => Promise.resolve();
}
