import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { percentile } from "../figures.ts";
import { rowOfFigure, rowOfRounds, type GoalRow } from "../goals.ts";
import { arrivalsOf, type Arrival } from "./arrival.ts";
import { wallNow } from "./load-shapes.ts";
import type { PipesStage } from "./stage.ts";

/** How long the far side takes to answer a send. */
const ANSWER_MS = 100;
/** Average interval of the replies. There must be enough of them that the slowest twentieth is more than one or two. */
const REPLY_EVERY_MS = 250;
/** The period of the far side's rate limit. */
const COUNTED_MS = 1_000;
const NUMBERS = 10;
/**
 * The number of customers who get replies in turn. A second reply to the same customer waits for the first one's outcome,
 * because replies keep their order.
 */
const CUSTOMERS = 8;
/** At the higher rate the broadcast is this many times larger, so that it lasts long enough to measure. */
const FAST_TIMES = 5;
/** The contract's promise for a broadcast. */
const CONTRACT = { size: 1_000, perSecond: 80, seconds: 14 };

type Plan = { perSecond: number; numbers: number; size: number; isAnswered?: boolean };
type Line = { name: string; channelId: string };
type Run = { wallMs: number; launchedAt: number; arrivals: Map<string, Arrival[]>; replies: number[] };

const created = z.object({ createBroadcast: z.object({ id: z.string() }) });
const added = z.object({ addMessage: z.object({ messageId: z.string() }) });

/** Goals 13, 14, 15 and 16. */
export async function measureBroadcasts(stage: PipesStage, size: number): Promise<GoalRow[]> {
  const rows: GoalRow[] = [];
  // A process's first sends are not measured.
  await run(stage, { perSecond: 80, numbers: 1, size: 100 });
  const plans: Plan[] = [
    // The contract's promise is about a broadcast without other traffic.
    { ...CONTRACT, numbers: 1 },
    { perSecond: 80, numbers: 1, size, isAnswered: true },
    { perSecond: 80, numbers: NUMBERS, size, isAnswered: true },
    { perSecond: 1_000, numbers: 1, size: size * FAST_TIMES, isAnswered: true },
  ];
  for (const plan of plans) rows.push(...rowsOf(plan, await run(stage, plan)));
  return rows;
}

function rowsOf({ perSecond, numbers, size }: Plan, { wallMs, launchedAt, arrivals, replies }: Run): GoalRow[] {
  // Replies use slots of the first number's rate.
  const idealMs = ((size + replies.length - 1) / perSecond) * 1_000 + ANSWER_MS;
  const all = [...arrivals.values()].flat();
  const refusals = all.filter(({ isTaken }) => !isTaken);
  const used = [...arrivals.values()].map((own) => {
    const times = own.map(({ at }) => at).sort((a, b) => a - b);
    return (times.length - 1) / ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (perSecond / 1_000);
  });
  const what = `${numbers > 1 ? `${numbers} numbers, each ` : ""}${size} at ${perSecond}/s`;
  const less = { wants: "less" as const };
  const note = `from the launch to the last answer; ${(Math.min(...used) * 100).toFixed(1)} % of the rate used`;
  const isOfContract = size === CONTRACT.size && perSecond === CONTRACT.perSecond && numbers === 1;
  const paced = isOfContract
    ? { goal: 15, what: `${what} / the contract's`, bound: { must: 0.93, moonshot: 0.91 }, floor: CONTRACT.seconds }
    : { goal: 13, what: `${what}: wall / ideal`, bound: { must: 1.02, moonshot: 1.006 }, floor: idealMs / 1_000 };
  const { floor, ...question } = paced;
  const rows = [
    rowOfRounds({ ...question, ...less, unit: "s", note }, [{ floor, ours: wallMs / 1_000 }]),
    rowOfFigure(
      {
        ...{ goal: 14, what: `${what}: 429s`, ...less, unit: "", bound: { must: 0, moonshot: 0 } },
        note: `${longestPause(all, launchedAt).toFixed(0)} ms at most without an arrival${refusals
          .slice(0, 3)
          .map(({ at }) => `, ${longestPause(all, at - COUNTED_MS, at).toFixed(0)} in the second before a refusal`)
          .join("")}`,
      },
      refusals.length,
    ),
  ];
  if (replies.length === 0) return rows;
  return [
    ...rows,
    rowOfRounds(
      {
        goal: 16,
        what: `${what}: an addMessage's wait, p95 / one slot`,
        ...less,
        unit: "ms",
        bound: { must: 5, moonshot: 2 },
        note: `n ${replies.length}, p50 ${percentile(replies, 0.5).toFixed(1)} ms`,
      },
      [{ floor: 1_000 / perSecond, ours: percentile(replies, 0.95) }],
    ),
  ];
}

/**
 * The longest time between two arrivals. Late reads arrive together with punctual ones. Then a send can take longer than its
 * allowance (WAY_MS of server/sending/send-pace.ts), and one second can hold more than the rate.
 */
