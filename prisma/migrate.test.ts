import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import pg from "pg";
import { migrate } from "./migrate.ts";
import { pendingMigrations } from "./pending-migrations.ts";
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
    expect(await pendingMigrations(url, directory)).toEqual([]);
  });

  test("names the migration that failed, leaves nothing of it behind, and goes on once it is mended", async () => {
    write("2_broken", "create table half (id int); insert into nowhere values (1);");
    await expect(migrate(url, directory)).rejects.toThrow(
      'Migration 2_broken failed: relation "nowhere" does not exist',
    );
    expect(await query(url, "select to_regclass('half')::text as half")).toEqual([{ half: null }]);
    expect(await pendingMigrations(url, directory)).toEqual(["2_broken"]);
    write("2_broken", "create table half (id int);");
    expect(await migrate(url, directory)).toEqual(["2_broken"]);
  });
});

describe("pendingMigrations", () => {
  test("names all of them before the first start", async () => {
    expect(await pendingMigrations(url, directory)).toEqual(["1_table"]);
  });

  test("is empty for the product's own database after the start", async () => {
    expect(await pendingMigrations(process.env.DATABASE_URL ?? "")).toEqual([]);
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
