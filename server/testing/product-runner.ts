/**
 * Runs the test files of a process one after the other. Each has its own database, cloned from the migrated template, and its
 * own settings: changes to `process.env` are undone before the next file. DATABASE_URL stays the same.
 */
import { format } from "node:util";
import pg from "pg";
import { inject, TestRunner, type RunnerTestSuite } from "vitest";
import { resetEnv } from "../env.ts";

const template = new URL(inject("templateUrl"));
const name = `test_${process.pid}`;
process.env.DATABASE_URL = new URL(`/${name}`, template).href;
const settings = { ...process.env };

/**
 * The settings are read again after every change. Late work of the file before may read them at any moment, also before this file has set
 * its own, and what it read must not stay.
 */
const watched = new Proxy(process.env, {
  set(target, key, value) {
    resetEnv();
    return Reflect.set(target, key, value);
  },
  deleteProperty(target, key) {
    resetEnv();
    return Reflect.deleteProperty(target, key);
  },
});

/** Large enough that files never share a workspace number, so module-level data by workspace does not leak between files. */
const WORKSPACES_PER_FILE = 10_000;
let files = 0;

/** @returns the rows of the last statement. */
async function query(database: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: new URL(`/${database}`, template).href });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<object>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const dropped = `drop database if exists ${name} with (force)`;

let complaints: string[] = [];
console.error = (...parts: unknown[]) => void complaints.push(format(...parts));

export default class ProductRunner extends TestRunner {
  async onBeforeCollect(): Promise<void> {
    await query(
      "postgres",
      dropped,
      `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
    );
    process.env = watched;
    for (const key of Object.keys(process.env)) if (!(key in settings)) delete process.env[key];
    Object.assign(process.env, settings);
    if (files++ > 0) await query(name, `alter sequence "Workspace_id_seq" restart with ${files * WORKSPACES_PER_FILE}`);
  }

  /** A test fails if the code writes to console.error, because such output is either a fault or noise. */
  override onAfterTryTask(...args: Parameters<TestRunner["onAfterTryTask"]>): void {
    super.onAfterTryTask(...args);
    const heard = complaints;
    complaints = [];
    if (heard.length > 0) throw new Error(`console.error was called:\n${heard.join("\n")}`);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!("filepath" in suite)) return;
    // A file without connections does not need the module that closes them.
    const open = await query("postgres", `select from pg_stat_activity where datname = '${name}'`);
    if (open.length > 0) await (await import("../db.ts")).disconnect();
    await query("postgres", dropped);
  }
}
