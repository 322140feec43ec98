import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { database, inTransaction } from "../../db.ts";
import { forgetConvs } from "../../conversations/forget-convs.ts";

/** Conversations per transaction. */
const BATCH = 100;
/** Time limit of a run in milliseconds. The next hour's run deletes the rest. */
const LONGEST_MS = 5 * 60_000;

type Place = { endedAt: Date; id: string };
const START: Place = { endedAt: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/** Where the last run reached its time limit. */
let stoppedAt: { workspaceId: number; after: Place } | null = null;

/**
 * Deletes conversations that ended more than `days` days ago, with all their data. Each batch is its own transaction: the next run
 * continues one that reached its time limit, and an interrupted run keeps its progress.
 *
 * Messages of a broadcast stay, because its report counts them. A conversation also stays if a golden question was taken from it, or if
 * a message in it is still to be sent.
 * @param days 0: none are deleted.
 * @returns how many.
 */
export async function pruneConvs(days: number, longestMs = LONGEST_MS): Promise<number> {
  if (days === 0) return 0;
  const workspaceIds = await inTurn();
  const until = performance.now() + longestMs;
  let pruned = 0;
  for (const workspaceId of workspaceIds) {
    const ctx = systemCtx(workspaceId, "prune");
    let after: Place | null = stoppedAt?.workspaceId === workspaceId ? stoppedAt.after : START;
    stoppedAt = null;
    while (after) {
      if (performance.now() > until) {
        stoppedAt = { workspaceId, after };
        return pruned;
      }
      const from: Place = after;
      const batch = await inTransaction(ctx, (tx) => pruneBatch(tx, days, from));
      pruned += batch.pruned;
      after = batch.next;
    }
  }
  return pruned;
}

/** The workspaces, starting with the one in which the last run stopped. */
async function inTurn(): Promise<number[]> {
  const rows = await database().workspace.findMany({ select: { id: true }, orderBy: { id: "asc" } });
  const ids = rows.map(({ id }) => id);
  const first = stoppedAt?.workspaceId ?? 0;
  return [...ids.filter((id) => id >= first), ...ids.filter((id) => id < first)];
}

/** `next`: where the next batch starts. null: there are no more old conversations. */
async function pruneBatch(tx: Ctx, days: number, after: Place): Promise<{ pruned: number; next: Place | null }> {
  const { workspaceId } = tx;
  const old = await tx.db.$queryRaw<(Place & { isKept: boolean })[]>`
    select c.id, c."endedAt", c."broadcastId" is not null
      or exists (select from "SendQueue" q where q."workspaceId" = c."workspaceId" and q."convId" = c.id)
      or exists (select from "ScheduledMessage" s
        where s."workspaceId" = c."workspaceId" and s."convId" = c.id and s.state = 'waiting')
      or exists (select from "EvalQuestion" e where e."workspaceId" = c."workspaceId" and e."convId" = c.id)
      or exists (select from "MailNotice" n where n."workspaceId" = c."workspaceId" and n."convId" = c.id)
      or exists (select from "Message" m where m."workspaceId" = c."workspaceId" and m."convId" = c.id and m."broadcastId" is not null)
      as "isKept"
    from "Conversation" c
    where c."workspaceId" = ${workspaceId} and c.ended and c."endedAt" < now() - make_interval(days => ${days})
      and (c."endedAt", c.id) > (${after.endedAt}::timestamptz, ${after.id}::uuid) and not c."isPlayground"
    order by c."endedAt", c.id limit ${BATCH} for update of c skip locked`;
  const last = old.at(-1);
  const convIds = old.filter(({ isKept }) => !isKept).map(({ id }) => id);
  const next = last && old.length === BATCH ? { endedAt: last.endedAt, id: last.id } : null;
  if (convIds.length === 0) return { pruned: 0, next };
  const inConvs = { where: { workspaceId, convId: { in: convIds } } };
  await tx.db.assistantAnswer.deleteMany(inConvs);
  await tx.db.assistantTurn.deleteMany(inConvs);
  const areGone = await forgetConvs(tx, convIds);
  return areGone ? { pruned: convIds.length, next } : { pruned: 0, next: after };
}
