import { Prisma } from "../../generated/prisma/client.ts";
import { recoverSends } from "../../sending/recover-sends.ts";
import { log } from "../../log.ts";
import { enqueueLost, type JobName } from "../queue.ts";

/** Work that waits in a row of ours, of all workspaces, by the job that does it: what the job's payload is for each row. */
const WAITING = {
  // That a conversation was read is not among them: whoever reads on says it again.
  "send-gesture": Prisma.sql`
    select "workspaceId", "messageId", 'reaction' as kind from "MessageReaction" where "isAgent" and "settledAt" is null`,
  "import-contacts": Prisma.sql`select "workspaceId", id as "jobId" from "ImportJob" where state in ('queued', 'running')`,
  // Also those whose job has used up its retries while the mail server was away.
  "mail-invitation": Prisma.sql`
    select i."workspaceId", i.id as "invitationId" from "Invitation" i
    join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
    where i."mailState" = 'waiting' and i."acceptedAt" is null and i."revokedAt" is null and i."expiresAt" > now()`,
  "mail-link": Prisma.sql`
    select l.id as "linkId" from "MailedLink" l
    where l."mailedAt" is null and l."usedAt" is null and l."expiresAt" > now()`,
  "read-source": Prisma.sql`
    select "workspaceId", id as "sourceId" from "KnowledgeSource"
    where state in ('waiting', 'reading') and "deletedAt" is null`,
  "run-bulk-action": Prisma.sql`select "workspaceId", id as "bulkId" from "BulkAction" where state in ('queued', 'running')`,
  "hand-over-convs-of-ai": Prisma.sql`
    select distinct a."workspaceId", a.id as "aiId" from "Conversation" c
    join "Assistant" a on a."workspaceId" = c."workspaceId" and a.id = c."aiId" and a."deletedAt" is not null
    where c."aiId" is not null and not c.ended`,
  "export-client-data": Prisma.sql`
    select "workspaceId", id as "requestId" from "ClientDataRequest"
    where state in ('queued', 'running') and kind = 'export'`,
  "erase-client": Prisma.sql`
    select "workspaceId", id as "requestId" from "ClientDataRequest"
    where state in ('queued', 'running') and kind = 'erasure'`,
  "run-evals": Prisma.sql`select "workspaceId", id as "runId" from "EvalRun" where state in ('queued', 'running')`,
} satisfies { [Name in JobName]?: Prisma.Sql };

/** Queues the work of one kind again that has lost its job; returns how much. */
export function requeue(name: keyof typeof WAITING): Promise<number> {
  return enqueueLost(name, WAITING[name]);
}

const requeued = async (name: keyof typeof WAITING) => ({ requeued: await requeue(name) });

/**
 * The net below everything that waits in a row of ours for a place in a queue (reliability.md 4.2); each returns what it found, by
 * kind. What is not here cannot get lost: broadcasts, assistants' turns, webhook deliveries and fan-out work from their rows alone,
 * and jobs on the clock come again.
 */
export const NETS: [work: string, find: () => Promise<Record<string, number>>][] = [
  ["sends", recoverSends],
  ...(Object.keys(WAITING) as (keyof typeof WAITING)[]).map(
    (name) => [name, () => requeued(name)] satisfies [string, unknown],
  ),
];

/** What is no send is looked at with each fifth round: it was to be done in its own time, and a worker that idles asks less. */
const PROMPT = "sends";
const ROUNDS_PER_WHOLE = 5;

async function recover(isWhole: boolean): Promise<void> {
  for (const [work, find] of NETS) {
    if (!isWhole && work !== PROMPT) continue;
    try {
      const found = await find();
      if (Object.values(found).some((count) => count > 0))
        log.warn(
          { work, ...found },
          "work had lost its place in the queue and was put right; its loss is a fault of ours",
        );
    } catch (error) {
      log.warn({ error, work }, "the recovery failed; it tries again");
    }
  }
}

/**
 * Recovers lost work every `everyMs` until it is stopped, in every worker: pg-boss keeps whole minutes, and is itself among what is watched.
 * A send that was lost with its attempt under way waits for that attempt's 20 s: with the 3 s of a worker it is back within 30.
 */
export function startRecovery(everyMs: number): { stop: () => Promise<void> } {
  let isStopped = false;
  let running = Promise.resolve();
  let rounds = 0;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(() => {
      running = recover(rounds++ % ROUNDS_PER_WHOLE === 0).then(() => {
        if (!isStopped) next();
      });
    }, everyMs);
  };
  next();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
