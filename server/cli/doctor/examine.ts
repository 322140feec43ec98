import type pg from "pg";
import type { Settings } from "../../env.ts";
import { explain } from "../run.ts";
import { APP_CHECK, APP_CHECKS } from "./app-checks.ts";
import { DATABASE_CHECKS } from "./database-checks.ts";
import { FAR_SIDE_CHECKS, SECRETS_CHECK } from "./far-side-checks.ts";
import { DATABASE_DISK_CHECK, FILE_CHECKS } from "./file-checks.ts";
import { fail, rowOf, type Check, type Finding, type Machine } from "./finding.ts";
import { MAIL_CHECK } from "./mail-check.ts";
import { openDatabase } from "./open-database.ts";
import { SETTING_CHECKS } from "./setting-checks.ts";
import { TABLE_CHECKS } from "./table-checks.ts";
import { WORK_CHECKS, WORKER_CHECK } from "./work-checks.ts";

/** Runs checks one after the other. A check that throws becomes a finding and does not stop the others. */
async function runAll<Given>(checks: Check<Given>[], given: Given): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    try {
      for (const found of [await run(given)].flat()) findings.push({ ...found, check: name });
    } catch (error) {
      const found = fail("check-failed", explain(error), "See the findings above: one of them is likely the cause");
      findings.push({ ...found, check: name });
    }
  }
  return findings;
}

const SEEN_IN_DATABASE = [...DATABASE_CHECKS, DATABASE_DISK_CHECK, ...TABLE_CHECKS, WORKER_CHECK, ...WORK_CHECKS];

const DATABASE_EMPTY = "database-empty";

async function isEmpty(db: pg.Client): Promise<boolean> {
  const { exists } = await rowOf<{ exists: boolean }>(
    db,
    "select to_regclass('public._prisma_migrations') is not null as exists",
  );
  return !exists;
}

async function examineDatabase(settings: Settings, machine: Machine, checks: Check[]): Promise<Finding[]> {
  if (!settings.DATABASE_URL) {
    const found = fail(
      "database-not-running",
      "DATABASE_URL is not set, and no embedded database is running under DATA_DIR",
      "Start the product (npm start) and ask again, or set DATABASE_URL",
    );
    return [{ ...found, check: "database" }];
  }
  const opened = await openDatabase(settings.DATABASE_URL);
  if ("found" in opened) return [{ ...opened.found, check: "database" }];
  const { db } = opened;
  try {
    if (await isEmpty(db)) {
      const found = fail(DATABASE_EMPTY, "The database has no tables yet", "Run npm run migrate");
      return [{ ...found, check: "database" }];
    }
    return await runAll(checks, { settings, machine, db });
  } finally {
    await db.end();
  }
}

async function examineApp(settings: Settings, machine: Machine): Promise<Finding[]> {
  // The key identifies the instance that responds.
  if (!settings.ENCRYPTION_KEY) return [];
  const first = await runAll([APP_CHECK], { settings, machine });
  if (first.some(({ status }) => status === "fail")) return first;
  return [...first, ...(await runAll(APP_CHECKS, { settings, machine }))];
}

/** Checks only whether a worker is connected, for health checks that run every minute. */
export async function examineWorker(settings: Settings, machine: Machine): Promise<Finding[]> {
  return examineDatabase(settings, machine, [WORKER_CHECK]);
}

/**
 * Checks everything that an installation depends on, and changes nothing. An empty database allows no further checks.
 * @returns in the order of the checks.
 */
export async function examine(settings: Settings, machine: Machine): Promise<Finding[]> {
  const inDatabase = await examineDatabase(settings, machine, [
    ...SEEN_IN_DATABASE,
    // Without the key, every secret would seem to be encrypted with another key.
    ...(settings.ENCRYPTION_KEY ? [SECRETS_CHECK] : []),
    ...FAR_SIDE_CHECKS,
  ]);
  if (inDatabase.some((found) => found.status === "fail" && found.fault === DATABASE_EMPTY)) return inDatabase;
  return [
    ...(await runAll(SETTING_CHECKS, { settings, machine })),
    ...inDatabase,
    ...(await runAll([...FILE_CHECKS, MAIL_CHECK], { settings, machine })),
    ...(await examineApp(settings, machine)),
  ];
}
