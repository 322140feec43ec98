import { rowOfRounds, type GoalRow } from "../goals.ts";
import type { PacedLoad, Seen } from "./load.ts";
import { allTaken, type DoorsStage } from "./stage.ts";

/** The statuses of a number at 1,000 messages per second: each message is sent, delivered and read (goal 28). */
const STATUSES = ["sent", "delivered", "read"] as const;
const PER_NUMBER = 3_000;
/** This many statuses per message of a customer. */
const STATUSES_PER_INBOUND = 20;
const CONNECTIONS = 64;
const GOAL_MS = { must: 200, moonshot: 200 };
const DRAIN_MS = 120_000;

type Calls = { bodies: string[]; messageIds: string[]; inbound: number };

/** WhatsApp's calls for `seconds` of `perSecond` statuses, one status per call like Meta's, mixed with customers' messages. */
async function makeCalls(stage: DoorsStage, run: string, perSecond: number, seconds: number): Promise<Calls> {
  const wanted = Math.ceil((perSecond * seconds) / STATUSES.length);
  const { database, workspaceId, whatsapp } = stage;
  const { rows } = await database.query<{ id: string; externalId: string }>(
    `update "Message" set status = 'pending', "statusAt" = null, error = null where "workspaceId" = $1 and id in (
       select id from "Message" where "workspaceId" = $1 and "integrationId" = $2 and "isAgent" and type <> 'note'
         and "externalMessageId" is not null order by id limit $3)
     returning id, "externalMessageId" as "externalId"`,
    [workspaceId, whatsapp.id, wanted],
  );
  if (rows.length < wanted)
    throw new Error(`only ${rows.length} messages have an id for ${wanted * STATUSES.length} statuses`);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const bodies: string[] = [];
  let inbound = 0;
  for (const status of STATUSES) {
    for (const { externalId } of rows) {
      bodies.push(callOf(stage, { statuses: [{ id: externalId, status, timestamp, recipient_id: "34600000000" }] }));
      if (bodies.length % (STATUSES_PER_INBOUND + 1) === 0)
        bodies.push(inboundCall(stage, `${run}-${inbound++}`, timestamp));
    }
  }
  return { bodies, messageIds: rows.map(({ id }) => id), inbound };
}

function inboundCall(stage: DoorsStage, id: string, timestamp: string): string {
  const from = "34600000001";
  const contacts = [{ profile: { name: "Ana" }, wa_id: from }];
  return callOf(stage, { contacts, messages: [{ from, id, timestamp, type: "text", text: { body: "Hello" } }] });
}

function callOf({ whatsapp }: DoorsStage, value: object): string {
  const { accountId } = whatsapp;
  const metadata = { display_phone_number: "34600000009", phone_number_id: accountId };
  const change = { field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } };
  return JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: accountId, changes: [change] }] });
}

type Taken = { seen: Seen; floor: Seen; drainMs: number; offered: number };

/** One round: first the floor, then the product with a worker that processes the calls. */
async function takeRound(stage: DoorsStage, run: string, perSecond: number, seconds: number): Promise<Taken> {
  const { database, workspaceId, whatsapp, secret, load } = stage;
  const { bodies, messageIds, inbound } = await makeCalls(stage, run, perSecond, seconds);
  const paced = { headers: {}, connections: CONNECTIONS, bodies, secret, perSecond };
  const ask = (more: Pick<PacedLoad, "port" | "path">) => load.runPaced({ ...paced, ...more });
  const floor = allTaken("the floor's statuses", await ask({ port: stage.floor, path: "/call" }));
  const worker = await stage.startWorker();
  try {
    const path = `/ext/v1/incoming/whatsapp/${whatsapp.id}`;
    const seen = allTaken("statuses", await ask({ port: stage.ours, path }));
    const began = performance.now();
    const read = `select count(*)::int as count from "Message" where "workspaceId" = $1 and status = 'read' and id = any($2)`;
    const came = `select count(*)::int as count from "Message" where "workspaceId" = $1 and "integrationId" = $2 and not "isAgent"
      and starts_with("externalMessageId", $3)`;
    for (;;) {
      const [raised, brought] = [
        await database.query<{ count: number }>(read, [workspaceId, messageIds]),
        await database.query<{ count: number }>(came, [workspaceId, whatsapp.id, `${run}-`]),
      ].map(({ rows }) => rows[0]?.count ?? 0);
      const drainMs = performance.now() - began;
      if (raised === messageIds.length && brought === inbound) return { seen, floor, drainMs, offered: bodies.length };
      if (drainMs > DRAIN_MS) {
        throw new Error(
          `${seen.acked} calls were acknowledged: ${raised} of ${messageIds.length} messages are read, ${brought} of ${inbound} came in`,
        );
      }
      await new Promise((wait) => setTimeout(wait, 50));
    }
  } finally {
    await worker.stop();
  }
}

/** Goal 28, for one number and for two. */
export async function measureStatus(stage: DoorsStage, rounds: number, seconds: number): Promise<GoalRow[]> {
  const rows: GoalRow[] = [];
  for (const numbers of [1, 2]) {
    const perSecond = PER_NUMBER * numbers;
    const taken: Taken[] = [];
    for (let round = 0; round < rounds; round += 1)
      taken.push(await takeRound(stage, `status-${numbers}-${round}`, perSecond, seconds));
    const what = `WhatsApp statuses, ${perSecond} a second and customers' messages`;
    const drains = taken.map(({ drainMs }) => (drainMs / 1_000).toFixed(1)).join(", ");
    const rates = taken.map(
      ({ seen, offered }) => `${Math.round(seen.acked / seen.seconds)} of ${Math.round(offered / seconds)}`,
    );
    const p99 = taken.map(({ seen, floor }) => ({ ours: seen.p99, floor: floor.p99 }));
    const note = `calls a second ${rates.join(", ")}; all taken by one worker ${drains} s after the last`;
    const row = rowOfRounds({ goal: 28, what: `${what}, p99`, unit: "ms", wants: "less", bound: null, note }, p99);
    const kept = p99.filter(({ ours }) => ours < GOAL_MS.must).length;
    // The floor shows what the machine can do. The goal is judged by the time itself.
    rows.push(numbers === 1 ? { ...row, bound: GOAL_MS, isKept: kept * 3 >= rounds * 2 } : row);
  }
  return rows;
}
