import { afterEach, expect, test } from "vitest";
import { startProxy } from "../chaos/proxy.ts";
import type { Proxy } from "../chaos/proxy.ts";
import { database, disconnect, pool } from "./db.ts";

let proxy: Proxy | null = null;
afterEach(async () => {
  await disconnect();
  await proxy?.close();
});

/** Puts a cable between this process and the database that can go dead without telling; before the first connection. */
async function startOnProxy(): Promise<Proxy> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  proxy = await startProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  process.env.DATABASE_URL = url.href;
  return proxy;
}

test("a transaction whose line goes silent ends within 15 s, and its connection is never given to anybody again", async () => {
  const { halfOpen, heal } = await startOnProxy();
  let saidAt = 0;
  const transaction = database().$transaction(
    async (tx) => {
      await tx.$queryRaw`select 1`;
      halfOpen();
      saidAt = Date.now();
      await tx.$queryRaw`select 2`;
    },
    { timeout: 30_000 },
  );
  await expect(transaction).rejects.toThrow();
  // The statement and its ROLLBACK together.
  expect(Date.now() - saidAt).toBeLessThan(15_000);
  heal();
  const healedAt = Date.now();
  for (let time = 0; time < 3; time++) expect(await database().$queryRaw`select 3 as three`).toEqual([{ three: 3 }]);
  expect(Date.now() - healedAt).toBeLessThan(5_000);
  expect(pool().totalCount).toBe(1);
  // What the line took with it must not keep its locks.
  const idle = await pool().query("show idle_in_transaction_session_timeout");
  expect(idle.rows).toEqual([{ idle_in_transaction_session_timeout: "1min" }]);
}, 60_000);
