import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestWorkspace } from "../testing/factories.ts";
import { createTestWebchat, serveTestDoors, visitorBrowser } from "../testing/webchat.ts";

process.env.API_RATE_LIMIT = "100";

let base: string;
let closeDoors: () => Promise<void>;
let integrationId: string;

beforeAll(async () => {
  ({ base, close: closeDoors } = await serveTestDoors());
  ({ integrationId } = await createTestWebchat((await createTestWorkspace()).workspaceId));
});
afterAll(() => closeDoors());

const browser = (address?: string) => visitorBrowser(base, integrationId, address);

test("thirty messages a minute and visitor, twenty new visitors a minute and address", async () => {
  const visitor = browser();
  await visitor.session();
  const statuses: number[] = [];
  for (let number = 0; number < 32; number++) statuses.push((await visitor.send({ content: String(number) })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  const refused = await visitor.send({ content: "more" });
  expect([refused.status, refused.body.error?.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");

  const address = `one-${randomUUID()}`;
  const made: number[] = [];
  for (let number = 0; number < 22; number++) made.push((await browser(address).post("session")).status);
  expect(made).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  // Another address is another one.
  expect((await browser().post("session")).status).toBe(200);
});

test("sixty files a minute and address, whoever brings them", async () => {
  const address = `files-${randomUUID()}`;
  const statuses: number[] = [];
  for (let visitors = 0; visitors < 3; visitors++) {
    const visitor = browser(address);
    await visitor.session();
    const file = { contentType: "image/png", sizeBytes: 10 };
    for (let number = 0; number < 25; number++) statuses.push((await visitor.post("uploads", file)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
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
