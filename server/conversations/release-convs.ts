import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { say } from "../say.ts";
import { addSystemNote } from "../messages/system-note.ts";

/** Conversations released per transaction. Kept small so that no one waits long for a row lock. */
const BATCH = 50;

/**
 * Unassigns every open conversation, in all workspaces, whose agent has left, so that no contact waits for them. The job is enqueued
 * when an agent leaves. It also runs each minute, for conversations that were assigned at that very moment.
 * @returns how many were released.
 */
export async function releaseConvs(): Promise<number> {
  const workspaces = await database().$queryRaw<{ id: number }[]>`
    select w.id from "Workspace" w where w."deletedAt" is null and exists (
      select 1 from "Agent" a
      join "Conversation" c on c."workspaceId" = a."workspaceId" and c."assigneeId" = a.id and not c.ended
      where a."workspaceId" = w.id and a."deletedAt" is not null)`;
  let released = 0;
  for (const { id } of workspaces) {
    const ctx = systemCtx(id, "release-convs");
    let batch: number;
    do {
      batch = await inTransaction(ctx, releaseBatch);
      released += batch;
    } while (batch === BATCH);
  }
  return released;
}

type Released = { id: string; clientId: string; integrationId: string; formerId: string; formerName: string };

// Materialized: as a plain subquery, the planner could run it, and lock its rows, once per conversation.
async function releaseBatch(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.$queryRaw<Released[]>`
    with due as materialized (
      select d.id, a.id as "formerId", concat_ws(' ', a.name, a.surname) as "formerName" from "Agent" a
      join "Conversation" d on d."workspaceId" = a."workspaceId" and d."assigneeId" = a.id and not d.ended
      where a."workspaceId" = ${ctx.workspaceId} and a."deletedAt" is not null
      order by d."lastMessageAt" limit ${BATCH}
      for no key update of d skip locked
    )
    update "Conversation" c set "assigneeId" = null, "ownerVersion" = c."ownerVersion" + 1
    from due
    where c."workspaceId" = ${ctx.workspaceId} and c.id = due.id
    returning c.id, c."clientId", c."integrationId", due."formerId", due."formerName"`;
  for (const conv of rows) {
    const note = await addSystemNote(ctx, conv, say("line.memberLeft", { name: conv.formerName }));
    await emit(ctx, {
      name: "CONV_CHANGED",
      convId: conv.id,
      clientId: conv.clientId,
      messageId: note.id,
      assigneeId: null,
      prevAssigneeId: conv.formerId,
    });
  }
  return rows.length;
}
