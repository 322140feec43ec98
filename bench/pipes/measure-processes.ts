import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import type { BenchDatabase } from "../bench-database.ts";
import { rowOfFigure, rowOfRounds, type GoalRow } from "../goals.ts";
import { systemCtx } from "../../server/auth/system-ctx.ts";
import { createWebhook } from "../../server/webhooks/create-webhook.ts";
import { arrivalsOf, mustBeWhole } from "./arrival.ts";
import { keepBusy } from "./load-shapes.ts";
import { signIn } from "./people.ts";
import { customerOf, openPipes, type PipesStage } from "./stage.ts";

const CALLERS = 16;
/** One small statement in addition to permissions and session. */
const WAITING =
  "query ($input: OpenConversationsNeedResponseCountInput!) { openConversationsNeedResponseCount(input: $input) }";
const SENDERS = 100;
/** Slow enough that the workers wait, and neither processors nor database are the bottleneck. */
const SUBSCRIBER_MS = 50;
const EVENTS = 300;
const RATE_LIMIT = 20;
/** The limit lets a burst of two seconds' worth pass at once. */
const BURST_SECONDS = 2;
const RATE_SECONDS = 6;
/** Scheduled jobs run every minute, and the workers check for them twice per minute. */
const CLOCK_MS = 150_000;
const CLOCK_SETTLE_MS = 10_000;
const TWICE = { must: 1.7, moonshot: 1.95 };
/** An ended session must stop within one second, plus a margin. */
const ENDED_WITHIN_MS = 3_000;

/**
 * A second web process and a second worker on one database: the speed they add, and the guarantees that must hold across them.
 */
export async function measureProcesses(database: BenchDatabase, seconds: number): Promise<GoalRow[]> {
  const rows: GoalRow[] = [];
  const stage = await openPipes(database);
  try {
    rows.push(await secondWorker(stage));
    rows.push(await secondWeb(stage, seconds));
    rows.push(await scheduledOnce(stage));
  } finally {
    await stage.stop();
  }
  const limited = await openPipes(database, { settings: { API_RATE_LIMIT: String(RATE_LIMIT) } });
  try {
    rows.push(await sharedLimit(limited));
  } finally {
    await limited.stop();
  }
  return rows;
}

/** Deliveries per second from a backlog to a slow subscriber, with one worker and with two. */
async function secondWorker(stage: PipesStage): Promise<GoalRow> {
  const channelId = await stage.addChannel("shop", 50);
  await stage.makeCustomers(channelId, SENDERS);
  const hook = stage.far.url(`/hook/slow?ms=${SUBSCRIBER_MS}`);
  await createWebhook(systemCtx(stage.workspaceId, "bench"), { label: "slow", url: hook, event: "INCOMING_MESSAGE" });
  let next = 1;
  const drain = async () => {
    const from = next;
    next += EVENTS;
    const began = performance.now();
    const numbers = Array.from({ length: EVENTS }, (_, index) => from + index);
    const caller = async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
        await stage.ingest(channelId, customerOf(number, SENDERS), number);
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    mustBeWhole("slow", await arrivalsOf(stage.far, "slow", EVENTS, 60_000), from, EVENTS);
    return EVENTS / ((performance.now() - began) / 1_000);
  };
  const floor = await drain();
  await stage.startAnother("worker");
  const ours = await drain();
  return rowOfRounds(
    {
      goal: null,
      what: `webhooks to a subscriber of ${SUBSCRIBER_MS} ms: two workers / one`,
      ...{ unit: "/s", wants: "more", bound: TWICE },
    },
    [{ floor, ours }],
  );
}

/**
 * Requests per second with little database work, with one web process and with two. Also checks that a session is valid in both
 * and ends in both.
 */
