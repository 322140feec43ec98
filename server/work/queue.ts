import { fromPrisma, PgBoss, type Queue } from "pg-boss";
import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { database, pool } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import {
  withoutRequestContext,
  readRequestContext,
  requestContextText,
  type RequestContext,
} from "../observe/request-context.ts";

type Entry = {
  /** Ids only, never message texts or secrets: jobs are kept for days and operators read them. */
  payload: z.ZodObject;
  /** Schedule, in UTC. */
  cron?: string;
  /**
   * Concurrent runs in one worker. Jobs that wait for an external system must not wait for each other. Default: 2 for jobs of a
   * workspace, since one workspace may use half of them (placesOf); otherwise 1.
   */
  atOnce?: number;
  /** Maximum duration of a run, in seconds. Then another worker may treat it as dead. */
  expireSeconds: number;
};

/** Every job by name. A job may run twice: its function (handlers.ts) checks the expected state before it acts. */
export const QUEUES = {
  "check-channels": { payload: z.strictObject({}), cron: "*/10 * * * *", expireSeconds: 900 },
  "close-expired-convs": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 300 },
  // Time for all messages and files of one contact.
  "export-client-data": {
    payload: z.strictObject({ workspaceId: z.int(), requestId: z.uuid() }),
    expireSeconds: 3_600,
  },
  "erase-client": {
    payload: z.strictObject({ workspaceId: z.int(), requestId: z.uuid() }),
    expireSeconds: 3_600,
  },
  "forget-answers": {
    payload: z.strictObject({ workspaceId: z.int(), messageId: z.uuid() }),
    expireSeconds: 120,
  },
  "hand-over-convs-of-ai": {
    payload: z.strictObject({ workspaceId: z.int(), aiId: z.uuid() }),
    expireSeconds: 900,
  },
  "import-contacts": {
    payload: z.strictObject({ workspaceId: z.int(), jobId: z.uuid() }),
    expireSeconds: 3_600,
  },
  "mail-channel-error": {
    payload: z.strictObject({
      workspaceId: z.int(),
      integrationId: z.uuid(),
      userId: z.uuid(),
      notice: z.strictObject({ text: z.string(), at: z.iso.datetime() }).nullish(),
    }),
    expireSeconds: 120,
  },
  "mail-expiring-key": {
    payload: z.strictObject({ workspaceId: z.int(), keyId: z.uuid(), userId: z.uuid() }),
    expireSeconds: 120,
  },
  "mail-invitation": {
    payload: z.strictObject({ workspaceId: z.int(), invitationId: z.uuid() }),
    expireSeconds: 120,
  },
  // A person is waiting for this email: one slow mail server must not delay the others.
  "mail-link": { payload: z.strictObject({ linkId: z.uuid() }), expireSeconds: 120, atOnce: 4 },
  // Web sites are read at one page per second, and must not delay uploaded files.
  "read-source": {
    payload: z.strictObject({ workspaceId: z.int(), sourceId: z.uuid() }),
    expireSeconds: 1_800,
    atOnce: 8,
  },
  // A model's server may be slow. A long source frees its place every few seconds.
  "embed-source": {
    payload: z.strictObject({ workspaceId: z.int(), sourceId: z.uuid() }),
    expireSeconds: 900,
  },
  "send-gesture": {
    payload: z.strictObject({ workspaceId: z.int(), messageId: z.uuid(), kind: z.enum(["read", "reaction"]) }),
    expireSeconds: 120,
    atOnce: 10,
  },
  "refresh-sources": { payload: z.strictObject({}), cron: "*/5 * * * *", expireSeconds: 300 },
  "refresh-templates": { payload: z.strictObject({}), cron: "41 * * * *", expireSeconds: 1_800 },
  // Time for all questions of a run with the slowest permitted assistant.
  "run-evals": {
    payload: z.strictObject({ workspaceId: z.int(), runId: z.uuid() }),
    expireSeconds: 7_200,
    atOnce: 4,
  },
  // Time for the maximum number of conversations of a bulk action.
  "run-bulk-action": {
    payload: z.strictObject({ workspaceId: z.int(), bulkId: z.uuid() }),
    expireSeconds: 7_200,
    atOnce: 4,
  },
  // One slow push service must not delay the others.
  push: {
    payload: z.strictObject({
      workspaceId: z.int(),
      /** The browser, and its user at the time of the event. */
      endpointHash: z.string(),
      userId: z.uuid(),
      event: z.enum([
        "newUnassigned",
        "assignedToMe",
        "mention",
        "replyInMine",
        "windowClosing",
        "slaRisk",
        "failedSend",
      ]),
      convId: z.uuid(),
      messageId: z.uuid().nullable(),
      /** Time of the event. */
      at: z.iso.datetime(),
    }),
    expireSeconds: 120,
    atOnce: 10,
  },
  "push-closing-windows": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 120 },
  "release-convs": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 300 },
  // Covers all waiting conversations of a workspace.
  "set-sla-due": { payload: z.strictObject({ workspaceId: z.int() }), expireSeconds: 1_800 },
  "tell-sla-risks": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 120 },
  "plan-letters": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 120 },
  "mail-notices": {
    payload: z.strictObject({ workspaceId: z.int(), userId: z.uuid(), letterId: z.uuid() }),
    expireSeconds: 120,
    atOnce: 4,
  },
  prune: { payload: z.strictObject({}), cron: "17 * * * *", expireSeconds: 900 },
} as const satisfies Record<string, Entry>;

