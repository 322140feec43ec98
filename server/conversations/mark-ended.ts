import type { Ctx } from "../ctx.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";

/** The column values of a conversation that is not snoozed. */
export const AWAKE = Prisma.sql`"snoozedAt" = null, "snoozedUntil" = null, "snoozedBy" = null`;

/**
 * Ends the workspace's open conversations (alias `c`) that match `which`, and removes their snoozes. The caller must then call
 * `notifyEnded` for each.
 * @param endedBy a user's or key's id, or SYSTEM.
 * @returns the conversations that this call has ended.
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
