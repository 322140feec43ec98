/**
 * `npm run doctor [-- --json] [-- --only worker]`: reports what is wrong with this installation, why, and what to do. It reads
 * the same settings as the processes, changes nothing, and shows no secret. Exit code 1 if there is a fault; warnings do not
 * count.
 */
import { statfs } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readSettings, SettingError, type Settings } from "../env.ts";
import { isStale, missingParts } from "./build.ts";
import { fail, type Finding, type Machine } from "./doctor/finding.ts";
import { runningEmbeddedPostgres } from "./embedded-postgres.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { scrubText } from "../redact.ts";
import { answerHelp, failWith } from "./run.ts";
import { ensureSecrets } from "./secrets.ts";

const machine: Machine = {
  now: () => new Date(),
  nodeVersion: process.version,
  patienceSeconds: 60,
  build: () => ({ missing: missingParts(), isStale: isStale() }),
  space: async (path) => {
    const stats = await statfs(path).catch(() => null);
    return stats && { freeBytes: stats.bavail * stats.bsize, totalBytes: stats.blocks * stats.bsize };
  },
};

/** The settings as the processes get them, including the secrets and the database that `npm start` provides. */
async function findSettings(): Promise<Settings> {
  const settings = readSettings(process.env);
  try {
    Object.assign(process.env, ensureSecrets(settings, false));
  } catch (error) {
    // A missing secret becomes a finding.
    if (!(error instanceof SettingError)) throw error;
  }
  const DATABASE_URL = settings.DATABASE_URL ?? (await runningEmbeddedPostgres(settings.DATA_DIR));
  return readSettings(DATABASE_URL ? Object.assign(process.env, { DATABASE_URL }) : process.env);
}

async function findings(only: string | undefined): Promise<Finding[]> {
  try {
    const settings = await findSettings();
    const { examine, examineWorker } = await import("./doctor/examine.ts");
    return await (only ? examineWorker(settings, machine) : examine(settings, machine));
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const remedy = "Correct the setting; docs/settings.md says what each may be";
    return [{ ...fail("setting-wrong", error.message, remedy), check: "settings" }];
  }
}

function print(finding: Finding): void {
  const isFault = finding.status !== "ok";
  console.log(
    `${finding.status.padEnd(5)}${finding.check.padEnd(26)}${isFault ? `${finding.fault}: ` : ""}${finding.cause}`,
  );
  if (isFault) console.log(`${" ".repeat(31)}→ ${finding.remedy}`);
}

async function main(): Promise<number> {
  answerHelp("Usage: npm run -s doctor [-- --json] [--only worker]");
  const { values } = parseArgs({ options: { json: { type: "boolean" }, only: { type: "string" } } });
  if (values.only !== undefined && values.only !== "worker") throw new Error("--only takes worker, and nothing else");
  ensurePrismaClient();
  // Findings also contain texts from providers and libraries.
  const found = (await findings(values.only)).map((one) => ({ ...one, cause: scrubText(one.cause) }));
  if (values.json) console.log(JSON.stringify(found, null, 2));
  else found.forEach(print);
  return found.some(({ status }) => status === "fail") ? 1 : 0;
}

main().then((code) => process.exit(code), failWith);
