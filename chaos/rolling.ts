import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkHistory, describeFindings } from "./check.ts";
import { recordHistory } from "./history.ts";
import { changeKey, startListener, type Listener } from "./listener.ts";
import { startLoad, type LoadOptions } from "./load.ts";
import { recordState } from "./read-state.ts";
import { openStage, type Stage } from "./stage.ts";

/**
 * A load balancer in front of several web processes. It polls each /readyz and sends callers only to ready processes. It knows
 * nothing else about them.
 */
type Front = {
  add: (address: string) => void;
  remove: (address: string) => void;
  /** The next ready web process, round robin. Waits while there is none. */
  pick: () => Promise<string>;
  close: () => void;
};

const READY_LOOK_MS = 250;
/** A probe without a response in this time counts as silence. */
const PATIENCE_MS = 2_000;
/** A "not ready" counts at once. Silence counts only after several probes, because a busy process is not a dead one. */
const MOST_SILENCES = 3;

type Place = { isReady: boolean; silences: number };

export type RollingOptions = {
  /** How often all processes are replaced, one after the other. */
  rounds: number;
  /** Must last longer than the rounds. It is stopped after the last round. */
  load: LoadOptions;
  seed: number;
  folder: string;
  hasPages: boolean;
  say: (line: string) => void;
};

export type RollingOutcome = ReturnType<typeof checkHistory> & {
  replaced: number;
  historyFile: string;
  listeners: { connections: number; resets: number; missed: number; repeated: number }[];
};

/** The violations and the figures, as text. */
export function reportRolling({ findings, figures, replaced, listeners }: RollingOutcome): {
  complaints: string[];
  figures: string[];
} {
  const { requests, messages, provider, slowestStopSeconds } = figures;
  const sum = (of: (listener: RollingOutcome["listeners"][number]) => number) =>
    listeners.reduce((total, listener) => total + of(listener), 0);
  const unheard = sum(({ missed, repeated, resets }) => missed + repeated + resets);
  const complaints = findings.length > 0 ? [describeFindings(findings)] : [];
  if (requests.unserved > 0) complaints.push(`${requests.unserved} calls failed`);
  if (provider.retried > 0) complaints.push(`${provider.retried} messages came to the provider again`);
  if (unheard > 0)
    complaints.push(`listeners missed changes, heard them twice or had to begin anew: ${JSON.stringify(listeners)}`);
  return {
    complaints,
    figures: [
      `${replaced} processes replaced, the slowest stopped within ${slowestStopSeconds ?? 0} s`,
      `${requests.all} calls, ${requests.unserved} failed, the slowest took ${requests.slowestMs} ms`,
      `${messages.outgoing} messages sent, ${provider.retried} of them again; ${messages.incoming} received`,
      `${listeners.length} listeners came back ${sum(({ connections }) => connections - 1)} times`,
    ],
  };
}

const LISTENERS = 4;
const PAIR = 2;
const GRACE_MS = 35_000;
const PENDING_MS = 60_000;

/**
 * A rolling restart under load (reliability bar 5): two web processes behind a load balancer that polls /readyz, and two
 * workers. In each round a new process starts, and once it is ready the old one gets SIGTERM. No call may fail, no message may
 * be repeated or lost, and no listener may miss a change.
 */
export async function runRolling(options: RollingOptions): Promise<RollingOutcome> {
  const { folder, seed, rounds, say, hasPages } = options;
  mkdirSync(folder, { recursive: true });
  const historyFile = join(folder, "history.jsonl");
  const recorder = recordHistory(historyFile);
  const stage = await openStage({
    folder,
    seed,
    recorder,
    scenario: "rolling",
    webs: PAIR,
    workers: PAIR,
    hasPages,
    ratePerSecond: null,
    provider: { answerMs: 150, faults: {}, honoursKey: false, statusShare: 0.5 },
    receiver: { faults: {} },
  });
  const front = startFront();
  const listeners: Listener[] = [];
  try {
    for (const web of stage.webs) front.add(addressOf(web));
    stage.route(front.pick);
    for (let listener = 0; listener < LISTENERS; listener++) {
      listeners.push(startListener({ pick: front.pick, apiKey: stage.apiKey, workspaceId: stage.workspaceId }));
    }
    await Promise.all(listeners.map(({ ready }) => ready));
    const from = await lastEvent(stage);
    const load = await startLoad(stage, options.load);
    for (let round = 1; round <= rounds; round++) {
      // As if two deployments were rolled out at the same time.
      for (let place = 0; place < PAIR; place++) {
        await Promise.all([replace(stage, front, "web", place, round), replace(stage, front, "worker", place, round)]);
      }
      say(`  round ${round} of ${rounds}: ${load.progress().ended} calls have ended`);
    }
    if (load.progress().ended >= load.progress().wished) throw new Error("The load was over before the last round.");
    await load.stop();
    await load.done;
    recorder.mark((await comesToRest(stage)) ? "settled" : "gaveUpWaiting");
    await recordState(recorder, stage.database, stage.workspaceId);
    const verdict = checkHistory(recorder.records);
    return {
      ...verdict,
      replaced: rounds * PAIR * 2,
      historyFile,
      listeners: await Promise.all(listeners.map((listener) => judge(stage, listener, from))),
    };
  } finally {
    await Promise.all(listeners.map((listener) => listener.close()));
    front.close();
    await stage.stop();
    await recorder.close();
  }
}

