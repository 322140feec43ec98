import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { say } from "../say.ts";
import { AWAKE } from "./mark-ended.ts";
import { addSystemNote } from "../messages/system-note.ts";

/** Conversations woken per transaction. Kept small so that no sender waits long for a row lock. */
const BATCH = 50;

/**
 * Wakes every conversation, in all workspaces, whose snooze is over. Those snoozed for the team move to the top of the lists, marked with
 * `wokeAt`. Those that an agent snoozed for themselves return to their place. Uses the database's clock. Several workers may run this at
 * the same time: each conversation is woken once.
 * @returns how many were woken.
 */
export async function wakeConvs(): Promise<number> {
  const workspaces = await database().$queryRaw<{ id: number }[]>`
    select "workspaceId" as id from "Conversation" where "snoozedAt" is not null and "snoozedUntil" <= now()
    union select "workspaceId" from "ConvSnooze" where until <= now()`;
  let woken = 0;
  for (const { id } of workspaces) {
    const ctx = systemCtx(id, "wake-convs");
    for (const wakeBatch of [wakeForTeam, wakeForAgents]) {
      let batch: number;
      do {
        batch = await inTransaction(ctx, wakeBatch);
        woken += batch;
      } while (batch === BATCH);
    }
  }
  return woken;
}

type Woken = { id: string; clientId: string; integrationId: string; assigneeId: string | null };

// Materialized: as a plain subquery, the planner could run it, and lock its rows, once per conversation.
async function wakeForTeam(tx: Ctx): Promise<number> {
  const rows = await tx.db.$queryRaw<Woken[]>`
    with due as materialized (
      select d.id from "Conversation" d
      where d."workspaceId" = ${tx.workspaceId} and d."snoozedAt" is not null and d."snoozedUntil" <= now()
      order by d."snoozedUntil" limit ${BATCH}
      for no key update skip locked
    )
    update "Conversation" c set ${AWAKE}, "wokeAt" = now()
    from due
    where c."workspaceId" = ${tx.workspaceId} and c.id = due.id
    returning c.id, c."clientId", c."integrationId", c."assigneeId"`;
  for (const conv of rows) await notify(tx, conv, (await addSystemNote(tx, conv, say("line.snoozeOver"))).id);
  return rows.length;
}

async function wakeForAgents(tx: Ctx): Promise<number> {
  const rows = await tx.db.$queryRaw<Woken[]>`
    with due as materialized (
      select d."convId", d."agentId" from "ConvSnooze" d
      where d."workspaceId" = ${tx.workspaceId} and d.until <= now()
      order by d.until limit ${BATCH}
      for update skip locked
    ), woken as (
      delete from "ConvSnooze" s using due
      where s."workspaceId" = ${tx.workspaceId} and s."convId" = due."convId" and s."agentId" = due."agentId"
      returning s."convId"
    )
    select c.id, c."clientId", c."integrationId", c."assigneeId" from woken
    join "Conversation" c on c."workspaceId" = ${tx.workspaceId} and c.id = woken."convId"`;
  for (const conv of rows) await notify(tx, conv);
  return rows.length;
}

async function notify(tx: Ctx, { id: convId, clientId, assigneeId }: Woken, messageId?: string): Promise<void> {
  const about = { convId, clientId, assigneeId, prevAssigneeId: assigneeId };
  await emit(tx, { name: "CONV_CHANGED", ...about, ...(messageId ? { messageId } : {}) });
}
