import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import { prepareQueues } from "./queue.ts";

let boss: PgBoss;
beforeAll(async () => {
  boss = new PgBoss({ connectionString: env().DATABASE_URL, max: 2, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await prepareQueues(boss);
});
afterAll(() => boss.stop({ graceful: false }));

test("jobs that have ended are gone a day later; those that wait stay", async () => {
  for (let i = 0; i < 3; i++) await boss.send("prune", {});
  const [old, young] = [await boss.fetch("prune"), await boss.fetch("prune")].map((jobs) => jobs[0]?.id ?? "");
  for (const id of [old, young]) await boss.complete("prune", id ?? "");
  await pool().query(`update pgboss.job set completed_on = now() - interval '25 hours' where id = $1`, [old]);
  await pool().query(`update pgboss.job set completed_on = now() - interval '23 hours' where id = $1`, [young]);
  await pool().query(`update pgboss.queue set maintain_on = null`);
  await boss.supervise("prune");
  const { rows } = await pool().query<{ id: string; state: string }>(
    `select id, state from pgboss.job where name = 'prune'`,
  );
  expect(rows.map(({ state }) => state).sort()).toEqual(["completed", "created"]);
  expect(rows.map(({ id }) => id)).not.toContain(old);
});