/** Sends SIGTERM to the old process only after the new one serves. */
async function replace(
  stage: Stage,
  front: ReturnType<typeof startFront>,
  kind: "web" | "worker",
  place: number,
  round: number,
): Promise<void> {
  const row = kind === "web" ? stage.webs : stage.workers;
  const old = row[place];
  if (!old) throw new Error(`There is no ${kind} ${place} to replace.`);
  const next = await stage.startAnother(kind, `${kind}-${place + 1}-${round}`);
  const gone = kind === "web" ? addressOf(old) : null;
  if (kind === "web") front.add(addressOf(next));
  const fault = stage.recorder.faultBegin("replace", old.name);
  row[place] = next;
  await old.end(GRACE_MS);
  stage.recorder.faultEnd(fault);
  if (gone !== null) front.remove(gone);
}

function addressOf(web: { name: string; address: () => string | null }): string {
  const address = web.address();
  if (address === null) throw new Error(`${web.name} does not serve.`);
  return address;
}

const LOOK_MS = 200;

/** Whether nothing is pending, every broadcast has ended, and no delivery to a subscriber waits. */
async function comesToRest({ database, workspaceId, webhookId, provider }: Stage): Promise<boolean> {
  const end = Date.now() + PENDING_MS;
  while (Date.now() < end) {
    const { rows } = await database.query<{ pending: number }>(
      `select ((select count(*) from "SendQueue" where "workspaceId" = $1)
        + (select count(*) from "Broadcast" where "workspaceId" = $1 and state in ('scheduled', 'inProgress'))
        + (select count(*) from "Event" e where e."workspaceId" = $1 and e.payload is not null and e.name <> 'MESSAGE_UPDATED_SMPP'
          and not exists (select 1 from "WebhookDelivery" d where d."workspaceId" = e."workspaceId" and d."eventId" = e.id
            and d."webhookId" = $2 and d.state <> 'pending')))::int as pending`,
      [workspaceId, webhookId],
    );
    if (rows[0]?.pending === 0 && provider.reporting() === 0) return true;
    await new Promise((wait) => setTimeout(wait, LOOK_MS));
  }
  return false;
}

/** The newest event's number. A listener that is connected now receives every later event. */
async function lastEvent({ database }: Stage): Promise<string> {
  const { rows } = await database.query<{ seq: string }>(`select coalesce(max(seq), 0)::text as seq from "Event"`);
  return rows[0]?.seq ?? "0";
}

/** The longest time for the last changes to reach a listener. */
const HEAR_MS = 10_000;

/** Finds changes in the log that the listener missed or received twice. */
async function judge(
  { database, workspaceId }: Stage,
  { heard, figures }: Listener,
  from: string,
): Promise<RollingOutcome["listeners"][number]> {
  const { rows } = await database.query<Parameters<typeof changeKey>[0]>(
    `select name, "convId", "clientId", "messageId" from "Event" where "workspaceId" = $1 and name <> 'MESSAGE_UPDATED_SMPP'
     and seq > $2::bigint`,
    [workspaceId, from],
  );
  const wanted = new Map<string, number>();
  for (const row of rows) wanted.set(changeKey(row), (wanted.get(changeKey(row)) ?? 0) + 1);
  const countMissed = () =>
    [...wanted].reduce((sum, [key, count]) => sum + Math.max(0, count - (heard.get(key) ?? 0)), 0);
  const end = Date.now() + HEAR_MS;
  while (countMissed() > 0 && Date.now() < end) await new Promise((wait) => setTimeout(wait, LOOK_MS));
  const missed = countMissed();
  let repeated = 0;
  for (const [key, count] of heard) repeated += Math.max(0, count - (wanted.get(key) ?? 0));
  return { ...figures(), missed, repeated };
}

function startFront(): Front {
  const places = new Map<string, Place>();
  let isOpen = true;
  let turn = 0;

  const watch = async (address: string, place: Place) => {
    while (isOpen && places.get(address) === place) {
      try {
        const { ok } = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
        Object.assign(place, { isReady: ok, silences: 0 });
      } catch {
        place.silences++;
        if (place.silences >= MOST_SILENCES) place.isReady = false;
      }
      await new Promise((wait) => setTimeout(wait, READY_LOOK_MS));
    }
  };
  return {
    add: (address) => {
      const place = { isReady: false, silences: 0 };
      places.set(address, place);
      void watch(address, place);
    },
    remove: (address) => void places.delete(address),
    pick: async () => {
      for (;;) {
        const ready = [...places].filter(([, { isReady }]) => isReady);
        const [found] = ready[turn++ % Math.max(1, ready.length)] ?? [];
        if (found) return found;
        await new Promise((wait) => setTimeout(wait, 20));
      }
    },
    close: () => void (isOpen = false),
  };
}
