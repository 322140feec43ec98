import DataLoader from "dataloader";
import type { SendResult } from "../channels/channel.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { applyParkedStatuses, raiseStatuses } from "./update-message-status.ts";

export type Accepted = { send: ClaimedSend; result: Extract<SendResult, { outcome: "accepted" }> };

/** How long an answer waits for others to be stored with, in milliseconds: nobody watches a broadcast's single ticks. */
const TOGETHER_MS = 25;

const loader = new DataLoader(settleByWorkspace, {
  cache: false,
  maxBatchSize: 100,
  batchScheduleFn: (run) => setTimeout(run, TOGETHER_MS),
});

/**
 * Stores that a provider accepted a send of a broadcast, with others that it or another accepted at about the same time: what
 * settleSend does for one, in a few statements for all. Not for Gateway sends, which cost.
 * @returns false when it is no longer held here, and nothing was stored: settleSend knows what a late answer means.
 */
export function settleTogether(accepted: Accepted): Promise<boolean> {
  return loader.load(accepted);
}

async function settleByWorkspace(accepted: readonly Accepted[]): Promise<(boolean | Error)[]> {
  const groups = [...Map.groupBy(accepted, ({ send }) => send.workspaceId)];
  const settled = new Map<Accepted, boolean | Error>();
  await Promise.all(
    groups.map(async ([workspaceId, group]) => {
      const ctx = systemCtx(workspaceId, "send-messages");
      try {
        const held = await inTransaction(ctx, (tx) => settleGroup(tx, group));
        for (const one of group) settled.set(one, held.has(one.send.messageId));
      } catch (error) {
        for (const one of group) settled.set(one, error instanceof Error ? error : new Error(String(error)));
      }
    }),
  );
  return accepted.map((one) => settled.get(one) ?? false);
}

/** @returns the ids of the messages that were held here and are stored. */
async function settleGroup(tx: Ctx, group: readonly Accepted[]): Promise<Set<string>> {
  const held = await endAttempts(tx, group);
  const stored = group.filter(({ send }) => held.has(send.messageId));
  if (stored.length === 0) return held;
  await raiseStatuses(
    tx,
    stored.map(({ send, result }) => ({
      messageId: send.messageId,
      status: "sent",
      at: tx.now,
      externalMessageId: result.externalMessageId,
    })),
  );
  for (const [integrationId, ofChannel] of Map.groupBy(stored, ({ send }) => send.integration.id)) {
    const ids = ofChannel.flatMap(({ result }) => result.externalMessageId ?? []);
    if (ids.length > 0) await applyParkedStatuses(tx, integrationId, ids);
  }
  return held;
}

/** Takes what is still held here out of the queue and ends its attempts. */
async function endAttempts(tx: Ctx, group: readonly Accepted[]): Promise<Set<string>> {
  const answers = group.map(({ send, result }) => ({
    messageId: send.messageId,
    leaseToken: send.leaseToken,
    attemptNo: send.attemptNo,
    startedAt: send.startedAt,
    responseStatus: result.responseStatus,
    externalMessageId: result.externalMessageId?.toWellFormed() ?? null,
  }));
  const rows = await tx.db.$queryRaw<{ messageId: string; isFollowed: boolean }[]>`
    with answer as (
      select * from json_to_recordset(${JSON.stringify(answers)}::json) as a("messageId" uuid, "leaseToken" uuid, "attemptNo" int,
        "startedAt" timestamptz, "responseStatus" int, "externalMessageId" text)
    ), gone as (
      delete from "SendQueue" q using answer a
      where q."workspaceId" = ${tx.workspaceId} and q."messageId" = a."messageId" and q."leaseToken" = a."leaseToken"
      returning a.*, exists (select from "SendQueue" n
        where n."workspaceId" = q."workspaceId" and n."convId" = q."convId" and n.seq <> q.seq) as "isFollowed"
    ), ended as (
      update "SendAttempt" t set "startedAt" = g."startedAt", "endedAt" = ${tx.now}, outcome = 'accepted',
        "responseStatus" = g."responseStatus", "externalMessageId" = g."externalMessageId"
      from gone g where t."workspaceId" = ${tx.workspaceId} and t."messageId" = g."messageId" and t."attemptNo" = g."attemptNo"
    )
    select "messageId", "isFollowed" from gone`;
  // What an agent wrote behind one of them may go.
  if (rows.some(({ isFollowed }) => isFollowed)) tx.wakes?.add("sends");
  return new Set(rows.map(({ messageId }) => messageId));
}
