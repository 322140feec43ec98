import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";

/** Conversations per transaction. Kept small so that no sender waits long for a row lock. */
const BATCH = 500;

type Place = { waitingSince: Date; id: string };

/**
 * Recalculates the answer deadline of all waiting conversations of a workspace. Runs as a job after its targets or hours have changed.
 * The database already uses the new values for conversations that begin to wait meanwhile. It is safe to run twice.
 * @returns how many deadlines changed.
 */
export async function setSlaDue({ workspaceId }: { workspaceId: number }): Promise<number> {
  const ctx = systemCtx(workspaceId, "set-sla-due");
  let changed = 0;
  let last: Place | null = null;
  do {
    const batch = await setBatch(ctx, last);
    changed += batch.changed;
    last = batch.last;
  } while (last);
  // Makes open lists reload.
  if (changed > 0) await inTransaction(ctx, (tx) => emit(tx, { name: "WORKSPACE_CHANGED" }));
  return changed;
}

async function setBatch(
  { db, workspaceId }: Ctx,
  after: Place | null,
): Promise<{ changed: number; last: Place | null }> {
  const [batch] = await db.$queryRaw<{ read: number; changed: number; waitingSince: Date; id: string }[]>`
    with waiting as materialized (
      select w.id, w."waitingSince" from "Conversation" w
      where w."workspaceId" = ${workspaceId} and w."needsResponse" and not w.ended and not w."isPlayground"
        and (w."waitingSince", w.id) > (${after?.waitingSince ?? new Date(0)}::timestamptz, ${after?.id ?? null}::uuid)
      order by w."waitingSince", w.id limit ${BATCH}
    ), due as materialized (
      select w.id, conv_sla_due(${workspaceId}::int, w.id, w."waitingSince", false) as at from waiting w
    ), changed as (
      update "Conversation" c set "slaDueAt" = due.at from due, waiting w
      where c."workspaceId" = ${workspaceId} and c.id = due.id and w.id = due.id and c."waitingSince" = w."waitingSince"
        and c."slaDueAt" is distinct from due.at
      returning 1
    )
    select w.id, w."waitingSince", (select count(*)::int from waiting) as read, (select count(*)::int from changed) as changed
    from waiting w order by w."waitingSince" desc, w.id desc limit 1`;
  if (!batch) return { changed: 0, last: null };
  return { changed: batch.changed, last: batch.read === BATCH ? batch : null };
}
