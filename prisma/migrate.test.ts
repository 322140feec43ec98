import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import pg from "pg";
import { migrate } from "./migrate.ts";
import { pendingOf } from "./pending-migrations.ts";
import { migrationDraft } from "./schema-engine.ts";

const server = new URL("/postgres", inject("templateUrl"));
const url = new URL("/migrate_test", server).href;
let directory = "";

async function query(address: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function pending(address: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await pendingOf(client, address === url ? directory : undefined);
  } finally {
    await client.end();
  }
}

function write(name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, "migration.sql"), sql);
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "migrations-"));
  await query(server.href, "create database migrate_test");
  write("1_table", "create table thing (id int primary key);");
});

afterEach(async () => {
  rmSync(directory, { recursive: true });
  await query(server.href, "drop database migrate_test with (force)");
});

describe("migrate", () => {
  test("applies what is missing, once, when several processes start together", async () => {
    write("2_function", "create function one() returns int language plpgsql as $$ begin return 1; end; $$; -- a; b\n");
    const applied = await Promise.all([migrate(url, directory), migrate(url, directory), migrate(url, directory)]);
    expect(applied.flat()).toEqual(["1_table", "2_function"]);
    expect(await query(url, "select one() as one")).toEqual([{ one: 1 }]);
    expect(await pending(url)).toEqual([]);
  });

  test("names the migration that failed, leaves nothing of it behind, and goes on once it is mended", async () => {
    write("2_broken", "create table half (id int); insert into nowhere values (1);");
    await expect(migrate(url, directory)).rejects.toThrow(
      'Migration 2_broken failed: relation "nowhere" does not exist',
    );
    expect(await query(url, "select to_regclass('half')::text as half")).toEqual([{ half: null }]);
    expect(await pending(url)).toEqual(["2_broken"]);
    write("2_broken", "create table half (id int);");
    expect(await migrate(url, directory)).toEqual(["2_broken"]);
  });
});

describe("migrate, while others work", () => {
  test("steps back from a lock that somebody holds, lets writers through, and is applied when it is free", async () => {
    await migrate(url, directory);
    write("2_column", "alter table thing add column name text;");
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("begin; select * from thing");
    const migrating = migrate(url, directory);
    const waiting = `select 1 from pg_stat_activity where datname = 'migrate_test' and wait_event_type = 'Lock'`;
    await expect.poll(() => query(url, waiting), { timeout: 30_000 }).toHaveLength(1);
    // The migration queues for the lock, and this statement queues behind it until the migration gives up its place.
    await query(url, "insert into thing values (1)");
    await holder.query("commit");
    await holder.end();
    expect(await migrating).toEqual(["2_column"]);
    expect(await query(url, "select * from thing")).toEqual([{ id: 1, name: null }]);
  });

  test("builds an index outside a transaction, and does so again where a try was cut short", async () => {
    await migrate(url, directory);
    const begin = "-- outside a transaction\n";
    await query(url, "create table twice (id int); insert into twice values (1), (1)");
    write(
      "2_index",
      `${begin}drop index concurrently if exists "a";\ncreate unique index concurrently "a" on twice (id);\n`,
    );
    await expect(migrate(url, directory)).rejects.toThrow("Migration 2_index failed: could not create unique index");
    await query(url, "truncate twice");
    expect(await migrate(url, directory)).toEqual(["2_index"]);
    expect(await query(url, "select indisvalid from pg_index where indexrelid = '\"a\"'::regclass")).toEqual([
      { indisvalid: true },
    ]);
  });
});

describe("pendingOf", () => {
  test("names all of them before the first start", async () => {
    expect(await pending(url)).toEqual(["1_table"]);
  });

  test("is empty for the product's own database after the start", async () => {
    expect(await pending(process.env.DATABASE_URL ?? "")).toEqual([]);
  });
});

describe("migrationDraft", () => {
  const model = (fields: string) =>
    `datasource db {\n  provider = "postgresql"\n}\n\nmodel Thing {\n  id Int @id\n${fields}}\n`;

  test("says what leads from one schema to another", async () => {
    expect(await migrationDraft(url, model(""), model("  name String?\n"))).toContain('ADD COLUMN     "name" TEXT');
  });

  test("says nothing when nothing changed", async () => {
    expect(await migrationDraft(url, model(""), model(""))).toBeUndefined();
  });
});
