import { fork, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database, pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import { addMessage } from "../messages/add-message.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import type { Arrival } from "../testing/run-provider.ts";

const WORKER = resolve(import.meta.dirname, "../cli/worker.ts");
const PROVIDER = resolve(import.meta.dirname, "../testing/run-provider.ts");
/** The rate of a WhatsApp number. */
const RATE = 72;
const SLOT_MS = 1_000 / RATE;
const ANSWER_MS = 150;

let ctx: Ctx;
let workspaceId: number;
let provider: ChildProcess;
let port: number;
let workers: ChildProcess[] = [];

beforeAll(async () => {
  ({ ctx, workspaceId } = await createTestWorkspace());
  provider = fork(PROVIDER, { env: { ...process.env, ANSWER_MS: String(ANSWER_MS) } });
  [port] = (await once(provider, "message")) as [number];
  workers = [1, 2].map(() =>
    spawn(process.execPath, [WORKER], { env: process.env, stdio: ["ignore", "inherit", "inherit"] }),
  );
  await bothWork();
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  provider.kill("SIGKILL");
  await database().sendQueue.deleteMany();
});

/** Waits until both workers have sent something: the test is not about process starts. */
async function bothWork(): Promise<void> {
  await eventually(async () => {
    const { rows } = await pool().query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and query like 'listen omnichannel%'",
    );
    return rows[0]?.count === 2;
  }, 30_000);
  await broadcast(await channel(), 150);
  await allSent(30_000);
  await wait(2_000);
}

async function channel(): Promise<string> {
  const { id } = await createTestIntegration(workspaceId, { endpoint: `http://127.0.0.1:${port}/${randomUUID()}` });
  await database().integration.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { ratePerSecond: RATE },
  });
  return id;
}

/** Queues a broadcast's messages as the product does, each in its own conversation. Returns the conversations. */
async function broadcast(integrationId: string, count: number): Promise<string[]> {
  const { id: clientId } = await createTestClient(workspaceId);
  const { id: broadcastId } = await database().broadcast.create({
    data: { workspaceId, integrationId, name: "Sale", templateName: "sale", state: "draft", createdBy: "SYSTEM" },
  });
  const { rows } = await pool().query<{ convId: string }>(
    `with conv as (
       insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "lastSeq")
       select $1, gen_random_uuid(), $2, $3, gen_random_uuid()::text, 1 from generate_series(1, $5) returning *
     ), message as (
       insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy",
         status, "broadcastId")
       select "workspaceId", gen_random_uuid(), id, "clientId", "integrationId", 1, 'Sale', 'text', true, 'SYSTEM', 'pending', $4
       from conv returning *
     )
     insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "giveUpAt")
     select "workspaceId", id, "integrationId", "convId", seq, 2, $4, now() + interval '1 day' from message returning "convId"`,
    [workspaceId, integrationId, clientId, broadcastId, count],
  );
  signal(["sends"], pool());
  return rows.map(({ convId }) => convId);
}

/** When an agent's reply was accepted, with its key. */
type Reply = { at: number; key: string };

async function reply(integrationId: string, convId?: string): Promise<Reply> {
  const conv = convId ?? (await newConv(integrationId));
  const { id } = await addMessage({ ...ctx, now: new Date() }, { convId: conv, content: "Hello", type: "text" });
  return { at: performance.timeOrigin + performance.now(), key: id };
}
async function newConv(integrationId: string): Promise<string> {
  const { id: clientId } = await createTestClient(workspaceId);
  return (await createTestConv(workspaceId, { integrationId, clientId })).id;
}

async function arrivals(integrationId: string): Promise<Arrival[]> {
  const { rows } = await pool().query<{ id: string }>(`select id from "Message" where "integrationId" = $1`, [
    integrationId,
  ]);
  const own = new Set(rows.map(({ id }) => id));
  provider.send("arrivals");
  const [all] = (await once(provider, "message")) as [Arrival[]];
  return all.filter(({ key }) => own.has(key)).sort((a, b) => a.at - b.at);
}

/** Polls rarely, because the test's load would slow the workers that it measures. */
async function allSent(withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  while ((await database().sendQueue.count({ where: { workspaceId } })) > 0) {
    if (performance.now() > until) throw new Error(`sends are still queued after ${withinMs} ms`);
    await wait(200);
  }
}

/** The metronome's interval, in milliseconds. */
const BEAT_MS = 10;

/** Starts a metronome in this nearly idle process. The returned function stops it and returns its mean lateness per beat. */
function startMetronome(): () => number {
  let beats = 0;
  let lateInAll = 0;
  let next = performance.now() + BEAT_MS;
  let timer: NodeJS.Timeout;
  const beat = () => {
    // Beats missed during a pause were late too, each by the rest of the pause.
    for (const now = performance.now(); next <= now; next += BEAT_MS) {
      beats++;
      lateInAll += now - next;
    }
    timer = setTimeout(beat, next - performance.now());
  };
  timer = setTimeout(beat, BEAT_MS);
  return () => {
    clearTimeout(timer);
    return lateInAll / beats;
  };
}

