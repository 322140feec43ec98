import { Prisma } from "../generated/prisma/client.ts";

/** When an attempt was accepted that much later than its message failed, in seconds, it was not the provider that failed it. */
const LATE_SECONDS = 5;

/**
 * An attempt of the failed message `id` that may have reached the client: no answer came, its worker died asking, or the answer was
 * that the provider takes it, and came when the message had been tried again or had failed already. (A provider that takes a message
 * and then reports it as failed is believed.)
 */
const isUnconfirmed = (id: Prisma.Sql) => Prisma.sql`exists (
  select from "SendAttempt" a
  join "Message" t on t."workspaceId" = a."workspaceId" and t.id = a."messageId"
  where a."workspaceId" = f."workspaceId" and a."messageId" = ${id}
    and (a.outcome is null or a.outcome = 'unknown'
      or a.outcome = 'accepted' and (a."endedAt" > t."statusAt" + make_interval(secs => ${LATE_SECONDS})
        or exists (select from "SendAttempt" n
          where n."workspaceId" = a."workspaceId" and n."messageId" = a."messageId" and n."attemptNo" > a."attemptNo"))))`;

/**
 * The recipients of a broadcast who failed, as rows ("clientId", doubt): null for those of whom it is certain that they got nothing –
 * no message was made, or the provider took none of its attempts –, else why they may have got it after all (left-out.ts).
 */
export function failedRecipientsSql(workspaceId: number, broadcastId: string): Prisma.Sql {
  return Prisma.sql`
    select "clientId", null::text as doubt from "BroadcastRecipient"
    where "workspaceId" = ${workspaceId} and "broadcastId" = ${broadcastId}::uuid and error is not null
    union all
    select r."clientId", case
      when ${isUnconfirmed(Prisma.sql`f.id`)} then 'maybeReceived'
      when exists (
        with recursive again (id, status) as (
          select m.id, m.status from "Message" m where m."workspaceId" = f."workspaceId" and m."resendOfId" = f.id
          union all
          select m.id, m.status from again join "Message" m on m."workspaceId" = f."workspaceId" and m."resendOfId" = again.id
        )
        select from again where status <> 'failed' or ${isUnconfirmed(Prisma.sql`again.id`)}
      ) then 'resent' end
    from "Message" f
    join "BroadcastRecipient" r on r."workspaceId" = f."workspaceId" and r."messageId" = f.id
    where f."workspaceId" = ${workspaceId} and f."broadcastId" = ${broadcastId}::uuid and f.status = 'failed'`;
}
