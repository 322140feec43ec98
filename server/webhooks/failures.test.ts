import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { readHeaders } from "./webhook-headers.ts";

// What counts as a failure, and when it is retried .

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let running: { stop: (graceMs: number) => Promise<void> }[] = [];
let receivers: Receiver[] = [];

beforeEach(async () => {
  workspace = await createTestWorkspace();
  running = [await startFanOut(30), startDelivering(30, 1)];
});
afterEach(async () => {
  await Promise.all(running.map((part) => part.stop(500)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().webhook.updateMany({ data: { active: false } });
  receivers = [];
});

async function receiver(answer: Parameters<typeof startReceiver>[0]) {
  const made = await startReceiver(answer);
  receivers.push(made);
  return made;
}

/** The one delivery to this URL after its first attempt, and the least and most seconds until the next one. */
async function attempted(url: string) {
  const began = Date.now();
  const { id } = await createWebhook(workspace.ctx, { label: "CRM", url, event: "CLIENT_UPDATED" });
  await inTransaction(workspace.ctx, (tx) =>
    emit(tx, { name: "CLIENT_UPDATED", payload: { event: "CLIENT_UPDATED" } }),
  );
  const find = () =>
    database().webhookDelivery.findFirst({ where: { webhookId: id, attempts: 1 }, include: { attemptRows: true } });
  await eventually(async () => (await find()) !== null, 30_000);
  const delivery = await find();
  const next = delivery?.nextAttemptAt?.getTime() ?? NaN;
  return { ...delivery, atLeast: (next - Date.now()) / 1000, atMost: (next - began) / 1000 };
}

const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (_: Received, response: ServerResponse) =>
    void response.writeHead(status, headers).end();

test.each([200, 201, 202, 204, 206, 299])("%i is a success", async (status) => {
  const { url } = await receiver(answering(status));
  expect(await attempted(url)).toMatchObject({ state: "delivered", responseStatus: status, error: null });
});

test.each([300, 304, 400, 401, 404, 408, 422, 429, 500, 502, 503, 504])(
  "%i is none, and is tried again",
  async (status) => {
    const { url } = await receiver(answering(status));
    const failed = await attempted(url);
    expect(failed).toMatchObject({ state: "pending", responseStatus: status });
    expect(failed.atMost).toBeGreaterThan(3);
    expect(failed.atLeast).toBeLessThan(6.1);
  },
);

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();
const DAY = 86_400;

test.each([
  [429, "120", 120],
  [503, "120", 120],
  [429, () => inSeconds(300), 300],
  [503, () => inSeconds(300), 300],
  [429, String(10 * DAY), DAY],
  [503, () => inSeconds(10 * DAY), DAY],
  // Shorter than the schedule, in the past, or unreadable: the schedule's five seconds apply.
  [429, "1", 5],
  [429, "0", 5],
  [429, () => inSeconds(-300), 5],
  [429, "soon", 5],
  [429, "-5", 5],
  // Only 429 and 503 can ask to wait.
  [500, "120", 5],
])("%i with Retry-After %s waits %i s", async (status, retryAfter, seconds) => {
  const value = typeof retryAfter === "string" ? retryAfter : retryAfter();
  const { url } = await receiver(answering(status, { "retry-after": value }));
  const { atLeast, atMost } = await attempted(url);
  const [least, most] = seconds === 5 ? [3, 6.1] : [seconds - 2, seconds + 1];
  expect(atMost).toBeGreaterThan(least ?? 0);
  expect(atLeast).toBeLessThan(most ?? 0);
});

test.each([301, 302, 303, 307, 308])("%i leads nowhere: what stands behind it sees no request", async (status) => {
  const behind = await receiver(undefined);
  const { url, received } = await receiver(answering(status, { location: behind.url }));
  expect(await attempted(url)).toMatchObject({ state: "pending", responseStatus: status, attempts: 1 });
  expect(received).toHaveLength(1);
  expect(behind.received).toEqual([]);
});

test.each<[string, Parameters<typeof startReceiver>[0], RegExp]>([
  [
    "a connection that is reset",
    (_, response) => void response.socket?.resetAndDestroy(),
    /^The connection was (reset|closed)/,
  ],
  ["an end without an answer", (_, response) => void response.socket?.end(), /^The connection was closed/],
  ["an answer that is no HTTP", (_, response) => void response.socket?.end("HELLO\r\n\r\n"), /^The answer is no HTTP/],
])("%s is a failure, in words", async (_, answer, words) => {
  const { url } = await receiver(answer);
  const failed = await attempted(url);
  expect(failed).toMatchObject({ state: "pending", responseStatus: null });
  expect(failed.error).toMatch(words);
  expect(failed.attemptRows).toMatchObject([
    { attemptNo: 1, responseStatus: null, responseBody: null, error: failed.error },
  ]);
});

test("TLS that cannot be agreed on is a failure, and nothing is sent in the clear", async () => {
  const { url, received } = await receiver(undefined);
  const failed = await attempted(url.replace("http:", "https:"));
  expect(failed).toMatchObject({ state: "pending", responseStatus: null });
  expect(failed.error).toMatch(/^TLS failed/);
  expect(received).toEqual([]);
});

test("none of the headers that are ours can be set, in whatever letters", () => {
  const ours =
    "webhook-id webhook-timestamp webhook-signature webhook- host content-length transfer-encoding connection content-type";
  for (const name of ours.split(" ")) {
    const spellings = [name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)];
    for (const each of spellings) expect(() => readHeaders({ [each]: "x" }), each).toThrow("is set by the service");
    for (const each of [` ${name}`, `${name} `, `${name}:`, `${name}\r\n`, `x\r\n${name}`, `${name}\0`])
      expect(() => readHeaders({ [each]: "x" }), JSON.stringify(each)).toThrow("is no header name");
  }
  for (const value of ["a\r\nhost: b", "a\nb", "a\rb", "a\0b", "\u2028", "a\u010ab", "x".repeat(4_097)])
    expect(() => readHeaders({ "x-own": value }), JSON.stringify(value)).toThrow("The value of x-own");
  expect(readHeaders({ "x-own": "x".repeat(4_096) })).toEqual({ "x-own": "x".repeat(4_096) });
});
