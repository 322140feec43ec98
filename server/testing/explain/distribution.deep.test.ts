import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pool } from "../../db.ts";

// The rules of Citus for tables that are distributed by a column, as far as the catalogue shows them: README, "Growth".

const README = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");
/** What the README's SQL copies to every node. */
const REFERENCE = namesIn(/create_reference_table\(t\) from unnest\(array\[([^\]]*)\]/);
/** What it distributes by workspaceId. */
const DISTRIBUTED = [...README.matchAll(/create_distributed_table\(t,[^;]*unnest\(array\[([^\]]*)\]/g)].flatMap(
  ([, list]) => quoted(list ?? ""),
);

/** Unique by ids that are random: on a cluster they are made anew as ordinary indexes, which loses nothing. */
const UNIQUE_BY_CHANCE = ["WorkspaceSettings_id_key"];

function namesIn(list: RegExp): string[] {
  return quoted(list.exec(README)?.[1] ?? "");
}

function quoted(list: string): string[] {
  return [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? "");
}

test("the SQL names every table, once", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace and relname not like '\\_%' order by 1`,
  );
  expect([...REFERENCE, ...DISTRIBUTED].sort()).toEqual(rows.map(({ name }) => name));
});

test("unique keys of distributed tables hold workspaceId", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i
     where i.indisunique and i.indrelid = any($1::regclass[]) and not exists (
       select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'workspaceId' and a.attnum = any(i.indkey))`,
    [DISTRIBUTED.map((name) => `public."${name}"`)],
  );
  expect(rows.map(({ name }) => name.replaceAll('"', "")).sort()).toEqual(UNIQUE_BY_CHANCE);
});

test("references go by workspaceId to distributed tables, or anyhow to copied ones, and never from copied to distributed ones", async () => {
  type Reference = { name: string; from: string; to: string; goesByWorkspace: boolean };
  const { rows } = await pool().query<Reference>(
    `select k.conname as name, f.relname as from, t.relname as to, exists (
       select from unnest(k.conkey, k.confkey) as p(mine, theirs)
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.mine and a.attname = 'workspaceId'
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = p.theirs and b.attname = 'workspaceId') as "goesByWorkspace"
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(100);
  const wrong = rows.filter(({ from, to, goesByWorkspace }) =>
    REFERENCE.includes(to) ? false : REFERENCE.includes(from) || !goesByWorkspace,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
