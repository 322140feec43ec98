import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pool } from "../../db.ts";

// README, "The event log by days": its SQL as it stands there.
const README = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");
const PLAN = /\*\*The event log by days\.\*\*[\s\S]*?```sql\n([\s\S]*?)```/.exec(README)?.[1] ?? "";
const [MADE = "", DROPPED = ""] = PLAN.split("-- Each day, for the oldest");
const LOG = `"EventByPlace"`;

type Node = { "Relation Name"?: string; "Node Type": string; Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test("the event log can be cut into days by its place: readers open the days from theirs on, and a day is dropped whole", async () => {
  expect(DROPPED).toContain("drop table");
  await pool().query(MADE);
  await pool().query(`create table "Event_next" partition of ${LOG} for values from ('2000') to ('3000')`);
  await pool().query(
    `insert into ${LOG} ("workspaceId", id, name, payload, txid)
     select 1 + n % 5, gen_random_uuid(), 'CLIENT_UPDATED', '{}', (1000 + n % 2000)::text::xid8 from generate_series(1, 20000) n`,
  );
  await pool().query(`analyze ${LOG}`);
  const read = `select id from ${LOG} e where (e.txid, e.seq) > ('2500'::xid8, 0) and e.txid >= '2500' order by e.txid, e.seq limit 500`;
  const { rows } = await pool().query<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (format json) ${read}`);
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  const tables = plan ? nodesOf(plan).flatMap((node) => node["Relation Name"] ?? []) : [];
  expect(tables).toEqual(["Event_next"]);
  expect(plan ? nodesOf(plan).map((node) => node["Node Type"]) : []).not.toContain("Seq Scan");
  expect((await pool().query(read)).rows).toHaveLength(500);
  await pool().query(`${DROPPED.slice(DROPPED.indexOf("\n"))}`);
  const { rows: left } = await pool().query<{ count: number }>(`select count(*)::int as count from ${LOG}`);
  expect(left[0]?.count).toBe(10_000);
});
