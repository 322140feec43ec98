import { PgBoss } from "pg-boss";
import { disconnect } from "../db.ts";
import { env } from "../env.ts";
import { listenForSignals } from "../events/signal.ts";
import { log } from "../log.ts";
import { metrics, secondsSince } from "../observe/metrics.ts";
import { keepTraces } from "../observe/keep-traces.ts";
import { watchProcess } from "../observe/process-figures.ts";
import { span } from "../observe/spans.ts";
import { onTrail } from "../observe/trail.ts";
import { sayError } from "../redact.ts";
import type { TimeScale } from "../webhooks/schedule.ts";
import { startAnswering } from "./handlers/answer-turns.ts";
import { checkAllChannels } from "./handlers/check-channels.ts";
import { closeExpired } from "./handlers/close-expired-convs.ts";
import { startCopying } from "./handlers/copy-media.ts";
import { startDelivering } from "./handlers/deliver-webhooks.ts";
import { embedSourceOf } from "./handlers/embed-source.ts";
import { eraseData } from "./handlers/erase-client.ts";
import { exportData } from "./handlers/export-client-data.ts";
import { startFanOut } from "./handlers/fan-out-events.ts";
import { startFindingPushes } from "./handlers/find-pushes.ts";
import { forgetAnswersAbout } from "./handlers/forget-answers.ts";
import { handOverOfAi } from "./handlers/hand-over-convs-of-ai.ts";
import { importContacts } from "./handlers/import-contacts.ts";
import { mailAdmin } from "./handlers/mail-channel-error.ts";
import { mailNoticesOf } from "./handlers/mail-notices.ts";
import { planLetters } from "./handlers/plan-letters.ts";
import { mailInvited } from "./handlers/mail-invitation.ts";
import { mailLinkOf } from "./handlers/mail-link.ts";
import { startMeasuring } from "./handlers/measure-tables.ts";
import { prune } from "./handlers/prune.ts";
import { pushWindows } from "./handlers/push-closing-windows.ts";
import { push } from "./handlers/push.ts";
import { readSourceOf } from "./handlers/read-source.ts";
import { refreshSources } from "./handlers/refresh-sources.ts";
import { refreshTemplatesHourly } from "./handlers/refresh-templates.ts";
import { release } from "./handlers/release-convs.ts";
import { setSlaDueOf } from "./handlers/set-sla-due.ts";
import { startReplaying } from "./handlers/replay-playground.ts";
import { startBroadcasting } from "./handlers/run-broadcasts.ts";
import { runBulk } from "./handlers/run-bulk-action.ts";
import { runEvals } from "./handlers/run-evals.ts";
import { sendGestures } from "./handlers/send-gesture.ts";
import { startSending } from "./handlers/send-messages.ts";
import { startSendingScheduled } from "./handlers/send-scheduled.ts";
import { startSweeping } from "./handlers/sweep.ts";
import { tellRisks } from "./handlers/tell-sla-risks.ts";
import { startTaking } from "./handlers/take-calls.ts";
import { startWaking } from "./handlers/wake-convs.ts";
import { openWorkerDoor } from "./worker-door.ts";
import { payloadOf, prepareQueues, QUEUES, trailOfJob } from "./queue.ts";
import type { JobName, JobPayload } from "./queue.ts";

export type WorkerOptions = {
  /** The net below the wakes, in milliseconds. */
  pollMs?: number;
  /** How often work that lost its job is looked for, in milliseconds. */
  sweepMs?: number;
  /** What the webhooks' schedule is multiplied by; tests live five days in seconds. */
  timeScale?: TimeScale;
};

/** Kept of SHUTDOWN_SECONDS for what comes after the work: storing outcomes, closing connections. */
const CLOSING_MS = 2_000;

/** How often tables without statistics are looked for, in milliseconds. */
const MEASURE_MS = 2_000;

/** How often it is looked whom to tell while the portal is closed, in milliseconds: in the meantime an open tab may have told them. */
const PUSH_MS = 1_500;

/** How often snoozes that are over are looked for, in milliseconds. */
const WAKE_MS = 2_000;

const HANDLERS: { [Name in JobName]: (payload: JobPayload<Name>) => Promise<void> } = {
  "check-channels": checkAllChannels,
  "close-expired-convs": closeExpired,
  "embed-source": embedSourceOf,
  "erase-client": eraseData,
  "export-client-data": exportData,
  "forget-answers": forgetAnswersAbout,
  "hand-over-convs-of-ai": handOverOfAi,
  "import-contacts": importContacts,
  "mail-channel-error": mailAdmin,
  "mail-invitation": mailInvited,
  "mail-link": mailLinkOf,
  push,
  "push-closing-windows": pushWindows,
  "read-source": readSourceOf,
  "refresh-sources": refreshSources,
  "refresh-templates": refreshTemplatesHourly,
  "release-convs": release,
  "run-bulk-action": runBulk,
  "run-evals": runEvals,
  "send-gesture": sendGestures,
  "set-sla-due": setSlaDueOf,
  "tell-sla-risks": tellRisks,
  "plan-letters": planLetters,
  "mail-notices": mailNoticesOf,
  prune,
};

