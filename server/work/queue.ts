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
  /** Ids only, never text of messages or secrets: jobs are kept for days and read by operators. */
  payload: z.ZodObject;
  /** On the clock, UTC. */
  cron?: string;
  /**
   * Runs at once in one worker: those that wait for somebody outside must not wait for each other. Left out: 2 where it is of a
   * workspace, which has half of them (placesOf), so at least 2; else 1.
   */
  atOnce?: number;
  /** Longest a run may take before another worker may take it for dead, in seconds. */
  expireSeconds: number;
};

/** Every job by name. Its verb (handlers.ts) checks the state it expects before it acts: it may run twice. */
export const QUEUES = {
  "check-channels": { payload: z.strictObject({}), cron: "*/10 * * * *", expireSeconds: 900 },
  "close-expired-convs": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 300 },
  // All messages and files of one contact.
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
    payload: z.strictObject({ workspaceId: z.int(), integrationId: z.uuid(), userId: z.uuid() }),
    expireSeconds: 120,
  },
  "mail-invitation": {
    payload: z.strictObject({ workspaceId: z.int(), invitationId: z.uuid() }),
    expireSeconds: 120,
  },
  // Somebody waits for it in front of a page: one slow mail server must not hold up the others.
  "mail-link": { payload: z.strictObject({ linkId: z.uuid() }), expireSeconds: 120, atOnce: 4 },
  // Sites are asked one page a second, and must not keep files waiting.
  "read-source": {
    payload: z.strictObject({ workspaceId: z.int(), sourceId: z.uuid() }),
    expireSeconds: 1_800,
    atOnce: 8,
  },
  // A model's server may take its time; a long source gives its place back every few seconds.
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
  // All questions of a run, at an assistant as slow as one may be.
  "run-evals": {
    payload: z.strictObject({ workspaceId: z.int(), runId: z.uuid() }),
    expireSeconds: 7_200,
    atOnce: 4,
  },
  // As many conversations as one may take on.
  "run-bulk-action": {
    payload: z.strictObject({ workspaceId: z.int(), bulkId: z.uuid() }),
    expireSeconds: 7_200,
    atOnce: 4,
  },
  // One browser's push service must not keep the others waiting.
  push: {
    payload: z.strictObject({
      workspaceId: z.int(),
      /** The browser, and whose it was when the news came. */
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
      /** When it happened. */
      at: z.iso.datetime(),
    }),
    expireSeconds: 120,
    atOnce: 10,
  },
  "push-closing-windows": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 120 },
  "release-convs": { payload: z.strictObject({}), cron: "* * * * *", expireSeconds: 300 },
  // Of all who wait in a workspace.
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
 * How many jobs of a queue run at once in one worker, and how many of these may be of one workspace: half of them, so that another
 * one's first job finds a place however many wait before it. Null: they are of no workspace.
 */
export function placesOf(name: JobName): { atOnce: number; perWorkspace: number | null } {
  const entry: Entry = QUEUES[name];
  const { atOnce = isOfWorkspace(name) ? 2 : 1 } = entry;
  return { atOnce, perWorkspace: isOfWorkspace(name) ? Math.floor(atOnce / 2) : null };
}

/**
 * Puts a job into its queue in the transaction of the change that causes it: neither can exist without the other.
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
  // Null would mean that a rule of the queue swallowed it; these queues have none.
  if (id === null) throw new Error(`the job ${name} was not queued`);
}

/** What a job's row keeps: the payload, and the context of the request that asked for it (payloadOf and requestContextOfJob take them apart again). */
function dataOf<Name extends JobName>(name: Name, payload: JobPayload<Name>): object {
  const trail = requestContextText();
  return { ...QUEUES[name].payload.parse(payload), ...(trail === null ? {} : { trail }) };
}

/** The group whose places are counted. */
function groupOf(payload: object): { group?: { id: string } } {
  return "workspaceId" in payload ? { group: { id: String(payload.workspaceId) } } : {};
}

/**
 * The payload in a job's row.
 * @throws ZodError for what is no such job's
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

/** Jobs of one statement. */
const INSERT_ROWS = 1_000;

/**
 * The same for many jobs of one name, in a statement for each thousand: one by one, thousands would hold the transaction open, and
 * with it all readers of the event log.
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

/** Queued again in one round; the next one comes within seconds. */
const LOST_AT_ONCE = 100;

/**
 * Queues jobs again that were lost: of the payloads that `waiting` selects, column by column, those for which no job is queued,
 * waits for its retry or runs. There should be none: a state that waits for a job is written with it, and left by it. Of several
 * workers that look at the same time one does.
 * @param waiting exactly what the job's handler would act on; what it would pass over would be queued for ever.
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

/** What the workspace's jobs that failed said of it: a fault may quote what it was about. */
export async function forgetFaults(ctx: Ctx): Promise<void> {
  await ctx.db.$executeRaw`
    update pgboss.job set output = null
    where output is not null and data @> jsonb_build_object('workspaceId', ${ctx.workspaceId}::int)`;
}

/** How long a job that has ended is kept. */
const KEPT_SECONDS = 24 * 60 * 60;

/**
 * Makes the queues, or brings them to what is written here (reliability.md 4.3). Retries are those after a crash or a fault of
 * ours; what a customer's system refuses is retried by our own rows.
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
      // Two jobs a minute are on the clock: a day of them is enough to look back on.
      deleteAfterSeconds: KEPT_SECONDS,
      notify: true,
    };
    await boss.createQueue(name, { ...options, policy: "standard" });
    await boss.updateQueue(name, options);
  }
}

let sending: Promise<PgBoss> | null = null;

/** An instance that only sends, on the process's own connections; the worker's is the one that runs jobs. */
function sender(): Promise<PgBoss> {
  // It outlives the request that was the first to queue something.
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
