import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { SettingError, type Settings } from "../env.ts";

const kept = z.object({ NEXTAUTH_SECRET: z.string(), ENCRYPTION_KEY: z.string() });
export type Secrets = z.infer<typeof kept>;

/**
 * The two secrets: from the environment, otherwise from DATA_DIR/secrets.json, otherwise created now and stored there.
 * In production (NODE_ENV=production in the environment of `npm start`) they are never created (`mayMake`), because they must
 * outlive the folder and be the same on every machine.
 */
export function ensureSecrets(settings: Settings, mayMake: boolean): Secrets {
  const file = join(settings.DATA_DIR, "secrets.json");
  const found = existsSync(file) ? kept.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  const choose = (name: keyof Secrets): string => {
    const value = settings[name] ?? found?.[name];
    if (value === undefined && !mayMake)
      throw new SettingError(`${name}: must be set (only a start outside NODE_ENV=production makes one of its own)`);
    return value ?? randomBytes(32).toString("base64");
  };
  const secrets = { NEXTAUTH_SECRET: choose("NEXTAUTH_SECRET"), ENCRYPTION_KEY: choose("ENCRYPTION_KEY") };
  const isGiven = settings.NEXTAUTH_SECRET !== undefined && settings.ENCRYPTION_KEY !== undefined;
  if (!found && !isGiven) {
    mkdirSync(settings.DATA_DIR, { recursive: true });
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
  }
  return secrets;
}