export type JobName = keyof typeof QUEUES;
export type JobPayload<Name extends JobName> = z.infer<(typeof QUEUES)[Name]["payload"]>;

const isOfWorkspace = (name: JobName) => "workspaceId" in QUEUES[name].payload.shape;

/**
 * How many jobs of a queue run at once in one worker, and how many of these may belong to one workspace. One workspace gets half, so that
 * another workspace's job need not wait for a long backlog. null: the jobs belong to no workspace.
 */
export function placesOf(name: JobName): { atOnce: number; perWorkspace: number | null } {
  const entry: Entry = QUEUES[name];
  const { atOnce = isOfWorkspace(name) ? 2 : 1 } = entry;
  return { atOnce, perWorkspace: isOfWorkspace(name) ? Math.floor(atOnce / 2) : null };
}

/**
 * Queues a job in the transaction of the change that causes it: neither can exist without the other.
 * @throws Error outside `inTransaction`.
 */
export async function enqueue<Name extends JobName>(
  ctx: Pick<Ctx, "db" | "wakes">,
  name: Name,
  payload: JobPayload<Name>,
): Promise<void> {
  if (!ctx.wakes) throw new Error("enqueue() needs the transaction of the change");
  const boss = await sender();
  const id = await boss.send(name, dataOf(name, payload), { db: fromPrisma(ctx.db), ...groupOf(payload) });
  // null would mean that a queue policy dropped the job; these queues have none.
  if (id === null) throw new Error(`the job ${name} was not queued`);
}

/** A job's data: the payload and the context of the request that caused it. payloadOf and requestContextOfJob read them. */
function dataOf<Name extends JobName>(name: Name, payload: JobPayload<Name>): object {
  const trail = requestContextText();
  return { ...QUEUES[name].payload.parse(payload), ...(trail === null ? {} : { trail }) };
}

/** The group by which concurrent jobs are limited. */
function groupOf(payload: object): { group?: { id: string } } {
  return "workspaceId" in payload ? { group: { id: String(payload.workspaceId) } } : {};
}

/**
 * The payload in a job's row.
 * @throws ZodError when the data is not valid for this job
 */
export function payloadOf<Name extends JobName>(name: Name, data: unknown): JobPayload<Name> {
  const { trail: _, ...payload } = data as { trail?: unknown };
  return QUEUES[name].payload.parse(payload) as JobPayload<Name>;
}

/** The request context in a job's row. */
export function requestContextOfJob(data: unknown): RequestContext | null {
  return typeof data === "object" && data !== null && "trail" in data && typeof data.trail === "string"
    ? readRequestContext(data.trail)
    : null;
}

/** Jobs per statement. */
const INSERT_ROWS = 1_000;

