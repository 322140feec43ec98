// @own-process: a worker of its own takes the jobs.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database, pool } from "../../db.ts";
import { startWorker } from "../../work/worker.ts";
import { createTestWorkspace, testCtx } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";
import { createAi } from "../create-ai.ts";
import { placesOf } from "../../work/queue.ts";

const SOURCES = 100;
/** A slow site is waited for much longer. */
const PATIENCE_MS = 10_000;

/** A site that takes every request and never answers. */
const site = createServer(() => undefined);
let asked = 0;
site.on("request", () => (asked += 1));
beforeAll(() => new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready)));
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const createBot = (workspaceId: number, sources: unknown[]) =>
  createAi(testCtx(workspaceId), { name: "Otto", type: "builtIn", integrationProperties: { sources } });

const waitingOf = (workspaceId: number) =>
  database().knowledgeSource.count({ where: { workspaceId, state: "waiting" } });

const readOf = (workspaceId: number, count: number) =>
  eventually(
    async () => (await database().knowledgeSource.count({ where: { workspaceId, state: "ready" } })) === count,
    PATIENCE_MS,
    () => "another workspace's source was not read",
  );

test("a hundred slow sources of one workspace hold a few of the worker's places: another's source is read soon", async () => {
  const [slow, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  const { port } = site.address() as AddressInfo;
  const sources = Array.from({ length: SOURCES }, (_, no) => ({
    kind: "site",
    url: `http://127.0.0.1:${port}/${no}/`,
  }));
  for (let from = 0; from < SOURCES; from += 20) await createBot(slow.workspaceId, sources.slice(from, from + 20));
  const text = { kind: "text", title: "Returns", text: "You have 30 days." };
  await createBot(other.workspaceId, [text]);
  expect(await waitingOf(slow.workspaceId)).toBe(SOURCES);
  const worker = await startWorker({ pollMs: 100 });
  try {
    const perWorkspace = placesOf("read-source").perWorkspace ?? Infinity;
    await readOf(other.workspaceId, 1);
    await eventually(() => Promise.resolve(asked >= perWorkspace), PATIENCE_MS);
    await createBot(other.workspaceId, [text, { ...text, title: "Returns of tents" }]);
    await readOf(other.workspaceId, 3);
    // A site's rules are asked for first, and none has come.
    expect(asked).toBe(perWorkspace);
    expect(await waitingOf(slow.workspaceId)).toBe(SOURCES - perWorkspace);
  } finally {
    // What waits is not begun, and what was begun ends with the site.
    await pool().query("delete from pgboss.job where name = 'read-source' and state = 'created'");
    site.closeAllConnections();
    await worker.stop();
  }
});
