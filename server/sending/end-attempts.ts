import type { SendResult } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { errorOf } from "../error-columns.ts";
import { fewRows } from "../few-rows.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { mendedJson } from "../text-rules.ts";
import type { ClaimedSend } from "./claim-sends.ts";

export type EndedAttempt = {
  send: ClaimedSend;
  result: SendResult;
  /** There is no further attempt: the message leaves the queue, if this worker still holds it. */
  isLast: boolean;
};

/**
 * Stores the results of attempts and removes finished messages from the queue, in one statement. Each attempt's row is updated, even if
 * another worker holds the message now. The lease fences the removal.
 * @returns the ids of the messages that have left the queue.
 */
export async function endAttempts(tx: Ctx, attempts: readonly EndedAttempt[]): Promise<Set<string>> {
  const answers = attempts.map(({ send, result, isLast }) => ({
    messageId: send.messageId,
    leaseToken: send.leaseToken,
    attemptNo: send.attemptNo,
    startedAt: send.startedAt,
    isLast,
    outcome: result.outcome === "unauthorized" ? "refused" : result.outcome,
    responseStatus: result.responseStatus,
    externalMessageId: result.outcome === "accepted" ? result.externalMessageId : null,
    ...errorOf(result.outcome === "accepted" ? (result.warning ?? null) : result.error),
  }));
  const rows = await tx.db.$queryRaw<{ messageId: string; isFollowed: boolean }[]>`
    with answer as (
      select * from json_to_recordset(${mendedJson(answers)}::json) as a("messageId" uuid, "leaseToken" uuid,
        "attemptNo" int, "startedAt" timestamptz, "isLast" boolean, outcome text, "responseStatus" int, "externalMessageId" text,
        error text, "errorSaid" jsonb)
      where ${Prisma.raw(fewRows('a."attemptNo"'))}
    ), ended as (
      update "SendAttempt" t set "startedAt" = a."startedAt", "endedAt" = ${tx.now}, outcome = a.outcome,
        "responseStatus" = a."responseStatus", "externalMessageId" = a."externalMessageId", error = a.error, "errorSaid" = a."errorSaid"
      from answer a
      where t."workspaceId" = ${tx.workspaceId} and t."messageId" = a."messageId" and t."attemptNo" = a."attemptNo"
        -- That the provider took it may be known by now from what it said of the message later.
        and (t.outcome is distinct from 'accepted' or a.outcome = 'accepted')
    ), held as materialized (
      -- In one order, so that two who take several out never wait for each other.
      select q."messageId" from "SendQueue" q join answer a on q."messageId" = a."messageId" and q."leaseToken" = a."leaseToken"
      where q."workspaceId" = ${tx.workspaceId} and a."isLast"
      order by q."messageId" for update of q
    )
    delete from "SendQueue" q using held
    where q."workspaceId" = ${tx.workspaceId} and q."messageId" = held."messageId"
    returning q."messageId", exists (select from "SendQueue" n
      where n."workspaceId" = q."workspaceId" and n."convId" = q."convId" and n.seq <> q.seq) as "isFollowed"`;
  // The next message of the conversation may be sent. A broadcast's messages are rarely followed by another, so they wake no worker.
  if (rows.some(({ isFollowed }) => isFollowed)) tx.wakes?.add("sends");
  return new Set(rows.map(({ messageId }) => messageId));
}
