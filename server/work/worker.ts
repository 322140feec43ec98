import { PgBoss } from "pg-boss";
import { disconnect } from "../db.ts";
import { env } from "../env.ts";
import { listenForSignals } from "../events/signal.ts";
import { log } from "../log.ts";
import { metrics, secondsSince } from "../observe/metrics.ts";
import { keepTraces } from "../observe/keep-traces.ts";
import { watchProcess } from "../observe/process-figures.ts";
import { span } from "../observe/spans.ts";
import { withRequestContext } from "../observe/request-context.ts";
import { sayError } from "../redact.ts";
import type { TimeScale } from "../webhooks/schedule.ts";
import { HANDLERS, LOOKS } from "./handlers.ts";
import { startAnswering } from "./handlers/answer-turns.ts";
import { startCopying } from "./handlers/copy-media.ts";
import { startDelivering } from "./handlers/deliver-webhooks.ts";
import { startFanOut } from "./handlers/fan-out-events.ts";
import { startReplaying } from "./handlers/replay-playground.ts";
import { startBroadcasting } from "./handlers/run-broadcasts.ts";
import { startSending } from "./handlers/send-messages.ts";
import { startSendingScheduled } from "./handlers/send-scheduled.ts";
import { startRecovery } from "./handlers/recover.ts";
import { startTaking } from "./handlers/take-calls.ts";
import { openWorkerDoor } from "./worker-door.ts";
import { payloadOf, placesOf, prepareQueues, QUEUES, requestContextOfJob, type JobName } from "./queue.ts";

export type WorkerOptions = {
  /** The net below the wakes, in milliseconds. */
  pollMs?: number;
  /** How often work that lost its job is looked for, in milliseconds. */
  recoverMs?: number;
  /** What the webhooks' schedule is multiplied by; tests live five days in seconds. */
  timeScale?: TimeScale;
};

/** Kept of SHUTDOWN_SECONDS for what comes after the work: storing outcomes, closing connections. */
const CLOSING_MS = 2_000;

/**
 * Everything that works outside requests: sends, assistants' answers, webhook fan-out and delivery, jobs on the clock. Any number of workers run
 * side by side; what one held when it died is taken over when its lease has lapsed.
 * `stop` takes no more work and lets what is under way end within SHUTDOWN_SECONDS.
 */
export async function startWorker({ pollMs = 1_000, recoverMs = 3_000, timeScale = 1 }: WorkerOptions = {}): Promise<{
  stop: () => Promise<void>;
}> {
  const { DATABASE_URL, SHUTDOWN_SECONDS, METRICS_TOKEN } = env();
  if (METRICS_TOKEN) watchProcess();
  const [traces, door] = await Promise.all([keepTraces("worker"), openWorkerDoor()]);
  const signals = listenForSignals(DATABASE_URL);
  const sending = startSending(pollMs);
  const scheduled = startSendingScheduled(pollMs);
  const broadcasting = startBroadcasting(pollMs);
  const delivering = startDelivering(pollMs, timeScale);
  const copying = startCopying(pollMs);
  const recovering = startRecovery(recoverMs);
  const taking = startTaking(pollMs);
  const answering = startAnswering(pollMs);
  const replaying = startReplaying(pollMs);
  const looking = Object.entries(LOOKS).map(([name, { everyMs, look }]) => startRepeating(name, everyMs, look));
  // Messages need not wait for what takes longest to start.
  const [fanOut, boss] = await Promise.all([startFanOut(pollMs), startJobs(DATABASE_URL)]);

  return {
    async stop() {
      const graceMs = Math.max(0, SHUTDOWN_SECONDS * 1_000 - CLOSING_MS);
      await Promise.all([
        fanOut.stop(),
        broadcasting.stop(),
        recovering.stop(),
        replaying.stop(),
        ...looking.map((each) => each.stop()),
        sending.stop(graceMs),
        scheduled.stop(graceMs),
        taking.stop(graceMs),
        answering.stop(graceMs),
        delivering.stop(graceMs),
        copying.stop(graceMs),
        boss.stop({ graceful: true, timeout: Math.max(1_000, graceMs) }),
      ]);
      await signals.stop();
      await Promise.all([traces.stop(), door.stop()]);
      await disconnect();
    },
  };
}

