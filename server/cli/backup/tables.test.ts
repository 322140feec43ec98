import pg from "pg";
import { expect, test } from "vitest";
import { pool } from "../../db.ts";
import { copyOut, tablesOf } from "./tables.ts";

type Node = { "Parent Relationship"?: string; Plans?: Node[] };

function hasSubPlan(node: Node): boolean {
  return (node.Plans ?? []).some((each) => each["Parent Relationship"] === "SubPlan" || hasSubPlan(each));
}

test("a table's rows are written in one go: of no row is anything looked up, but of the log's few readers", async () => {
  const db = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await db.connect();
  const tables = await tablesOf(db);
  await db.end();
  const lookedUp: string[] = [];
  for (const table of tables) {
    const query = /^copy \(([^]*)\) to stdout$/.exec(copyOut(table))?.[1] ?? "";
    const { rows } = await pool().query<{ "QUERY PLAN": [{ Plan: Node }] }>(`explain (format json) ${query}`);
    expect(rows).toHaveLength(1);
    if (rows.some((row) => hasSubPlan(row["QUERY PLAN"][0].Plan))) lookedUp.push(table.name);
  }
  expect(lookedUp).toEqual(["EventCursor"]);
});
