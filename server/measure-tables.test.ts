import { beforeAll, expect, test } from "vitest";
import { pool } from "./db.ts";
import { createTestWorkspace } from "./testing/factories.ts";
import { eventually } from "./testing/receiver.ts";
import { measureTables } from "./measure-tables.ts";

/** Autovacuum could analyze a table while rows are added. Its row counts would then be estimates. */
beforeAll(async () => {
  await pool().query(`alter table "Client" set (autovacuum_enabled = false)`);
});

/** PostgreSQL's counters reach its statistics views some time after the commit. */
async function counted(rows: number): Promise<void> {
  await eventually(async () => {
    const { rows: found } = await pool().query<{ live: number }>(
      `select pg_stat_get_live_tuples('"Client"'::regclass)::int as live`,
    );
    return found[0]?.live === rows;
  });
}

async function addClients(workspaceId: number, count: number): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query(
      `insert into "Client" ("workspaceId", id, "externalClientId")
       select $1, gen_random_uuid(), gen_random_uuid() from generate_series(1, $2)`,
      [workspaceId, count],
    );
    await client.query("select pg_stat_force_next_flush()");
    await client.query("select 1");
  } finally {
    client.release();
  }
}

/** The number of the workspace's contacts that PostgreSQL estimates. */
async function planned(workspaceId: number): Promise<number> {
  const { rows } = await pool().query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `explain (format json) select * from "Client" where "workspaceId" = ${workspaceId}`,
  );
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? NaN;
}

test("a table is measured once it has rows, and again when it has grown fourfold: plans are for what is there", async () => {
  const { workspaceId } = await createTestWorkspace();
  await addClients(workspaceId, 49);
  await counted(49);
  expect(await measureTables()).toEqual([]);
  await addClients(workspaceId, 151);
  await counted(200);
  expect(await planned(workspaceId)).toBeLessThan(20);
  expect(await measureTables()).toEqual(['"Client"']);
  expect(await planned(workspaceId)).toBe(200);
  expect(await measureTables()).toEqual([]);
  await addClients(workspaceId, 599);
  await counted(799);
  expect(await measureTables()).toEqual([]);
  await addClients(workspaceId, 1);
  await counted(800);
  const several = await Promise.all([measureTables(), measureTables(), measureTables()]);
  expect(several).toContainEqual(['"Client"']);
  expect(await measureTables()).toEqual([]);
  expect(await planned(workspaceId)).toBe(800);
});

test("a table is measured again when a workspace has come that it was not measured with", async () => {
  const { rows } = await pool().query<{ count: number }>(`select count(*)::int as count from "Client"`);
  const before = rows[0]?.count ?? NaN;
  const [large, next] = [await createTestWorkspace(), await createTestWorkspace()];
  await addClients(large.workspaceId, 20_000);
  await counted(before + 20_000);
  expect(await measureTables()).toEqual(['"Client"']);
  await addClients(next.workspaceId, 499);
  await addClients(large.workspaceId, 100);
  await counted(before + 20_599);
  expect(await planned(next.workspaceId)).toBe(1);
  expect(await measureTables()).toEqual([]);
  await addClients(next.workspaceId, 1);
  await counted(before + 20_600);
  expect(await measureTables()).toEqual(['"Client"']);
  expect(Math.abs((await planned(next.workspaceId)) - 500)).toBeLessThan(50);
  await addClients(next.workspaceId, 500);
  await counted(before + 21_100);
  expect(await measureTables()).toEqual([]);
});
