import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { freePort } from "../server/cli/embedded-postgres.ts";
import { ensureSecrets } from "../server/cli/secrets.ts";
import { readSettings } from "../server/env.ts";
import { databaseUrlOf } from "./database.ts";

export const ROOT = resolve(import.meta.dirname, "..");

/** A second web process on the tests' database. */
export type SecondProcess = { address: string; process: ChildProcess; stop: () => Promise<void> };

/** @param command builds Node's arguments for a free port. */
export async function startSecond(
  dataDir: string,
  command: (port: number) => string[],
  settings: Record<string, string> = {},
): Promise<SecondProcess> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const started = spawn(process.execPath, command(port), {
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NEXT_DIST_DIR: process.env.NEXT_DIST_DIR,
      ...ensureSecrets(readSettings({ NODE_ENV: "production", DATA_DIR: dataDir }), false),
      APP_URL: address,
      NEXTAUTH_URL: address,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrlOf(dataDir),
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return {
    address,
    process: started,
    async stop() {
      if (started.exitCode !== null || started.signalCode !== null) return;
      const ended = once(started, "exit");
      started.kill("SIGTERM");
      await ended;
    },
  };
}
