import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startProxy, type Proxy } from "../chaos/proxy.ts";
import { database, disconnect, pool } from "./db.ts";
import type { Prisma } from "./generated/prisma/client.ts";

let proxy: Proxy;
/** A proxy to the database that can stop forwarding without closing. Set up before the first connection. */
beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  proxy = await startProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  process.env.DATABASE_URL = url.href;
});
afterEach(disconnect);
afterAll(() => proxy.close());

test("a transaction whose line goes silent ends within 15 s, and its connection is never given to anybody again", async () => {
  const { halfOpen, heal } = proxy;
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
  // Covers both the statement and its ROLLBACK.
  expect(Date.now() - saidAt).toBeLessThan(15_000);
  heal();
  const healedAt = Date.now();
  for (let time = 0; time < 3; time++) expect(await database().$queryRaw`select 3 as three`).toEqual([{ three: 3 }]);
  expect(Date.now() - healedAt).toBeLessThan(5_000);
  expect(pool().totalCount).toBe(1);
  // A transaction on a dead connection must not keep its locks.
  const idle = await pool().query("show idle_in_transaction_session_timeout");
  expect(idle.rows).toEqual([{ idle_in_transaction_session_timeout: "1min" }]);
}, 60_000);

test("what is asked at once in a transaction is asked one after the other, and each gets its own answer", async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on("warning", onWarning);
  const numbers = [1, 2, 3, 4, 5];
  const ask = (tx: Prisma.TransactionClient, n: number) =>
    n === 3 ? tx.$queryRaw`select 1 / (${n}::int - 3) as n` : tx.$queryRaw`select ${n}::int as n`;
  // The third statement fails alone. Later statements still run.
  const outcomes: string[] = [];
  await database()
    .$transaction((tx) =>
      Promise.allSettled(
        numbers.map((n) =>
          ask(tx, n).finally(() => {
            outcomes.push(String(n));
          }),
        ),
      ),
    )
    .catch(() => undefined);
  expect(outcomes).toEqual(numbers.map(String));
  expect(await database().$transaction((tx) => Promise.all([4, 5, 6].map((n) => ask(tx, n))))).toEqual([
    [{ n: 4 }],
    [{ n: 5 }],
    [{ n: 6 }],
  ]);
  // Node emits warnings on the next tick.
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  expect(warnings.filter((words) => words.includes("client.query"))).toEqual([]);
});
