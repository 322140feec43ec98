import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";

/** Conversations of one transaction: few enough that no sender waits long for one of their rows. */
const BATCH = 500;

type Place = { waitingSince: Date; id: string };

/**
 * Works out anew until when all who wait in a workspace are to be answered; for a job, once its targets or hours have changed. Whoever
 * begins to wait meanwhile is reckoned by the database already. It may run twice.
 * @returns how many are due at another time than before.
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
  // Open lists are read again.
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
