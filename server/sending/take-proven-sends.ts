import type { Ctx } from "../ctx.ts";
import { closeCredit } from "./send-credit.ts";

/**
 * Removes messages from the send queue whose provider has proven, by a later report, that it accepted them. The response to the
 * send was lost or has not arrived yet. Nothing is sent again: a worker that is sending at this moment finds its lease gone.
 * @param tx the open transaction, which must also raise the messages, so that none stays pending without a place in the queue.
 * @param proven our message id → the provider's id.
 */
export async function takeProvenSends(
  tx: Ctx,
  integrationId: string,
  proven: ReadonlyMap<string, string>,
): Promise<void> {
  const { workspaceId } = tx;
  // Locked in one order, so that two transactions do not deadlock.
  const taken = await tx.db.$queryRaw<{ messageId: string; costsCredits: boolean; isBegun: boolean }[]>`
    with held as materialized (
      select q."messageId" from "SendQueue" q
      where q."workspaceId" = ${workspaceId} and q."messageId" = any(${[...proven.keys()]}::uuid[])
        and q."integrationId" = ${integrationId}::uuid and q."attemptNo" > 0
      order by q."messageId" for update
    )
    delete from "SendQueue" q using held
    where q."workspaceId" = ${workspaceId} and q."messageId" = held."messageId"
    returning q."messageId", q."costsCredits", q."leaseToken" is not null as "isBegun"`;
  if (taken.length === 0) return;
  // The next messages of their conversations may be sent.
  tx.wakes?.add("sends");
  const known = taken.map(({ messageId }) => ({ messageId, externalMessageId: proven.get(messageId) }));
  // Only the newest attempt with an unknown result: an attempt with a response already has its result.
  await tx.db.$executeRaw`
    update "SendAttempt" t set outcome = 'accepted', error = null, "externalMessageId" = k."externalMessageId",
      "endedAt" = coalesce(t."endedAt", ${tx.now})
    from json_to_recordset(${JSON.stringify(known)}::json) as k("messageId" uuid, "externalMessageId" text)
    where t."workspaceId" = ${workspaceId} and t."messageId" = k."messageId" and (t.outcome is null or t.outcome = 'unknown')
      and not exists (select from "SendAttempt" n
        where n."workspaceId" = t."workspaceId" and n."messageId" = t."messageId" and n."attemptNo" > t."attemptNo"
          and (n.outcome is null or n.outcome = 'unknown'))`;
  // The credit belongs to a running attempt (spent), or to one that will not be made (released).
  for (const { isBegun, ...send } of taken) await closeCredit(tx, send, { wasAsked: isBegun });
}
