import { percentile } from "../figures.ts";
import { rowOfRounds, type GoalRow, type Round } from "../goals.ts";
import { connectionsOf, processorSecondsOf } from "../processor-time.ts";
import { systemCtx } from "../../server/auth/system-ctx.ts";
import { createWebhook } from "../../server/webhooks/create-webhook.ts";
import { patchWebhook } from "../../server/webhooks/patch-webhook.ts";
import { arrivalsOf, mustBeWhole, type Arrival } from "./arrival.ts";
import { keepBusy, keepPace, type Load } from "./load-shapes.ts";
import { startSide } from "./side.ts";
import { caller, contentOf, customerOf, type PipesStage } from "./stage.ts";

const CALLERS = 16;
const PER_SECOND = 500;
/** Customers who have written before. The events of one conversation keep their order. */
const SENDERS = 200;
/** The time of performance.md's prototype on another day, in milliseconds. Reported next to this run's floor. */
const PROTOTYPE_MS = 12.5;
/** A light load for goal 19, which is about one subscriber's effect on another, not about the processors. */
const QUIET_PER_SECOND = 50;
const SLOW_MS = 10_000;
const ARRIVE_MS = 60_000;

type Pipe = { send: (number: number) => Promise<unknown>; taken: (from: number, count: number) => Promise<Arrival[]> };
type Loads = (from: number, send: (number: number) => Promise<unknown>) => Promise<Load>;
/** Results of one load: milliseconds from a message's scheduled post to its webhook's arrival, and deliveries per second. */
type Seen = { waits: number[]; perSecond: number };

let next = 1;

async function measure(pipe: Pipe, load: Loads): Promise<Seen> {
  const from = next;
  const { began } = await load(from, pipe.send);
  next += began.size;
  const arrivals = await pipe.taken(from, began.size);
  const ends = arrivals.map(({ at }) => at);
  const start = began.get(from) ?? Number.NaN;
  return {
    waits: arrivals.map(({ at, number }) => at - (began.get(number ?? -1) ?? Number.NaN)),
    perSecond: (arrivals.length / (ends.reduce((one, other) => Math.max(one, other), 0) - start)) * 1_000,
  };
}

/** Ours: the custom channel's ingress, one webhook for INCOMING_MESSAGE, the worker. */
async function openOurs(stage: PipesStage): Promise<Pipe> {
  const { workspaceId, far, client } = stage;
  const channelId = await stage.addChannel("shop", 50);
  await stage.makeCustomers(channelId, SENDERS);
  const ctx = systemCtx(workspaceId, "bench");
  await createWebhook(ctx, { label: "ours", url: far.url("/hook/ours"), event: "INCOMING_MESSAGE" });
  return {
    send: (number) => stage.ingest(channelId, customerOf(number, SENDERS), number),
    taken: async (from, count) => {
      const arrivals = await arrivalsOf(far, "ours", count, ARRIVE_MS);
      mustBeWhole("ours", arrivals, from, count);
      const { rows } = await client.query<{ stored: number }>(
        `select count(*)::int as stored from "Message" where "workspaceId" = $1 and content = any($2)`,
        [workspaceId, Array.from({ length: count }, (_, index) => contentOf(from + index))],
      );
      if (rows[0]?.stored !== count) throw new Error(`${rows[0]?.stored} of ${count} messages were stored`);
      return arrivals;
    },
  };
}

async function openFloor({ databaseUrl, far }: PipesStage) {
  const env = { DATABASE_URL: databaseUrl, RECEIVER: far.url("/hook/floor"), PGAPPNAME: "floor" };
  const floor = await startSide("pipes/floor-pipe.ts", env);
  const { post, close } = caller(floor.url(""));
  const pipe: Pipe = {
    send: (number) => post("/", {}, { senderId: customerOf(number, SENDERS), content: contentOf(number) }),
    taken: async (from, count) => {
      const arrivals = await arrivalsOf(far, "floor", count, ARRIVE_MS);
      mustBeWhole("floor", arrivals, from, count);
      return arrivals;
    },
  };
  return { pipe, pid: floor.pid, stop: () => close().then(floor.stop) };
}

/** Process ids by role. */
type Parts = Record<string, number[]>;

/** The processes that a load uses: caller and receiver, the pipe's own processes, and their database processes. */
async function partsOf(
  { client, far, web, worker }: PipesStage,
  floorPid: number,
): Promise<Record<keyof Round, Parts>> {
  const ends = [process.pid, far.pid];
  return {
    floor: { ends, process: [floorPid], "its connections": await connectionsOf(client, ["floor"]) },
    ours: {
      ends,
      web: [web.pid],
      "its connections": await connectionsOf(client, ["doors", "web"]),
      worker: [worker.pid],
      "the worker's connections": await connectionsOf(client, ["worker", "omnichannel jobs"]),
    },
  };
}

/** Starts measuring. The returned function reports each part's processor time per message. */
function watch(parts: Parts): (messages: number) => string {
  const since = Object.entries(parts).map(([name, pids]) => ({ name, pids, from: processorSecondsOf(pids) }));
  return (messages) => {
    const each = since.map(({ name, pids, from }) => ({
      name,
      ms: ((processorSecondsOf(pids) - from) * 1_000) / messages,
    }));
    const sum = each.reduce((all, { ms }) => all + ms, 0);
    return `${each.map(({ name, ms }) => `${name} ${ms.toFixed(2)}`).join(", ")}, in all ${sum.toFixed(2)} ms`;
  };
}

