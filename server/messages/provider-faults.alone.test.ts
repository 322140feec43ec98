import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { quote } from "../say.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received } from "../testing/receiver.ts";
import { addMessage } from "./add-message.ts";
import { attemptWords, sequelOf } from "../sending/attempt-words.ts";
import { listMessageAttempts } from "../sending/list-message-attempts.ts";

/**
 * How a complete worker process handles faulty providers: how long an attempt lasts, how much memory it uses, how the message ends, what
 * its attempts record, and that other messages are not affected.
 */
const DEADLINE_MS = 15_000;
/** Time a slow machine may need to store a response. Even so, an attempt ends before its lease of 20 s does. */
const SLACK_MS = 3_500;
const MIB = 1024 * 1024;

let ctx: Ctx;
let worker: ChildProcess;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  ({ ctx } = await createTestWorkspace());
  worker = fork(resolve(import.meta.dirname, "../testing/run-worker.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
});
afterAll(async () => {
  worker.kill("SIGKILL");
  await Promise.all(closing.map((close) => close()));
});

async function peakBytes(): Promise<number> {
  worker.send("peak");
  const [answer] = (await once(worker, "message")) as [{ peakBytes: number }];
  return answer.peakBytes;
}

/** Each message's open requests at the provider, and the highest number at the same time. */
const open = new Map<string, number>();
let mostOpen = 0;
const openedAt = new Map<string, number[]>();
const lasted: number[] = [];

function watch({ at, headers }: Received, response: ServerResponse): void {
  const key = String(headers["idempotency-key"]);
  openedAt.set(key, [...(openedAt.get(key) ?? []), at]);
  open.set(key, (open.get(key) ?? 0) + 1);
  mostOpen = Math.max(mostOpen, open.get(key) ?? 0);
  response.once("close", () => {
    open.set(key, (open.get(key) ?? 1) - 1);
    lasted.push(Date.now() - at);
  });
}

async function channelAt(endpoint: string): Promise<string> {
  const { id } = await createTestIntegration(ctx.workspaceId, { endpoint });
  await database().integration.updateMany({ where: { id }, data: { ratePerSecond: 200 } });
  return id;
}

async function channel(answer: (response: ServerResponse, request: Received) => void): Promise<string> {
  const receiver = await startReceiver((request, response) => {
    watch(request, response);
    answer(response, request);
  });
  closing.push(receiver.close);
  return channelAt(receiver.url);
}

