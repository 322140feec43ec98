import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "../db.ts";
import { onNotified, notify } from "../events/signal.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { createTestWebchat, visitorBrowser } from "../testing/webchat.ts";
import { minutesOf, shareLimits, sharedLimiter, type SharedLimiter } from "./shared-limiter.ts";
import { say } from "../say.ts";

const DOORS = join(import.meta.dirname, "../testing/serve-doors.ts");
/** server/rest/webchat-limits.ts: new visitors per address and minute. */
const MOST_VISITORS = 20;

let processes: { child: ChildProcess; base: string }[];
let integrationId: string;

beforeAll(async () => {
  const { workspaceId } = await createTestWorkspace();
  ({ integrationId } = await createTestWebchat(workspaceId));
  processes = await Promise.all([startDoors(), startDoors()]);
}, 60_000);
afterAll(() => processes.forEach(({ child }) => child.kill("SIGKILL")));

async function startDoors() {
  const child = fork(DOORS, { env: { ...process.env, DRAIN_SECONDS: "0", API_RATE_LIMIT: "100" } });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, base: `http://127.0.0.1:${port}` };
}

test("a limit that was used up in one process holds in another", async () => {
  const [first, second] = processes.map(({ base }) => base);
  let begun = 0;
  // Uses up the limit in one process. The other process then learns of it and accepts none.
  for (let i = 0; i < MOST_VISITORS; i++) begun += (await begins(first!)) ? 1 : 0;
  expect(begun).toBe(MOST_VISITORS);
  await expect.poll(() => begins(second!), { timeout: 20_000, interval: 300 }).toBe(false);
}, 60_000);

/** Whether the process accepts a new visitor. */
async function begins(base: string): Promise<boolean> {
  return visitorBrowser(base, integrationId)
    .session()
    .then(
      () => true,
      () => false,
    );
}

const SAYS = () => say("service.tooMuch");

function takes(limiter: SharedLimiter, key: string): boolean {
  try {
    limiter.take(key, SAYS);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "RATE_LIMITED", said: { code: "service.tooMuch" } });
    return false;
  }
}

test("a limit counts, takes back and forgets, and says how long to wait", () => {
  const limiter = sharedLimiter("a-test", { points: 2, duration: 60 });
  expect([takes(limiter, "a"), takes(limiter, "a"), takes(limiter, "a")]).toEqual([true, true, false]);
  expect(() => limiter.take("a", (seconds) => say("service.wrongCodes", { minutes: minutesOf(seconds) }))).toThrow(
    expect.objectContaining({
      message: "Too many wrong codes. Try again in 1 minute.",
      headers: { "retry-after": "30", "ratelimit-limit": "2", "ratelimit-remaining": "0", "ratelimit-reset": "30" },
    }),
  );
  expect(takes(limiter, "b")).toBe(true);
  limiter.forget("a");
  expect([takes(limiter, "a"), takes(limiter, "a")]).toEqual([true, true]);
  limiter.forget("a");
  expect(takes(limiter, "a")).toBe(true);
  limiter.giveBack("a");
  expect([takes(limiter, "a"), takes(limiter, "a"), takes(limiter, "a")]).toEqual([true, true, false]);
});

test("what was taken back wipes nobody's count; what was forgotten and counted again is told as both", async () => {
  const limits = shareLimits();
  // Other limits of this process may send counts too, so only this one's are kept.
  const told: unknown[][] = [];
  const stopHearing = onNotified((words) =>
    told.push(...(JSON.parse(words.replace("limits ", "")) as unknown[][]).filter(([name]) => name === "told")),
  );
  try {
    const limiter = sharedLimiter("told", { points: 2, duration: 60 });
    const [back, anew] = [randomUUID(), randomUUID()];
    takes(limiter, back);
    limiter.giveBack(back);
    takes(limiter, anew);
    limiter.forget(anew);
    takes(limiter, anew);
    await expect.poll(() => told, { timeout: 20_000 }).toEqual([["told", anew, true, 1]]);
  } finally {
    stopHearing();
    await limits.stop();
  }
});

test("what another process tells is counted, and forgotten first where it says so", async () => {
  const limits = shareLimits();
  try {
    const limiter = sharedLimiter("heard", { points: 2, duration: 60 });
    const key = randomUUID();
    const hear = (isForgotten: boolean, by: number) =>
      notify(`limits ${JSON.stringify([["heard", key, isForgotten, by]])}`, pool());
    const isTaken = () => takes(limiter, key);
    hear(false, 2);
    expect(isTaken()).toBe(false);
    hear(true, 1);
    expect([isTaken(), isTaken()]).toEqual([true, false]);
  } finally {
    await limits.stop();
  }
});

// Must be last: it takes the database away from the processes of this file.
test("while the database is away, whoever may ask is served, and what each process counts holds in it", async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const name = url.pathname.slice(1);
  const server = new pg.Client({ connectionString: new URL("/postgres", url).href });
  await server.connect();
  const limits = shareLimits();
  const told: string[] = [];
  const stopHearing = onNotified((words) => told.push(words));
  try {
    await server.query(`alter database ${name} allow_connections false`);
    await server.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await expect(pool().query("select 1")).rejects.toThrow();
    const limiter = sharedLimiter("away", { points: 2, duration: 60 });
    expect([takes(limiter, "somebody"), takes(limiter, "somebody")]).toEqual([true, true]);
    // The counts sent to the other processes are lost, without any other effect.
    await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(takes(limiter, "somebody")).toBe(false);
  } finally {
    await server.query(`alter database ${name} allow_connections true`);
    await server.end();
    stopHearing();
    await limits.stop();
  }
});