async function secondWeb(stage: PipesStage, seconds: number): Promise<GoalRow> {
  const { web, workspaceId } = stage;
  const other = await stage.startAnother("web");
  const [person] = await signIn(workspaceId, 1);
  if (!person) throw new Error("nobody signed in");
  const pools = [web, other].map(({ address }) => new Pool(address, { connections: CALLERS }));
  const asks = pools.map((pool) => async () => {
    const { statusCode, body } = await pool.request({
      path: "/core/gq",
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
      body: JSON.stringify({ query: WAITING, variables: { input: { workspaceId } } }),
    });
    const text = await body.text();
    return statusCode === 200 && !text.includes("errors");
  });
  const must = async (ask: (() => Promise<boolean>) | undefined) => {
    if (!(await ask?.())) throw new Error("a session does not hold in both processes");
  };
  const rate = async (processes: number) => {
    const { began, seconds: took } = await keepBusy(CALLERS, seconds, 0, (number) => must(asks[number % processes]));
    return began.size / took;
  };
  await rate(2);
  const before = processorMs();
  const [floor, ours] = [await rate(1), await rate(2)];
  const own = processorMs() - before;
  await stage.client.query(`update "Session" set "revokedAt" = now() where id = $1`, [person.sessionId]);
  const until = performance.now() + ENDED_WITHIN_MS;
  while ((await Promise.all(asks.map((ask) => ask()))).some(Boolean)) {
    if (performance.now() > until) throw new Error("a session that was ended still holds");
    await pause(50);
  }
  for (const pool of pools) await pool.close();
  return rowOfRounds(
    {
      goal: null,
      what: "a question of one small statement: two web processes / one",
      ...{ unit: "/s", wants: "more", bound: TWICE },
      note: `session held in both, ended in both; asking itself took ${((own / (seconds * 2_000)) * 100).toFixed(0)} % of a processor`,
    },
    [{ floor, ours }],
  );
}

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

type Runs = { name: string; runs: number; minutes: number };

/** Each scheduled job runs once per minute, however many workers there are. */
async function scheduledOnce({ client }: PipesStage): Promise<GoalRow> {
  const began = new Date();
  const seen = async () => {
    const { rows } = await client.query<Runs>(
      `select name, count(*)::int as runs, count(distinct date_trunc('minute', created_on))::int as minutes from pgboss.job
       where created_on > $1 and name in (select name from pgboss.schedule) group by name`,
      [began],
    );
    return rows;
  };
  const until = performance.now() + CLOCK_MS;
  while ((await seen()).length === 0) {
    if (performance.now() > until) throw new Error(`no job on the clock ran in ${CLOCK_MS / 1_000} s`);
    await pause(500);
  }
  // By then the other worker has checked too.
  await pause(CLOCK_SETTLE_MS);
  const rows = await seen();
  return rowOfFigure(
    {
      goal: null,
      what: "runs a minute of a job on the clock, two workers, most",
      ...{ unit: "", wants: "less", bound: { must: 1, moonshot: 1 } },
      note: rows.map(({ name, runs }) => `${name} ${runs}`).join(", "),
    },
    Math.max(...rows.map(({ runs, minutes }) => runs / minutes)),
  );
}

/** The requests that two web processes allow one key, divided by the key's limit. */
async function sharedLimit(stage: PipesStage): Promise<GoalRow> {
  const other = await stage.startAnother("web");
  const addresses = [stage.web.address, other.address];
  let taken = 0;
  let refused = 0;
  const ask = async (number: number) => {
    const answer = await fetch(`${addresses[number % 2]}/core/gq`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: stage.apiKey },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    const text = await answer.text();
    if (answer.status === 200 && !text.includes("RATE_LIMITED")) taken += 1;
    else refused += 1;
    await pause(5);
  };
  await keepBusy(CALLERS, RATE_SECONDS, 0, ask);
  const allowed = RATE_LIMIT * (RATE_SECONDS + BURST_SECONDS);
  return rowOfFigure(
    {
      goal: null,
      what: "requests of one key that two web processes let through / its limit",
      ...{ unit: "times", wants: "less", bound: { must: 1.1, moonshot: 1 } },
      note: `${taken} taken and ${refused} refused in ${RATE_SECONDS} s at ${RATE_LIMIT}/s`,
    },
    refused === 0 ? Number.NaN : taken / allowed,
  );
}