/** A channel whose provider handles the raw TCP connection. */
async function rawChannel(onConnection: (end: (bytes?: string) => void) => void, waitForRequest: boolean) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const end = () =>
      onConnection((bytes) => (bytes === undefined ? socket.resetAndDestroy() : void socket.write(bytes)));
    if (waitForRequest) socket.once("data", end);
    else end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => new Promise((done) => server.close(done)));
  return channelAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/replies`);
}

async function say(integrationId: string): Promise<string> {
  const client = await createTestClient(ctx.workspaceId);
  const conv = await createTestConv(ctx.workspaceId, { integrationId, clientId: client.id });
  const input = { integrationId, convId: conv.id, content: "Hi", type: "text" } as const;
  return (await addMessage({ ...ctx, now: new Date() }, input)).id;
}

const messageOf = (id: string) =>
  database().message.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } } });
const ledger = (messageId: string) => listMessageAttempts({ ...ctx, now: new Date() }, { messageId });
/** The text that people see about a message's first attempt. */
async function explained(messageId: string): Promise<string> {
  const [{ status }, { nodes: attempts }] = await Promise.all([messageOf(messageId), ledger(messageId)]);
  const [first] = attempts;
  return first ? attemptWords(first, sequelOf(first, { status, attempts }, new Date())) : "";
}

async function firstAttemptEnds(messageId: string, withinMs = DEADLINE_MS + 10_000) {
  await eventually(
    async () => (await ledger(messageId)).nodes[0]?.endedAt != null,
    withinMs,
    () => "the attempt did not end",
  );
  const [first] = (await ledger(messageId)).nodes;
  return first!;
}

/** Sends `count` messages, one after the other. Returns median and 95th percentile of the milliseconds from accepted to arrived. */
async function waits(integrationId: string, count = 60): Promise<{ median: number; p95: number }> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const id = await say(integrationId);
    const acceptedAt = Date.now();
    await eventually(() => openedAt.has(id));
    times.push(openedAt.get(id)![0]! - acceptedAt);
    await wait(20);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(count * share)] ?? Infinity;
  return { median: at(0.5), p95: at(0.95) };
}

let stuck: string[] = [];
let hanging = "";

test("a provider that hangs holds up no other channel", { timeout: 60_000 }, async () => {
  const quick = await channel((response) => response.end("{}"));
  hanging = await channel(() => undefined);
  await waits(quick, 10);
  const baseline = await waits(quick);
  stuck = await Promise.all(Array.from({ length: 40 }, () => say(hanging)));
  await eventually(() => stuck.filter((id) => openedAt.has(id)).length >= 20);
  const beside = await waits(quick);
  console.info(`from accepted to arrived: ${JSON.stringify({ beside, baseline })} ms`);
  // A message behind a hanging attempt waits until its deadline. Other work on the machine delays a few messages, not the median.
  expect(beside.median).toBeLessThan(Math.max(2 * baseline.median, 60));
  expect(beside.p95).toBeLessThan(1_000);
});

test("garbage: 64 KiB of an answer are read for 15 s at most, a whole 2xx is sent without an id, what breaks off is unknown, and memory stays flat", async () => {
  const chunk = Buffer.alloc(MIB, "x");
  const bomb = gzipSync(Buffer.alloc(200 * MIB));
  let written = 0;
  const hugeAnswers = await channel((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    let left = 100;
    const push = () => {
      while (left-- > 0 && !response.destroyed) if (!response.write(chunk)) return void response.once("drain", push);
      response.end();
    };
    response.once("close", () => (written = Math.max(written, response.socket?.bytesWritten ?? 0)));
    push();
  });
  const zipped = await channel((response) =>
    response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" }).end(bomb),
  );
  const saying = (status: number, body: string) => channel((response) => response.writeHead(status).end(body));
  const dripping = (head: boolean) =>
    channel((response) => {
      if (head) response.writeHead(200).write("{");
      const timer = setInterval(() => (head ? response.write(" ") : response.socket?.write("H")), 1_000);
      response.once("close", () => clearInterval(timer));
    });
  const cases = {
    html: await saying(200, "<html><body>Welcome</body></html>"),
    "no id": await saying(200, '{"ok":true}'),
    "truncated JSON": await saying(200, '{"externalMessageId":"abc'),
    "100 MB": hugeAnswers,
    "gzip bomb": zipped,
    "a byte a second": await dripping(true),
    "a status line at a byte a second": await dripping(false),
    "reset before the request": await rawChannel((end) => end(), false),
    "reset after the request": await rawChannel((end) => end(), true),
    "no HTTP": await rawChannel((end) => end("SSH-2.0-OpenSSH\r\n\r\n"), true),
    "closed port": await channelAt("http://127.0.0.1:9/replies"),
  };
  const warm = await say(cases["no id"]);
  await eventually(async () => (await messageOf(warm)).status === "sent", 30_000);
  const before = await peakBytes();
  const flood = Promise.all(Array.from({ length: 10 }, async () => [await say(hugeAnswers), await say(zipped)]));
  const ids = Object.fromEntries(
    await Promise.all(Object.entries(cases).map(async ([name, id]) => [name, await say(id)] as const)),
  ) as Record<keyof typeof cases, string>;
  const ends = await Promise.all(
    Object.entries(ids).map(async ([name, id]) => {
      const { outcome, error, startedAt, endedAt } = await firstAttemptEnds(id);
      const tookMs = endedAt!.getTime() - startedAt.getTime();
      return [name, { outcome, error, tookMs, explanation: await explained(id) }] as const;
    }),
  );
  for (const id of (await flood).flat()) await firstAttemptEnds(id);
  const grown = (await peakBytes()) - before;
  const end = Object.fromEntries(ends);
  const warnings = {
    html: "The endpoint's answer is not a JSON object",
    "no id": null,
    "truncated JSON": "The endpoint's answer is not a JSON object",
    "100 MB": "The endpoint's answer is longer than 64 KiB",
    "gzip bomb": "The endpoint's answer is longer than 64 KiB",
  };
  for (const [name, warning] of Object.entries(warnings) as [keyof typeof warnings, string | null][]) {
    expect(end[name], name).toMatchObject({ outcome: "accepted", error: warning });
    expect(await messageOf(ids[name]), name).toMatchObject({ status: "sent", externalMessageId: null });
    expect(end[name]?.explanation).toContain("named no id");
  }
  // A 2xx counts only once its body has arrived.
  expect(end["a byte a second"]).toMatchObject({ outcome: "unknown" });
  expect(end["a status line at a byte a second"]).toMatchObject({ outcome: "unknown" });
  expect(end["reset after the request"]).toMatchObject({
    outcome: "unknown",
    error: quote("The connection was reset"),
  });
  expect(end["no HTTP"]).toMatchObject({ outcome: "unknown", error: quote("The answer is no HTTP") });
  // There was a connection, so it is unknown how much of the request arrived.
  expect(end["reset before the request"]?.outcome).toMatch(/^(unknown|retry)$/);
  expect(end["closed port"]).toMatchObject({
    outcome: "retry",
    explanation: expect.stringMatching(/^Nothing was sent: Connection refused\. It (is|was) tried again\.$/) as string,
  });
  const slowest = Math.max(...ends.map(([, { tookMs }]) => tookMs));
  console.info(
    `garbage: slowest attempt ${(slowest / 1_000).toFixed(2)} s, memory grew by ${(grown / MIB).toFixed(1)} MiB over 20 answers of 100 and 200 MB, ` +
      `${(written / MIB).toFixed(1)} of 100 MB left the provider`,
  );
  expect(slowest).toBeLessThan(DEADLINE_MS + SLACK_MS);
  expect(grown).toBeLessThan(50 * MIB);
  expect(written).toBeLessThan(20 * MIB);
  expect(mostOpen).toBe(1);
}, 90_000);

test("an attempt at the provider that hangs lasts fifteen seconds, and never is a second one open beside it", async () => {
  const first = stuck.find((id) => openedAt.has(id))!;
  const attempt = await firstAttemptEnds(first);
  expect(attempt).toMatchObject({ outcome: "unknown", responseStatus: null, error: "No answer within 15 s" });
  await eventually(() => (openedAt.get(first)?.length ?? 0) >= 2, 20_000);
  expect(await explained(first)).toMatch(
    /^The message was handed over and no answer came: No answer within 15 s\. Whether it arrived is not known\. It was tried again under the same key/,
  );
  const longest = Math.max(...lasted);
  console.info(
    `hanging: ${lasted.length} requests, the longest ${(longest / 1_000).toFixed(2)} s; at most ${mostOpen} open of one message`,
  );
  expect(longest).toBeLessThan(DEADLINE_MS + SLACK_MS);
  expect(mostOpen).toBe(1);
}, 60_000);
