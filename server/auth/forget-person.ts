import type { Ctx } from "../ctx.ts";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/**
 * Deletes stored idempotent responses that name these contacts, their conversations or their messages. A repeated request then counts as
 * a new one.
 */
export async function forgetKeptAnswers(
  ctx: Ctx,
  { clientIds, convIds }: { clientIds: readonly string[]; convIds: readonly string[] },
): Promise<void> {
  await ctx.db.$executeRaw`
    delete from "IdempotencyKey" k
    where k."workspaceId" = ${ctx.workspaceId} and exists (
      select from regexp_matches(k.response::text, ${UUID}, 'g') m (found)
      where m.found[1]::uuid = any (${[...clientIds, ...convIds]}::uuid[])
        or exists (select from "Message" o where o."workspaceId" = k."workspaceId" and o.id = m.found[1]::uuid
          and o."clientId" = any (${[...clientIds]}::uuid[])))`;
}

/** Deletes the filters of audited exports and segments that contain one of these words. The entry itself, with its user and time, stays. */
export async function forgetSearches(tx: Ctx, words: readonly string[]): Promise<void> {
  await tx.db.$executeRaw`select set_config('app.audit_retention', 'on', true)`;
  await tx.db.$executeRaw`
    update "AuditEntry" a set "before" = null, "after" = null
    where a."workspaceId" = ${tx.workspaceId} and a.action in ('exportClients', 'exportConversations', 'createSegment', 'patchSegment') and exists (
      select from unnest(${[...words]}::text[]) w where position(lower(w) in lower(concat(a."before"::text, a."after"::text))) > 0)`;
  await tx.db.$executeRaw`select set_config('app.audit_retention', '', true)`;
}
