// @own-process: the limiter keeps its rate for the life of the process.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDoors } from "../testing/doors.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { createTestWebchat, visitorBrowser } from "../testing/webchat.ts";

process.env.API_RATE_LIMIT = "100";

let base: string;
let closeDoors: () => Promise<void>;
let integrationId: string;

beforeAll(async () => {
  ({ base, close: closeDoors } = await openDoors());
  ({ integrationId } = await createTestWebchat((await createTestWorkspace()).workspaceId));
});
afterAll(() => closeDoors());

/** Calls until a call is refused, and checks how many passed: the burst, plus what was refilled meanwhile. */
async function untilRefused<T extends { status: number }>(perMinute: number, call: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let passed = 0;
  let answer = await call();
  for (; answer.status === 200; answer = await call()) passed++;
  const minutes = (performance.now() - began) / 60_000;
  expect(passed).toBeGreaterThanOrEqual(perMinute);
  expect(passed).toBeLessThanOrEqual(perMinute + Math.ceil(minutes * perMinute));
  return answer;
}

const browser = (address?: string) => visitorBrowser(base, integrationId, address);

test("thirty messages a minute and visitor, twenty new visitors a minute and address", async () => {
  const visitor = browser();
  await visitor.session();
  const refused = await untilRefused(30, () => visitor.send({ content: "more" }));
  expect([refused.status, refused.body.error?.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");

  const address = `one-${randomUUID()}`;
  await untilRefused(20, () => browser(address).post("session"));
  // Another IP address has its own limit.
  expect((await browser().post("session")).status).toBe(200);
});

test("sixty files a minute and address, whoever brings them", async () => {
  const address = `files-${randomUUID()}`;
  const visitors = Array.from({ length: 5 }, () => browser(address));
  for (const visitor of visitors) await visitor.session();
  let no = 0;
  const file = { contentType: "image/png", sizeBytes: 10 };
  await untilRefused(60, () => visitors[no++ % visitors.length]!.post("uploads", file));
});

test("a hundred and twenty calls a minute without a session; a session that goes on costs its address nothing", async () => {
  const address = `two-${randomUUID()}`;
  const visitor = browser(address);
  await visitor.session();
  for (let number = 0; number < 25; number++) await visitor.session();
  const guesses: number[] = [];
  for (let number = 0; number < 100; number++) guesses.push((await browser(address).get("config")).status);
  expect(guesses.at(-1)).toBe(429);
  expect(guesses.filter((status) => status === 200).length).toBeGreaterThan(80);
});
