import { env, readSettings, SettingError, type Env } from "../env.ts";
import { ensureSecrets } from "./secrets.ts";

/** Whether this process runs for `npm run dev`. */
export const IS_DEV = process.argv.includes("--dev");

/** Settings for a web or worker process, with or without a supervisor. It reads existing secrets and never creates them. */
export function prepareProcess(): Env {
  Object.assign(process.env, { NODE_ENV: IS_DEV ? "development" : "production" });
  const settings = readSettings(process.env);
  if (!settings.DATABASE_URL) {
    throw new SettingError("DATABASE_URL: must be set (npm start brings its own database, a single process does not)");
  }
  Object.assign(process.env, ensureSecrets(settings, false));
  process.env.NEXTAUTH_URL ??= settings.APP_URL;
  return env();
}
