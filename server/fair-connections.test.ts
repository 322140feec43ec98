// @own-process: the test uses the pool of one process.
import { expect, test } from "vitest";
import { database, inTransaction, pool } from "./db.ts";
import { withRequestContext } from "./observe/request-context.ts";
import { createTestWorkspace, testCtx } from "./testing/factories.ts";

/** The number of statements of one workspace, and the seconds that each takes. */
const [BUSY, BUSY_SECONDS] = [40, 0.1];

/** Runs work like a request of a workspace. */
function inLineOf<T>(workspaceId: number, work: () => Promise<T>): Promise<T> {
  return withRequestContext({ requestId: null, traceparent: null, workspaceId }, work);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

test("one workspace's statements leave connections for others, and for work of no workspace", async () => {
  let over = 0;
  const busy = inLineOf(1, () =>
    Promise.all(
      Array.from({ length: BUSY }, async () => {
        await pool().query("select pg_sleep($1)", [BUSY_SECONDS]);
        over += 1;
      }),
    ),
  );
  const overAfter = async (work: () => Promise<unknown>) => {
    await work();
    return over;
  };
  // Await here: Prisma starts a statement only when its promise is awaited.
  const ask = async () => void (await database().$queryRaw`select 1`);
  const [other, nobodys, own] = await Promise.all([
    overAfter(() => inLineOf(2, ask)),
    overAfter(ask),
    overAfter(() => inLineOf(1, ask)),
  ]);
  expect(other).toBeLessThan(BUSY / 2);
  expect(nobodys).toBeLessThan(BUSY / 2);
  expect(own).toBeGreaterThan(BUSY / 2);
  await busy;
});

test("transactions that need a second connection do not wait for one another", async () => {
  const { workspaceId } = await createTestWorkspace();
  const took = await timed(() =>
    inLineOf(workspaceId, () =>
      Promise.all(
        Array.from({ length: 12 }, () =>
          inTransaction(testCtx(workspaceId), async (tx) => {
            await tx.db.$queryRaw`select 1`;
            await pool().query("select pg_sleep(0.02)");
          }),
        ),
      ),
    ),
  );
  expect(took).toBeLessThan(4_000);
});

test("places come back after statements that fail, and connections that break", async () => {
  const fail = () => pool().query("select 1 / 0").catch(String);
  const breakOff = () => pool().query("select pg_terminate_backend(pg_backend_pid())").catch(String);
  await inLineOf(3, async () => {
    for (let round = 0; round < 10; round += 1) await Promise.all([fail(), fail(), breakOff()]);
  });
  expect(await timed(() => inLineOf(3, () => pool().query("select 1")))).toBeLessThan(1_000);
});
