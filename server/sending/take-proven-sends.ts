import type { Ctx } from "../ctx.ts";
import { closeCredit } from "./send-credit.ts";

/**
 * Takes messages out of the send queue whose provider is known to have taken them: by what it says of them later, since the answer
 * to the send was lost or is still on its way. Nothing is sent again; whoever asks the provider at this moment finds its lease gone.
 * @param tx the open transaction, which also raises the messages: none is left pending without a place in the queue.
 * @param proven the provider's id of each message, by ours.
 */
export async function takeProvenSends(
  tx: Ctx,
  integrationId: string,
  proven: ReadonlyMap<string, string>,
): Promise<void> {
  const { workspaceId } = tx;
  // In one order, so that two who take several never wait for each other.
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
  // What waits behind them in their conversations may go.
  tx.wakes?.add("sends");
  const known = taken.map(({ messageId }) => ({ messageId, externalMessageId: proven.get(messageId) }));
  // The newest attempt whose end is not known: one that was answered has said itself what came of it.
  await tx.db.$executeRaw`
    update "SendAttempt" t set outcome = 'accepted', error = null, "externalMessageId" = k."externalMessageId",
      "endedAt" = coalesce(t."endedAt", ${tx.now})
    from json_to_recordset(${JSON.stringify(known)}::json) as k("messageId" uuid, "externalMessageId" text)
    where t."workspaceId" = ${workspaceId} and t."messageId" = k."messageId" and (t.outcome is null or t.outcome = 'unknown')
      and not exists (select from "SendAttempt" n
        where n."workspaceId" = t."workspaceId" and n."messageId" = t."messageId" and n."attemptNo" > t."attemptNo"
          and (n.outcome is null or n.outcome = 'unknown'))`;
  // The credit that it holds is an attempt's that is under way, or one's that is not made any more.
  for (const { isBegun, ...send } of taken) await closeCredit(tx, send, { wasAsked: isBegun });
}