/** Goals 17 and 18. */
export async function measureWebhooks(stage: PipesStage, rounds: number, seconds: number): Promise<GoalRow[]> {
  const ours = await openOurs(stage);
  const floor = await openFloor(stage);
  try {
    const busy =
      (forSeconds: number): Loads =>
      (from, send) =>
        keepBusy(CALLERS, forSeconds, from, send);
    const paced: Loads = (from, send) => keepPace(PER_SECOND, seconds, from, send);
    for (const pipe of [floor.pipe, ours]) await measure(pipe, busy(2));
    const parts = await partsOf(stage, floor.pid);
    const waits: Round[] = [];
    const rates: Round[] = [];
    const tails: string[] = [];
    let commits = 0;
    let messages = 0;
    const processors = { floor: "", ours: "" };
    for (let round = 0; round < rounds; round += 1) {
      const ofFloor = watch(parts.floor);
      const taken = await measure(floor.pipe, busy(seconds));
      processors.floor = ofFloor(taken.waits.length);
      commits -= await commitsOf(stage);
      const ofOurs = watch(parts.ours);
      const delivered = await measure(ours, busy(seconds));
      processors.ours = ofOurs(delivered.waits.length);
      commits += await commitsOf(stage);
      messages += delivered.waits.length;
      rates.push({ floor: taken.perSecond, ours: delivered.perSecond });
      const wait = { floor: await measure(floor.pipe, paced), ours: await measure(ours, paced) };
      waits.push({ floor: percentile(wait.floor.waits, 0.5), ours: percentile(wait.ours.waits, 0.5) });
      tails.push(`${percentile(wait.floor.waits, 0.99).toFixed(0)} / ${percentile(wait.ours.waits, 0.99).toFixed(0)}`);
    }
    const p50 = percentile(
      waits.map(({ ours: wait }) => wait),
      0.5,
    );
    const note = `p99 floor / ours ${tails.join(", ")} ms; of the prototype's ${PROTOTYPE_MS} ms ours is ${(p50 / PROTOTYPE_MS).toFixed(1)}`;
    return [
      rowOfRounds(
        {
          goal: 17,
          what: `POST to subscriber's webhook, p50 at ${PER_SECOND}/s`,
          unit: "ms",
          wants: "less",
          bound: { must: 1.5, moonshot: 0.6 },
          note,
        },
        waits,
      ),
      rowOfRounds(
        {
          goal: 18,
          what: `ingest and webhook delivered, c=${CALLERS}`,
          unit: "/s",
          wants: "more",
          bound: { must: 0.6, moonshot: 0.9 },
          note:
            `${(commits / messages).toFixed(1)} transactions a message; processor time of one, ` +
            `floor: ${processors.floor}; ours: ${processors.ours}`,
        },
        rates,
      ),
    ];
  } finally {
    await floor.stop();
  }
}

/**
 * Goal 19: the same events also go to one subscriber that is down and to one that takes ten seconds. Each round runs without
 * these two first.
 */
export async function measureBadNeighbours(stage: PipesStage, rounds: number, seconds: number): Promise<GoalRow[]> {
  const ctx = () => ({ ...systemCtx(stage.workspaceId, "bench"), now: new Date() });
  const ours = await openOurs(stage);
  const bad: string[] = [];
  // Nothing listens on this port.
  for (const url of ["http://127.0.0.1:9/hook", stage.far.url(`/hook/slow?ms=${SLOW_MS}`)]) {
    bad.push((await createWebhook(ctx(), { label: "bad", url, event: "INCOMING_MESSAGE" })).id);
  }
  const load: Loads = (from, send) => keepPace(QUIET_PER_SECOND, seconds, from, send);
  const seen: Round[] = [];
  const all = { floor: Array.of<number>(), ours: Array.of<number>() };
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of ["floor", "ours"] as const) {
      for (const id of bad) await patchWebhook(ctx(), { id, active: which === "ours" });
      const { waits } = await measure(ours, load);
      // The first round is warm-up.
      if (round > 0) all[which].push(...waits);
      if (round > 0) seen[round - 1] = { floor: 0, ours: 0, ...seen[round - 1], [which]: percentile(waits, 0.99) };
    }
  }
  for (const id of bad) await patchWebhook(ctx(), { id, active: false });
  const [alone, beside] = [percentile(all.floor, 0.5), percentile(all.ours, 0.5)];
  return [
    rowOfRounds(
      {
        goal: 19,
        what: `webhook p99 at ${QUIET_PER_SECOND}/s beside a dead and a 10 s slow subscriber / without`,
        unit: "ms",
        wants: "less",
        bound: { must: 1.5, moonshot: 1.1 },
        note: `p50 ${alone.toFixed(1)} and ${beside.toFixed(1)} ms`,
      },
      seen,
    ),
  ];
}

/** Transactions of this database so far. A connection reports its count with up to one second of delay. */
async function commitsOf({ client }: PipesStage): Promise<number> {
  await new Promise((wait) => setTimeout(wait, 1_500));
  const { rows } = await client.query<{ commits: number }>(
    "select xact_commit::int as commits from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.commits ?? Number.NaN;
}
