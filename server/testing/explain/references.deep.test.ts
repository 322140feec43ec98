import { expect, test } from "vitest";
import { pool } from "../../db.ts";
import { GROWING } from "./tables.ts";

// When a row is deleted or its key changes, the database searches for references to it, with its own statements that our
// EXPLAIN never shows. Without an index, they read all of a workspace's rows once for each deleted row.

/**
 * References to rows that are never deleted (people and settings get a deletedAt), and tables that daily pruning keeps small.
 */
const NEVER_DELETED = new Set([
  "Agent",
  "Assistant",
  "AssistantVersion",
  "EvalQuestion",
  "Integration",
  "Tag",
  "User",
  "Webhook",
  "Workspace",
]);
const KEPT_SMALL = new Set(["MailNotice", "SendQueue"]);

type Reference = { name: string; from: string; to: string; isIndexed: boolean };

async function references(): Promise<Reference[]> {
  // An index is sufficient if it begins with the reference's columns in any order, over all rows or over those that have them.
  const { rows } = await pool().query<Reference>(`
    select k.conname as name, f.relname as from, t.relname as to, exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = any(
          select format('(%I IS NOT NULL)', a.attname) from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey)))
    ) as "isIndexed"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1`);
  return rows;
}

test("what points from a table that grows to rows that are deleted is found by an index", async () => {
  const all = await references();
  expect(all.length).toBeGreaterThan(80);
  const missing = all.filter(({ from, to }) => GROWING.has(from) && !NEVER_DELETED.has(to) && !KEPT_SMALL.has(from));
  expect(missing.filter(({ isIndexed }) => !isIndexed).map(({ name }) => name)).toEqual([]);
});