/**
 * Like enqueue, for many jobs of one name, in one statement per thousand. One by one, thousands of jobs would keep the transaction
 * open and block all readers of the event log.
 * @throws Error outside `inTransaction`.
 */
export async function enqueueAll<Name extends JobName>(
  ctx: Ctx,
  name: Name,
  payloads: readonly JobPayload<Name>[],
): Promise<void> {
  if (!ctx.wakes) throw new Error("enqueueAll() needs the transaction of the change");
  const boss = await sender();
  const jobs = payloads.map((payload) => ({ data: dataOf(name, payload), ...groupOf(payload) }));
  for (let from = 0; from < jobs.length; from += INSERT_ROWS)
    await boss.insert(name, jobs.slice(from, from + INSERT_ROWS), { db: fromPrisma(ctx.db) });
}

/** Limit of jobs queued again per round. The next round follows within seconds. */
const LOST_AT_ONCE = 100;

/**
 * Queues lost jobs again: the payloads that `waiting` selects, column by column, for which no job is queued, waits for its retry
 * or runs. There should be none, because a state that waits for a job is written and left together with it. If several workers
 * check at once, only one acts.
 * @param waiting must select exactly what the job's handler acts on. Rows that it skips would be queued forever.
 * @returns how many.
 */
export async function enqueueLost(name: JobName, waiting: Prisma.Sql): Promise<number> {
  const boss = await sender();
  return database().$transaction(async (db) => {
    const lock = `lost ${name}`;
    const [mine] = await db.$queryRaw<{ isMine: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as "isMine"`;
    if (!mine?.isMine) return 0;
    const lost = await db.$queryRaw<{ payload: unknown }[]>`
      select to_jsonb(w) as payload from (${waiting}) w
      where not exists (
        select from pgboss.job j where j.name = ${name} and j.state < 'completed' and j.data - 'trail' = to_jsonb(w))
      limit ${LOST_AT_ONCE}`;
    for (const { payload } of lost) {
      const data = QUEUES[name].payload.parse(payload);
      await boss.send(name, data, { db: fromPrisma(db), ...groupOf(data) });
    }
    return lost.length;
  });
}

/** Deletes the error output of the workspace's failed jobs: an error may quote personal data. */
export async function forgetFaults(ctx: Ctx): Promise<void> {
  await ctx.db.$executeRaw`
    update pgboss.job set output = null
    where output is not null and data @> jsonb_build_object('workspaceId', ${ctx.workspaceId}::int)`;
}

/** How long a finished job is kept. */
const KEPT_SECONDS = 24 * 60 * 60;

/**
 * Creates the queues or updates their options (reliability.md 4.3). These retries are for crashes and errors of ours. If a
 * customer's system refuses a request, our own rows drive the retry.
 */
export async function prepareQueues(boss: PgBoss): Promise<void> {
  for (const [name, entry] of Object.entries(QUEUES)) {
    const options: Omit<Queue, "name" | "policy" | "partition"> = {
      retryLimit: 50,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      heartbeatSeconds: 10,
      expireInSeconds: entry.expireSeconds,
      // Two scheduled jobs run each minute, so one day of history is enough.
      deleteAfterSeconds: KEPT_SECONDS,
      notify: true,
    };
    await boss.createQueue(name, { ...options, policy: "standard" });
    await boss.updateQueue(name, options);
  }
}

let sending: Promise<PgBoss> | null = null;

/** An instance that only queues jobs, on this process's own connections. The worker's instance runs them. */
function sender(): Promise<PgBoss> {
  // It outlives the request that first queued a job.
  sending ??= withoutRequestContext(startSender).catch((error: unknown) => {
    sending = null;
    throw error;
  });
  return sending;
}

async function startSender(): Promise<PgBoss> {
  const db = { executeSql: async (text: string, values?: unknown[]) => pool().query(text, values) };
  const boss = new PgBoss({ db, supervise: false, schedule: false });
  boss.on("error", (error) => log.warn({ error }, "the job queue reports a fault"));
  await boss.start();
  await prepareQueues(boss);
  return boss;
}
