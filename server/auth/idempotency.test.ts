import pg from "pg";
import { expect, test } from "vitest";
import { pool } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { keptUnder, once } from "./idempotency.ts";

test("of two that wait for each other with one key, the one that is undone gets the other's answer", async () => {
  const { workspaceId, ctx } = await createTestWorkspace();
  const request = { key: "k", operation: "test", input: { a: 1 } };
  const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await other.connect();
  try {
    // Like `addAtOnce`: the row first, the key last.
    await other.query("begin");
    await other.query(`select from "Workspace" where id = $1 for update`, [workspaceId]);
    let runs = 0;
    const asked = once(
      ctx,
      request,
      async (tx) => {
        runs += 1;
        await tx.db.$queryRaw`select 1 as one from "Workspace" where id = ${workspaceId} for update`;
        return "ours";
      },
      String,
    );
    const isWaiting = async () => {
      const { rowCount } = await pool().query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    };
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(1);
    const { callerId, key, requestHash } = keptUnder(ctx, request);
    // Our request started to wait first, so Postgres detects the deadlock there and aborts it, not this transaction.
    await other.query(
      `insert into "IdempotencyKey" ("workspaceId", "callerId", key, "requestHash", response) values ($1, $2, $3, $4, '"theirs"')`,
      [workspaceId, callerId, key, requestHash],
    );
    await other.query("commit");
    expect(await asked).toBe("theirs");
    expect(runs).toBe(1);
  } finally {
    await other.end();
  }
});
