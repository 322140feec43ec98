import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkHistory } from "./check.ts";
import type { Bounds } from "./finding.ts";
import { recordHistory, type Recorder } from "./history.ts";
import { startLoad, type Load, type LoadOptions } from "./load.ts";
import { describe, planFaults, strikeAll, type FaultCounts, type Strikes } from "./nemesis.ts";
import { seededRandom } from "./random.ts";
import { recordState } from "./read-state.ts";
import { openStage, type Stage, type StageOptions } from "./stage.ts";

/** A load and the faults during it. */
export type Storm = {
  name: string;
  /** The product's bars that it checks, in a few words. */
  about: string;
  stage: Pick<StageOptions, "webs" | "workers" | "ratePerSecond" | "provider" | "receiver">;
  load: LoadOptions;
  faults: FaultCounts;
};

export type RunOptions = {
  seed: number;
  /** The folder for the run's database, logs and history. */
  folder: string;
  hasPages: boolean;
  /** Weaker limits than the bars, for a machine that does other work at the same time. */
  bounds: Partial<Bounds>;
  say: (line: string) => void;
  signal: AbortSignal;
};

export type Outcome = {
  name: string;
  verdict: ReturnType<typeof checkHistory>;
  strikes: Strikes;
  /** From the end of the last fault (or of the load, if later) until no message was pending, in seconds. null: never. */
  messagesSeconds: number | null;
  /** From the same moment until every webhook was delivered. */
  webhooksSeconds: number | null;
  longestCallMs: number;
  historyFile: string;
};

/** Longer than a process's own shutdown limit. */
const GRACE_MS = 35_000;
const PROGRESS_MS = 5_000;
/** The longest wait for the end of the load, and for pending work. */
const LOAD_MS = 300_000;
const SETTLE_MS = 180_000;

/** Plays one storm, from an empty database to the verdict. */
export async function runStorm(storm: Storm, options: RunOptions): Promise<Outcome> {
  const { seed, folder, say, signal } = options;
  mkdirSync(folder, { recursive: true });
  const historyFile = join(folder, "history.jsonl");
  const recorder = recordHistory(historyFile);
  const plan = planFaults(seededRandom(seed).fork(storm.name), storm.faults, {
    web: Array.from({ length: storm.stage.webs }, (_, index) => `web-${index + 1}`),
    worker: Array.from({ length: storm.stage.workers }, (_, index) => `worker-${index + 1}`),
  });
  for (const fault of plan) say(`  ${describe(fault)}`);

  const stage = await openStage({
    ...storm.stage,
    folder,
    seed,
    recorder,
    scenario: storm.name,
    hasPages: options.hasPages,
  });
  let load: Load | null = null;
  let progress: NodeJS.Timeout | null = null;
  try {
    const running = await startLoad(stage, storm.load);
    load = running;
    const expected = storm.load.messages + storm.load.broadcasts.reduce((sum, { clients }) => sum + clients, 0);
    const share = () => (running.progress().ended + stage.provider.seen()) / (running.progress().wished + expected);
    progress = setInterval(() => {
      say(
        `  ${Math.round(share() * 100)} % (${running.progress().ended} calls, ${stage.provider.seen()} messages at the provider)`,
      );
    }, PROGRESS_MS);
    const strikes = await strikeAll(stage, plan, share, { signal, onStrike: (fault) => say(`  ! ${describe(fault)}`) });
    recorder.mark("faultsEnded");
    await within(running.done, LOAD_MS, signal);
    const { messagesSeconds, webhooksSeconds } = await settles(stage, recorder, signal);
    await running.stop();
    // After all faults, the processes must still shut down in order.
    await Promise.all(
      [...stage.workers, ...(options.hasPages ? stage.webs : [])].map((process) => process.end(GRACE_MS)),
    );
    await recordState(recorder, stage.database, stage.workspaceId);
    return {
      name: storm.name,
      verdict: checkHistory(recorder.records, options.bounds),
      strikes,
      messagesSeconds,
      webhooksSeconds,
      longestCallMs: stage.longestCallMs(),
      historyFile,
    };
  } finally {
    if (progress) clearInterval(progress);
    void load?.stop();
    await stage.stop();
    await recorder.close();
  }
}

/** Waits for a limited time. The checker finds what is missing then. */
async function within(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    signal.addEventListener("abort", () => resolve());
  });
  await Promise.race([work, late]);
}

const LOOK_MS = 250;

type Pending = { messages: number; deliveries: number };

/** Waits until nothing is pending: first messages, then webhooks. */
async function settles(
  stage: Stage,
  recorder: Recorder,
  signal: AbortSignal,
): Promise<Pick<Outcome, "messagesSeconds" | "webhooksSeconds">> {
  const since = Date.now();
  const elapsed = () => (Date.now() - since) / 1_000;
  let messagesSeconds: number | null = null;
  while (elapsed() * 1_000 < SETTLE_MS && !signal.aborted) {
    const pending = await countPending(stage);
    if (messagesSeconds === null && pending.messages === 0 && stage.provider.reporting() === 0) {
      recorder.mark("settled");
      messagesSeconds = elapsed();
    }
    if (messagesSeconds !== null && pending.deliveries === 0) return { messagesSeconds, webhooksSeconds: elapsed() };
    await hurryWebhooks(stage);
    await new Promise((wait) => setTimeout(wait, LOOK_MS));
  }
  recorder.mark("gaveUpWaiting");
  return { messagesSeconds, webhooksSeconds: null };
}

/** Counts pending sends, unfinished broadcasts, and undelivered webhooks, including events that are not fanned out yet. */
async function countPending({ database, workspaceId, webhookId }: Stage): Promise<Pending> {
  const { rows } = await database.query<Pending>(
    `select
       (select count(*)::int from "Message" where "workspaceId" = $1 and status = 'pending')
         + (select count(*)::int from "Broadcast" where "workspaceId" = $1 and state in ('scheduled', 'inProgress')) as messages,
       (select count(*)::int from "Event" e where e."workspaceId" = $1 and e.payload is not null and e.name <> 'MESSAGE_UPDATED_SMPP'
         and not exists (select 1 from "WebhookDelivery" d where d."workspaceId" = e."workspaceId" and d."eventId" = e.id
           and d."webhookId" = $2 and d.state <> 'pending')) as deliveries`,
    [workspaceId, webhookId],
  );
  return rows[0] ?? { messages: 0, deliveries: 0 };
}

/** Skips the schedule's second pause of five minutes: waiting deliveries become due now. */
async function hurryWebhooks({ database, workspaceId }: Stage): Promise<void> {
  await database.query(
    `update "WebhookDelivery" set "nextAttemptAt" = now()
     where "workspaceId" = $1 and state = 'pending' and attempts > 0 and "leaseToken" is null
       and "nextAttemptAt" > now() + interval '10 seconds'`,
    [workspaceId],
  );
}
