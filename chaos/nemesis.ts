import { setTimeout as sleep } from "node:timers/promises";
import type { FaultName } from "./records.ts";
import type { Managed } from "./processes.ts";
import type { Random } from "./random.ts";
import { settle, type Stage } from "./stage.ts";

/** A planned fault: its type, its target, when it strikes (as a share of the load that is done), and for how long. */
export type PlannedFault = {
  at: number;
  name: FaultName;
  /** A process's name, `database`, `provider` or `receiver`. */
  target: string;
  /** The duration. Kills and restarts have none: they take as long as they take. */
  seconds: number;
  /** Starts even if the previous fault is still in progress. */
  overlaps: boolean;
};

/** How often each fault strikes, and for how many `seconds` if it has a duration. The processes are drawn at random. */
export type FaultCounts = {
  name: FaultName;
  of: "web" | "worker" | "database" | "provider" | "receiver";
  times: number;
  seconds?: number;
}[];

/** No fault at the very beginning or end: the load must first work, and must continue at the end. */
const FIRST_SHARE = 0.04;
const LAST_SHARE = 0.94;
const OVERLAP_CHANCE = 0.3;

/** Returns the same plan for the same seed and counts. */
export function planFaults(
  random: Random,
  counts: FaultCounts,
  names: { web: string[]; worker: string[] },
): PlannedFault[] {
  const wanted = counts.flatMap((count) => Array.from({ length: count.times }, () => count));
  const step = (LAST_SHARE - FIRST_SHARE) / Math.max(1, wanted.length);
  return random.shuffled(wanted).map(({ name, of, seconds = 0 }, index) => ({
    at: FIRST_SHARE + step * (index + random.next() * 0.6),
    name,
    target: of === "web" || of === "worker" ? random.pick(names[of]) : of,
    seconds,
    overlaps: random.chance(OVERLAP_CHANCE),
  }));
}

/** A fault as one printed line. */
export function describe({ at, name, target, seconds, overlaps }: PlannedFault): string {
  const lasting = seconds > 0 ? ` for ${seconds} s` : "";
  return `at ${Math.round(at * 100)} %: ${name} ${target}${lasting}${overlaps ? " (beside the one before)" : ""}`;
}

/** How long the API needed after a database fault, which affects every process. */
export type Recovery = { name: FaultName; seconds: number };

export type Strikes = {
  recoveries: Recovery[];
  struck: number;
};

/** If an earlier fault stalls the load for this long, the next fault strikes anyway. */
const STALL_MS = 20_000;

/**
 * Carries out the plan in step with the load. Afterwards every fault is mended.
 * @param share how much of the load is done, from 0 to 1.
 */
export async function strikeAll(
  stage: Stage,
  plan: readonly PlannedFault[],
  share: () => number,
  options: { signal: AbortSignal; onStrike: (fault: PlannedFault) => void },
): Promise<Strikes> {
  const strikes: Strikes = { recoveries: [], struck: 0 };
  const underWay = new Set<Promise<void>>();
  const mending: Promise<void>[] = [];
  const failures: Error[] = [];
  for (const fault of plan) {
    await reaches(share, fault.at, options.signal);
    if (!fault.overlaps) await Promise.all(underWay);
    if (options.signal.aborted || failures.length > 0) break;
    options.onStrike(fault);
    strikes.struck++;
    const task: Promise<void> = strike(stage, fault, { strikes, mending, signal: options.signal })
      .catch((error: unknown) => void failures.push(error instanceof Error ? error : new Error(String(error))))
      .finally(() => underWay.delete(task));
    underWay.add(task);
  }
  await Promise.all(underWay);
  await Promise.all(mending);
  stage.proxy.heal();
  stage.provider.heal();
  stage.receiver.heal();
  for (const failure of failures) throw failure;
  return strikes;
}

async function reaches(share: () => number, goal: number, signal: AbortSignal): Promise<void> {
  let last = share();
  let movedAt = Date.now();
  while (!signal.aborted && share() < goal && Date.now() - movedAt < STALL_MS) {
    if (share() !== last) {
      last = share();
      movedAt = Date.now();
    }
    await sleep(20);
  }
}

async function strike(
  stage: Stage,
  { name, target, seconds }: PlannedFault,
  { strikes, mending, signal }: { strikes: Strikes; mending: Promise<void>[]; signal: AbortSignal },
): Promise<void> {
  const { recorder, cluster, proxy, provider, receiver } = stage;
  const lasting = async (fault: number, begin: () => void, end: () => void) => {
    begin();
    await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
    end();
    recorder.faultEnd(fault);
  };
  const struck = () => processNamed(stage, target);
  // Wait for a process that is restarting: the fault would have no effect on it before.
  if (name === "kill" || name === "freeze") await struck().ready();
  const fault = recorder.faultBegin(name, target === "receiver" ? stage.webhookId : target);
  switch (name) {
    case "kill":
      await struck().kill();
      // The next fault does not wait for the restart, so that 20 kills fit into one broadcast.
      {
        const back = struck()
          .ready()
          .then(() => recorder.faultEnd(fault));
        back.catch(() => undefined);
        mending.push(back);
      }
      return;
    case "freeze":
      return lasting(
        fault,
        () => struck().freeze(),
        () => struck().thaw(),
      );
    case "databaseRestart": {
      await cluster.restartImmediately();
      recorder.faultEnd(fault);
      return void strikes.recoveries.push({ name, seconds: await untilItAnswers(stage, signal) });
    }
    case "databaseHalfOpen":
      await lasting(fault, proxy.halfOpen, proxy.heal);
      return void strikes.recoveries.push({ name, seconds: await untilItAnswers(stage, signal) });
    case "providerErrors":
      return lasting(
        fault,
        () => provider.setPhase("serverError"),
        () => provider.setPhase(null),
      );
    case "providerLostAnswers":
      return lasting(
        fault,
        () => provider.setPhase("resetAfter"),
        () => provider.setPhase(null),
      );
    case "receiverErrors":
      return lasting(
        fault,
        () => receiver.setPhase("serverError"),
        () => receiver.setPhase(null),
      );
    case "receiverHangs":
      return lasting(
        fault,
        () => receiver.setPhase("hang"),
        () => receiver.setPhase(null),
      );
    case "databaseCut":
    case "replace":
      throw new Error(`${name} has a scenario of its own.`);
  }
}

function processNamed({ webs, workers }: Stage, name: string): Managed {
  const found = [...webs, ...workers].find((each) => each.name === name);
  if (!found) throw new Error(`There is no process ${name}.`);
  return found;
}

const PROBE_PAUSE_MS = 100;

/** Seconds until every web process has answered a request that needs the database and was sent after the call. */
async function untilItAnswers({ webs, recorder, graphqlAt, workspaceId }: Stage, signal: AbortSignal): Promise<number> {
  const since = Date.now();
  await Promise.all(
    webs.map(async (web) => {
      while (!signal.aborted) {
        const address = web.address();
        if (address) {
          const call = recorder.invoke("read", "probe", { about: web.name });
          const done = await graphqlAt(address, {
            kind: "query",
            field: "tags",
            inputType: "TagsInput",
            selection: "{ nodes { id } }",
            input: { workspaceId },
          });
          if (done.kind === "ok") return recorder.ok(call, {});
          settle(recorder, call, done);
        }
        await sleep(PROBE_PAUSE_MS);
      }
    }),
  );
  return (Date.now() - since) / 1_000;
}