function longestPause(arrivals: readonly Arrival[], from: number, to = Number.POSITIVE_INFINITY): number {
  const times = arrivals.flatMap(({ at }) => (at >= from && at <= to ? [at] : [])).sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

/**
 * Launches the broadcasts together and waits for the last send. With `isAnswered`, a key replies to customers on the first
 * number meanwhile.
 */
async function run(stage: PipesStage, { perSecond, numbers, size, isAnswered }: Plan): Promise<Run> {
  const { far } = stage;
  const mark = `b${Date.now().toString(36)}`;
  const lines: Line[] = [];
  for (let no = 1; no <= numbers; no += 1) {
    const name = `${mark}-${no}`;
    lines.push({ name, channelId: await stage.addChannel(name, perSecond, `&ms=${ANSWER_MS}`) });
  }
  await addClients(stage, mark, size);
  const ids = [];
  for (const { name, channelId: integrationId } of lines) {
    const input = { name, integrationId, templateName: "sale", clientTags: [mark] };
    const query = "mutation ($input: BroadcastCreateInput!) { createBroadcast(input: $input) { id } }";
    ids.push(created.parse(await stage.ask(query, input)).createBroadcast.id);
  }
  const asked = await openConvs(stage, lines[0], mark);
  const launchedAt = wallNow();
  const launch = "mutation ($input: BroadcastLaunchInput!) { launchBroadcast(input: $input) { id } }";
  await Promise.all(ids.map((id) => stage.ask(launch, { id })));

  const answered = new Map<string, number>();
  const endsAt = launchedAt + ((size - 1) / perSecond) * 1_000;
  while (isAnswered && wallNow() < endsAt - REPLY_EVERY_MS) {
    await pause(REPLY_EVERY_MS * (0.5 + Math.random()));
    const query = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
    const { addMessage } = added.parse(
      await stage.ask(query, { ...asked[answered.size % CUSTOMERS], content: "Hello", type: "text" }),
    );
    answered.set(addMessage.messageId, wallNow());
  }
  const arrivals = new Map<string, Arrival[]>();
  for (const [index, { name }] of lines.entries()) {
    const wanted = size + (index === 0 ? answered.size : 0);
    const own = await arrivalsOf(far, name, wanted, 60_000);
    const taken = own.filter(({ isTaken }) => isTaken);
    if (new Set(taken.map(({ key }) => key)).size !== taken.length)
      throw new Error(`${name}: a message was sent twice`);
    arrivals.set(name, own);
  }
  await allStored(stage, ids, size);
  const all = [...arrivals.values()].flat();
  const replies = all.flatMap(({ key, at }) => (answered.has(key) ? [at - (answered.get(key) ?? 0)] : []));
  const lastAt = all.reduce((latest, { at, key }) => (answered.has(key) ? latest : Math.max(latest, at)), 0);
  return { wallMs: lastAt + ANSWER_MS - launchedAt, launchedAt, arrivals, replies };
}

async function addClients({ client, workspaceId }: PipesStage, mark: string, count: number): Promise<void> {
  await client.query(
    `insert into "Client" ("workspaceId", id, name, "externalClientId", tags)
     select $1, gen_random_uuid(), 'Carla ' || n, $2 || '-' || n, array[$2] from generate_series(1, $3::int) n`,
    [workspaceId, mark, count],
  );
  await client.query(`analyze "Client"`);
}

/** Conversations of customers who have written to a channel, in the form that a reply needs. */
async function openConvs({ ingest, client, workspaceId }: PipesStage, line: Line | undefined, mark: string) {
  const integrationId = line?.channelId ?? "";
  for (let no = 0; no < CUSTOMERS; no += 1) await ingest(integrationId, `asks-${mark}-${no}`, 0);
  const { rows } = await client.query<{ convId: string }>(
    `select id as "convId" from "Conversation" where "workspaceId" = $1 and "integrationId" = $2`,
    [workspaceId, integrationId],
  );
  if (rows.length !== CUSTOMERS) throw new Error(`${rows.length} of ${CUSTOMERS} conversations were opened`);
  return rows.map(({ convId }) => ({ convId, integrationId }));
}

/** Checks that every recipient has a message that is stored as sent. Throws otherwise. */
async function allStored({ client, workspaceId }: PipesStage, broadcastIds: string[], size: number): Promise<void> {
  const until = performance.now() + 30_000;
  for (;;) {
    const { rows } = await client.query<{ sent: number }>(
      `select count(*)::int as sent from "Message" where "workspaceId" = $1 and "broadcastId" = any($2::uuid[]) and status = 'sent'`,
      [workspaceId, broadcastIds],
    );
    if (rows[0]?.sent === size * broadcastIds.length) return;
    if (performance.now() > until)
      throw new Error(`${rows[0]?.sent} of ${size * broadcastIds.length} were stored as sent`);
    await pause(100);
  }
}
