import { expect, test } from "vitest";
import { pool, database } from "./db.ts";
import { statementNames } from "./statement-names.ts";

const ask = (name: ReturnType<typeof statementNames>, sql: string, args: unknown[] = [1]) =>
  [1, 2, 3].map(() => name({ sql, args })).at(-1);

test("what comes again and again gets a name, always the same, one for each statement", () => {
  const name = statementNames({ lists: true });
  const sql = 'SELECT "id" FROM "Tag" WHERE "id" = $1';
  expect([name({ sql, args: [1] }), name({ sql, args: [2] })]).toEqual(["", ""]);
  const third = name({ sql, args: [3] });
  expect(third).toMatch(/^p-[\w-]{22}$/);
  expect(name({ sql, args: [4] })).toBe(third);
  expect(ask(name, `${sql} LIMIT 1`)).not.toBe(third);
});

test("no name for what has no values, looks for words, or names no columns", () => {
  const name = statementNames({ lists: true });
  expect(ask(name, "BEGIN", [])).toBe("");
  for (const sql of [
    'select "id" from "Client" where "name" ilike $1',
    'SELECT "id" FROM "Client" WHERE "name"::text LIKE $1',
    'select "id" from "Message" where "words" @@ $1',
    'select * from "Tag" where "id" = $1',
    'select t.* from "Tag" t where "id" = $1',
    'select 1, "t".* from "Tag" t where "id" = $1',
    'update "Tag" set "tag" = $1 returning *',
  ]) {
    expect([sql, ask(name, sql)]).toEqual([sql, ""]);
  }
  expect(ask(name, 'select count(*) from "Tag" where "id" = $1')).not.toBe("");
  expect(ask(name, "select * from json_to_recordset($1::json) as g(id uuid)")).not.toBe("");
});

test("no name for a list, unless it was asked for", () => {
  const list = 'SELECT "id" FROM "Tag" WHERE "type" = $1\nORDER BY "createdAt" DESC LIMIT $2 OFFSET $3';
  expect(ask(statementNames({ lists: false }), list)).toBe("");
  expect(ask(statementNames({ lists: true }), list)).not.toBe("");
  expect(ask(statementNames({ lists: false }), 'SELECT "id" FROM "Tag" WHERE "id" = $1 LIMIT $2')).not.toBe("");
});

test("the number of names is bounded", () => {
  const name = statementNames({ lists: true });
  const named = Array.from({ length: 1_000 }, (_, i) => ask(name, `select ${i} where $1 = 1`)).filter((text) => text);
  expect(named.length).toBe(300);
  // The first statements keep their names.
  expect(name({ sql: "select 0 where $1 = 1", args: [1] })).toBe(named[0]);
});

test("the process's own statements are kept by the connections", async () => {
  const id = "00000000-0000-0000-0000-000000000000";
  for (let i = 0; i < 5; i++) await database().tag.findFirst({ where: { workspaceId: 1, id }, select: { tag: true } });
  const { rows } = await pool().query<{ statement: string }>(
    "select statement from pg_prepared_statements where name like 'p-%'",
  );
  expect(rows.map(({ statement }) => statement)).toContainEqual(expect.stringContaining('"Tag"'));
});
