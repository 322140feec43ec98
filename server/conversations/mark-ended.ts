import type { Ctx } from "../ctx.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";

/** What a conversation's row says once nobody has it put aside any more. */
export const AWAKE = Prisma.sql`"snoozedAt" = null, "snoozedUntil" = null, "snoozedBy" = null`;

/**
 * Ends the open conversations (alias `c`) that `which` finds in the workspace; whoever had put one aside has it no longer so. What
 * follows when one has ended is `notifyEnded`.
 * @param endedBy a user's or key's id, or SYSTEM.
 * @returns those that this call has ended.
 */
export function markEnded(tx: Ctx, which: Prisma.Sql, endedBy: string): Promise<Conversation[]> {
  return tx.db.$queryRaw<Conversation[]>`
    with ended as (
      update "Conversation" c set ended = true, "endedAt" = now(), "endedBy" = ${endedBy}, "needsResponse" = false, ${AWAKE}
      where c."workspaceId" = ${tx.workspaceId} and not c.ended and ${which}
      returning c.*
    ), awake as (
      delete from "ConvSnooze" s using ended where s."workspaceId" = ended."workspaceId" and s."convId" = ended.id
    )
    select * from ended`;
}
