import { Prisma } from "../../generated/prisma/client.ts";
import { recoverSends } from "../../sending/recover-sends.ts";
import { log } from "../../log.ts";
import { enqueueLost, type JobName } from "../queue.ts";

/** Work that waits in a row of any workspace, by its job: a query for the job's payload per row. */
const WAITING = {
  // Read receipts are left out: the next one also covers a lost one.
  "send-gesture": Prisma.sql`
    select "workspaceId", "messageId", 'reaction' as kind from "MessageReaction" where "isAgent" and "settledAt" is null`,
  "import-contacts": Prisma.sql`select "workspaceId", id as "jobId" from "ImportJob" where state in ('queued', 'running')`,
  // Includes invitations whose job used up its retries while the mail server was down.
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

/** Queues work of one kind again that has lost its job. Returns how much. */
export function requeue(name: keyof typeof WAITING): Promise<number> {
  return enqueueLost(name, WAITING[name]);
}

const requeued = async (name: keyof typeof WAITING) => ({ requeued: await requeue(name) });

/**
 * Recovers all work that waits in a row for a place in a queue (reliability.md 4.2). Each entry returns what it found, by kind.
 * Other work cannot get lost: broadcasts, assistants' turns, webhook deliveries and fan-out work from their rows alone, and
 * scheduled jobs run again.
 */
export const NETS: [work: string, find: () => Promise<Record<string, number>>][] = [
  ["sends", recoverSends],
  ...(Object.keys(WAITING) as (keyof typeof WAITING)[]).map(
    (name) => [name, () => requeued(name)] satisfies [string, unknown],
  ),
];

/** Only sends are recovered in every round. The rest is less urgent and runs in every fifth round, to save queries of idle workers. */
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
 * Recovers lost work every `everyMs` until it is stopped, in every worker. It does not use pg-boss, whose schedule has whole
 * minutes and whose jobs are recovered here too. A send lost during its attempt waits for that attempt's 20 s. With a worker's 3
 * s, it is back within 30 s.
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
