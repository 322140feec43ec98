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
  /** Polling interval in case a wake is lost, in milliseconds. */
  pollMs?: number;
  /** How often lost work is recovered, in milliseconds. */
  recoverMs?: number;
  /** Factor for the webhooks' retry schedule. Tests run five days in seconds. */
  timeScale?: TimeScale;
};

/** The part of SHUTDOWN_SECONDS reserved for storing outcomes and closing connections. */
const CLOSING_MS = 2_000;

/**
 * Runs everything outside requests: sends, assistants' answers, webhook fan-out and delivery, scheduled jobs. Any number of
 * workers can run side by side. When a worker dies, another takes over its work after the lease expires. `stop` takes no more work
 * and lets running work finish within SHUTDOWN_SECONDS.
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
  // Started last, because they take longest: messages need not wait for them.
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
  // pg-boss passes these options to its pool. Without a time limit, a dead connection would block a queue forever.
  const limits = { query_timeout: 15_000, keepAlive: true };
  const boss = new PgBoss({
    ...limits,
    connectionString,
    application_name: "omnichannel jobs",
    max: 4,
    useListenNotify: true,
    // A dead worker's jobs are back about 13 seconds after its last heartbeat. Each check takes about ten statements.
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
  });
  // Without a listener, a lost connection would end the process.
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

/** Polling interval in case a wake is lost, in milliseconds. Also finds jobs whose retry is due and a dead worker's jobs. */
const LOOK_MS = 5_000;
/** A pg-boss worker's own polling intervals: with notifications, and without. */
const TAKER_SECONDS = { notifyPollingIntervalSeconds: 60, pollingIntervalSeconds: 1 };
/** Time until a job's first retry is due (queue.ts), in milliseconds. */
const TRIED_AGAIN_MS = 1_100;

/** @param has filters by the number of jobs that a pg-boss worker holds. */
function takersOf(boss: PgBoss, name: JobName, has: (jobs: number) => boolean = () => true): { id: string }[] {
  return boss.getWipData().filter((taker) => taker.name === name && has(taker.count));
}

function wake(boss: PgBoss, takers: { id: string }[]): void {
  for (const { id } of takers) boss.notifyWorker(id);
}

/**
 * Takes a queue's jobs. pg-boss counts a workspace's jobs in this process. Its count in the database would miss workers that look
 * at the same time. A pg-boss worker looks again only when it is woken: those with a job when one starts or ends, the others a
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
    // Delayed: if one workspace has a long backlog, each look of the idle workers reads past all of it.
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
 * @param lookAgain called before and after the jobs.
 * @param tryAgain called when a first retry is due.
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
 * Runs a job in the context of the request that caused it.
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
 * Calls `look` every `everyMs` until it is stopped, never twice at once, and again at once while it returns true. Errors are
 * logged, and the next call tries again.
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