/** The maximum number of arrivals in any second, excluding the second's end. */
function busiestSecond(sorted: Arrival[]): number {
  let from = 0;
  let most = 0;
  for (const [index, { at }] of sorted.entries()) {
    while ((sorted[from]?.at ?? at) <= at - 1_000) from++;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

function figures(sorted: Arrival[]) {
  const seconds = ((sorted.at(-1)?.at ?? 0) - (sorted[0]?.at ?? 0)) / 1_000;
  const gaps = sorted.slice(1).map(({ at }, index) => at - (sorted[index]?.at ?? at));
  return {
    count: sorted.length,
    seconds: Number(seconds.toFixed(2)),
    used: Number(((sorted.length - 1) / seconds / RATE).toFixed(4)),
    busiestSecond: busiestSecond(sorted),
    longestGapMs: Math.round(Math.max(...gaps)),
  };
}

function waits(replies: Reply[], sorted: Arrival[]) {
  const ms = replies
    .map(({ at, key }) => (sorted.find((arrival) => arrival.key === key)?.at ?? Infinity) - at)
    .sort((a, b) => a - b);
  const [p50 = 0, max = 0] = [ms[Math.floor(ms.length / 2)], ms.at(-1)];
  const inSlots = (value: number) => Number((value / SLOT_MS).toFixed(1));
  return {
    replies: ms.length,
    p50Ms: Math.round(p50),
    maxMs: Math.round(max),
    p50Slots: inSlots(p50),
    maxSlots: inSlots(max),
  };
}

/** Other load on the machine can disturb a round: one of three must pass. */
const ROUNDS = { retry: 2 };
/** A quiet machine with two processors shows 95.5 to 96.6 % (95 is asked for). */
const USED_AT_LEAST = 0.93;
/** The lateness of an idle process on a machine with spare capacity, in milliseconds. */
const QUIET_MS = 1;
/**
 * The loss per further millisecond for a sender with a rate of 72 per second, which loses a slot when it is 12 ms late. Measured
 * on one processor and next to other load.
 */
const COST_PER_MS = 0.1;

/**
 * The share of the bar that the machine must reach if an idle process was late by `lateMs` during the round. A fixed bar would
 * fail correct code on a slow machine. If only the sender gets slower, the idle process stays on time.
 */
function shareAt(lateMs: number): number {
  return 1 / (1 + COST_PER_MS * Math.max(0, lateMs - QUIET_MS));
}

test(
  "1,000 messages of a channel with 72 a second take about 14 s with two workers, and no second holds more than 72",
  ROUNDS,
  async () => {
    const integrationId = await channel();
    const lateness = startMetronome();
    await broadcast(integrationId, 1_000);
    await allSent(60_000);
    const machineLateMs = lateness();
    const one = figures(await arrivals(integrationId));
    console.info("one channel:", one, "the machine's lateness:", machineLateMs.toFixed(2), "ms");
    expect(one.count).toBe(1_000);
    expect(one.busiestSecond).toBeLessThanOrEqual(RATE);
    expect(one.used).toBeGreaterThanOrEqual(USED_AT_LEAST * shareAt(machineLateMs));
  },
);

test(
  "two channels take no longer than one, and agents' replies go out in between, within a second",
  ROUNDS,
  async () => {
    const channels = [await channel(), await channel()] as const;
    const lateness = startMetronome();
    const convs = await Promise.all(channels.map((id) => broadcast(id, 1_000)));
    const replies: Reply[][] = [[], []];
    const behind: Reply[][] = [[], []];
    for (let round = 0; round < 16; round++) {
      await wait(600 + Math.random() * SLOT_MS);
      for (const [index, id] of channels.entries()) {
        // Every other reply goes into a conversation whose own broadcast message is still far back in the queue.
        if (round % 2 === 0) replies[index]?.push(await reply(id));
        else behind[index]?.push(await reply(id, convs[index]?.[990 - round]));
      }
    }
    await allSent(60_000);
    const machineLateMs = lateness();
    const share = shareAt(machineLateMs);
    console.info(
      "the machine's lateness:",
      machineLateMs.toFixed(2),
      "ms, held to",
      (USED_AT_LEAST * share).toFixed(3),
    );
    for (const [index, id] of channels.entries()) {
      const sorted = await arrivals(id);
      const two = figures(sorted);
      const free = waits(replies[index] ?? [], sorted);
      const stuck = waits(behind[index] ?? [], sorted);
      console.info("two channels:", two, "replies:", free, "replies behind a broadcast's message:", stuck);
      expect(two.count).toBe(1_016);
      expect(two.busiestSecond).toBeLessThanOrEqual(RATE);
      expect(two.used).toBeGreaterThanOrEqual(USED_AT_LEAST * share);
      expect(free.maxMs).toBeLessThan(1_000 / share);
      expect(stuck.maxMs).toBeLessThan(1_000 / share);
    }
  },
);

test("a worker that stands still for seconds breaks no second's rate and sends nothing twice", ROUNDS, async () => {
  const integrationId = await channel();
  await broadcast(integrationId, 500);
  await wait(1_500);
  workers[0]?.kill("SIGSTOP");
  await wait(3_000);
  workers[0]?.kill("SIGCONT");
  await allSent(40_000);
  const sorted = await arrivals(integrationId);
  const stalled = figures(sorted);
  console.info("one worker standing still for 3 s:", stalled);
  expect(new Set(sorted.map(({ key }) => key)).size).toBe(500);
  expect(stalled.count).toBe(500);
  expect(stalled.busiestSecond).toBeLessThanOrEqual(RATE);
});