/**
 * Everything that works outside requests: sends, assistants' answers, webhook fan-out and delivery, jobs on the clock. Any number of workers run
 * side by side; what one held when it died is taken over when its lease has lapsed.
 * `stop` takes no more work and lets what is under way end within SHUTDOWN_SECONDS.
 */
export async function startWorker({ pollMs = 1_000, sweepMs = 3_000, timeScale = 1 }: WorkerOptions = {}): Promise<{
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
  const sweeping = startSweeping(sweepMs);
  const taking = startTaking(pollMs);
  const answering = startAnswering(pollMs);
  const replaying = startReplaying(pollMs);
  const measuring = startMeasuring(MEASURE_MS);
  const waking = startWaking(WAKE_MS);
  const pushing = startFindingPushes(PUSH_MS);
  // Messages need not wait for what takes longest to start.
  const [fanOut, boss] = await Promise.all([startFanOut(pollMs), startJobs(DATABASE_URL)]);

  return {
    async stop() {
      const graceMs = Math.max(0, SHUTDOWN_SECONDS * 1_000 - CLOSING_MS);
      await Promise.all([
        fanOut.stop(),
        broadcasting.stop(),
        sweeping.stop(),
        replaying.stop(),
        measuring.stop(),
        waking.stop(),
        pushing.stop(),
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
  for (const name of Object.keys(QUEUES) as JobName[]) await workOn(boss, name);
  return boss;
}

/**
 * The net below the library's wakes, in seconds: for jobs whose second try is due, and for what a wake was lost of. Of a queue's takers
 * one looks for all of them, or a worker that idles would ask sixty times in it; the others look that seldom by themselves.
 */
const PROMPT = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 };
const WOKEN = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 60 };
/** A first second try is due then (queue.ts), in milliseconds. */
const TRIED_AGAIN_MS = 1_100;

async function workOn<Name extends JobName>(boss: PgBoss, name: Name): Promise<void> {
  const entry = QUEUES[name];
  if ("cron" in entry) await boss.schedule(name, entry.cron, {}, { tz: "UTC" });
  const atOnce = "atOnce" in entry ? entry.atOnce : 1;
  if ("perWorkspace" in entry) return workFairlyOn(boss, name, atOnce, entry.perWorkspace);
  const others: string[] = [];
  const wakeOthers = () => others.forEach((id) => boss.notifyWorker(id));
  await startTaker(boss, name, PROMPT, wakeOthers);
  for (let taker = 1; taker < atOnce; taker++) others.push(await startTaker(boss, name, WOKEN, () => undefined));
}

/**
 * Takes the jobs of a queue in which a workspace has at most so many places. The library counts them exactly within a process only:
 * asked to count in the database, takers that look at the same time do not see one another. A taker that had to give a job back is
 * woken by those that have their place.
 */
async function workFairlyOn<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  atOnce: number,
  perWorkspace: number,
): Promise<void> {
  const wakeAll = () => {
    for (const taker of boss.getWipData()) if (taker.name === name) boss.notifyWorker(taker.id);
  };
  const looks = { ...PROMPT, notifyPollingIntervalSeconds: PROMPT.notifyPollingIntervalSeconds * atOnce };
  const places = { localConcurrency: atOnce, localGroupConcurrency: perWorkspace };
  await boss.work(name, { batchSize: 1, perJobResults: true, ...places, ...looks }, (jobs) =>
    runJobs(name, jobs, wakeAll, wakeAll),
  );
}

/**
 * Takes a queue's jobs one after the other. Left alone, the library would take the next one of a backlog only at its next look: whoever
 * has found one looks again at once.
 * @param onFound where one was found, there may be more.
 * @returns the taker's id, by which it is woken.
 */
async function startTaker<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  looks: typeof PROMPT,
  onFound: () => void,
): Promise<string> {
  const lookAgain = () => boss.notifyWorker(id);
  const id: string = await boss.work(name, { batchSize: 1, perJobResults: true, ...looks }, (jobs) =>
    runJobs(name, jobs, onFound, lookAgain),
  );
  return id;
}

/**
 * @param onFound called ahead of the jobs.
 * @param lookAgain called after them, and when a second try is due.
 */
async function runJobs(
  name: JobName,
  jobs: readonly { id: string; data: unknown }[],
  onFound: () => void,
  lookAgain: () => void,
) {
  onFound();
  const results = await Promise.all(
    jobs.map(async ({ id, data }) => {
      const error = await runJob(name, data);
      if (error === null) return { id, status: "completed" as const };
      setTimeout(lookAgain, TRIED_AGAIN_MS).unref();
      return { id, status: "failed" as const, output: { error } };
    }),
  );
  lookAgain();
  return results;
}

/**
 * Runs a job on the trail of the request that asked for it.
 * @returns null, or why it failed.
 */
async function runJob<Name extends JobName>(name: Name, data: unknown): Promise<string | null> {
  const began = performance.now();
  const end = (outcome: "done" | "failed") => metrics.jobs.observe({ job: name, outcome }, secondsSince(began));
  return onTrail(trailOfJob(data), async () => {
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