async function startJobs(connectionString: string): Promise<PgBoss> {
  // The library hands what it is given on to its pool; without a limit, a line that went silent would hold a queue for ever.
  const limits = { query_timeout: 15_000, keepAlive: true };
  const boss = new PgBoss({
    ...limits,
    connectionString,
    application_name: "omnichannel jobs",
    max: 4,
    useListenNotify: true,
    // A dead worker's jobs are back about 13 seconds after its last heartbeat. Each look is some ten statements.
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
  });
  // Without a listener a lost connection would end the process.
  boss.on("error", (error) => log.warn({ error }, "the job queue reports a fault"));
  await boss.start();
  await prepareQueues(boss);
  const names = Object.keys(QUEUES) as JobName[];
  for (const name of names) await workOn(boss, name);
  const net = setInterval(() => {
    for (const name of names) wake(boss, takersOf(boss, name, (jobs) => jobs === 0).slice(0, 1));
  }, LOOK_MS).unref();
  boss.once("stopped", () => clearInterval(net));
  return boss;
}

/** The net below the library's wakes, in milliseconds: for jobs whose next try is due, for a dead worker's, and for what a wake was lost of. */
const LOOK_MS = 5_000;
/** A taker by itself: where the library is woken, and where it cannot be. */
const TAKER_SECONDS = { notifyPollingIntervalSeconds: 60, pollingIntervalSeconds: 1 };
/** A first second try is due then (queue.ts), in milliseconds. */
const TRIED_AGAIN_MS = 1_100;

/** @param has asked of the number of jobs that a taker has. */
function takersOf(boss: PgBoss, name: JobName, has: (jobs: number) => boolean = () => true): { id: string }[] {
  return boss.getWipData().filter((taker) => taker.name === name && has(taker.count));
}

function wake(boss: PgBoss, takers: { id: string }[]): void {
  for (const { id } of takers) boss.notifyWorker(id);
}

/**
 * Takes a queue's jobs. The library counts a workspace's places in this process: its count in the database lets takers that look at the
 * same time miss each other. A taker looks again only when it is woken: those that have a job when one begins or ends, the others a
 * moment later, and one of them every LOOK_MS.
 */
async function workOn<Name extends JobName>(boss: PgBoss, name: Name): Promise<void> {
  const entry = QUEUES[name];
  if ("cron" in entry) await boss.schedule(name, entry.cron, {}, { tz: "UTC" });
  const { atOnce, perWorkspace } = placesOf(name);
  const wakeAll = () => wake(boss, takersOf(boss, name));
  let soon: NodeJS.Timeout | undefined;
  const lookAgain = () => {
    wake(
      boss,
      takersOf(boss, name, (jobs) => jobs > 0),
    );
    // Where a workspace has many waiting, each look of the others passes them all.
    soon ??= setTimeout(() => {
      soon = undefined;
      wakeAll();
    }, TRIED_AGAIN_MS).unref();
  };
  const places = perWorkspace === null ? {} : { localGroupConcurrency: perWorkspace };
  await boss.work(
    name,
    { batchSize: 1, perJobResults: true, localConcurrency: atOnce, ...places, ...TAKER_SECONDS },
    (jobs) => runJobs(name, jobs, lookAgain, wakeAll),
  );
}

/**
 * @param lookAgain called ahead of the jobs and after them.
 * @param tryAgain called when a second try is due.
 */
async function runJobs(
  name: JobName,
  jobs: readonly { id: string; data: unknown }[],
  lookAgain: () => void,
  tryAgain: () => void,
) {
  lookAgain();
  const results = await Promise.all(
    jobs.map(async ({ id, data }) => {
      const error = await runJob(name, data);
      if (error === null) return { id, status: "completed" as const };
      setTimeout(tryAgain, TRIED_AGAIN_MS).unref();
      return { id, status: "failed" as const, output: { error } };
    }),
  );
  lookAgain();
  return results;
}

/**
 * Runs a job in the context of the request that asked for it.
 * @returns null, or why it failed.
 */
async function runJob<Name extends JobName>(name: Name, data: unknown): Promise<string | null> {
  const began = performance.now();
  const end = (outcome: "done" | "failed") => metrics.jobs.observe({ job: name, outcome }, secondsSince(began));
  return withRequestContext(requestContextOfJob(data), async () => {
    try {
      await span(`job ${name}`, "consumer", {}, () => HANDLERS[name](payloadOf(name, data)));
      end("done");
      return null;
    } catch (error) {
      end("failed");
      log.error({ error, job: name }, "a job failed; it is tried again");
      return sayError(error);
    }
  });
}

/**
 * Calls `look` every `everyMs` until it is stopped, never twice at once, and at once again while it answers true. A fault is logged and
 * the next look tries again.
 */
function startRepeating(name: string, everyMs: number, look: () => Promise<boolean>): { stop: () => Promise<void> } {
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      while (!isStopped && (await look()));
    } catch (error) {
      log.warn({ error, look: name }, "a worker's look failed; it is tried again");
    }
    running = null;
  }
  const timer = setInterval(() => void (running ??= run()), everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
