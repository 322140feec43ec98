// @own-process: its own worker takes the jobs.
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
/** Much shorter than the timeout for a slow site. */
const PATIENCE_MS = 10_000;

/** A site that accepts every request and never responds. */
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
    // The site's rules are requested first, and no response has arrived.
    expect(asked).toBe(perWorkspace);
    expect(await waitingOf(slow.workspaceId)).toBe(SOURCES - perWorkspace);
  } finally {
    // Delete the jobs that have not started. The others end when the site closes.
    await pool().query("delete from pgboss.job where name = 'read-source' and state = 'created'");
    site.closeAllConnections();
    await worker.stop();
  }
});
