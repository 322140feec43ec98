import DataLoader from "dataloader";
import type { SendResult } from "../channels/channel.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { addAlias } from "../clients/rename-sender.ts";
import { inTransaction } from "../db.ts";
import { withoutRequestContext } from "../observe/request-context.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { endAttempts } from "./end-attempts.ts";
import { applyParkedStatuses, raiseStatuses } from "./update-message-status.ts";

export type Accepted = { send: ClaimedSend; result: Extract<SendResult, { outcome: "accepted" }> };

/** How long a result waits to be stored with others, in milliseconds. No one watches the status of single broadcast messages. */
const TOGETHER_MS = 25;

const loader = new DataLoader(settleByWorkspace, {
  cache: false,
  maxBatchSize: 100,
  // A batch belongs to no single request.
  batchScheduleFn: (run) => withoutRequestContext(() => setTimeout(run, TOGETHER_MS)),
});

/**
 * Stores that a provider accepted a broadcast's send, together with others accepted at about the same time: what settleSend does
 * for one, in a few statements for all. Not for Gateway sends, which cost credits.
 * @returns false when this worker no longer holds the send and nothing was stored: settleSend handles late results.
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

/** @returns the ids of the messages that this worker held and that are stored. */
async function settleGroup(tx: Ctx, group: readonly Accepted[]): Promise<Set<string>> {
  const held = await endAttempts(
    tx,
    group.map((one) => ({ ...one, isLast: true })),
  );
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
  for (const { send, result } of stored) {
    if (result.recipient) await addAlias(tx, send.clientId, result.recipient);
  }
  for (const [integrationId, ofChannel] of Map.groupBy(stored, ({ send }) => send.integration.id)) {
    const ids = ofChannel.flatMap(({ result }) => result.externalMessageId ?? []);
    if (ids.length > 0) await applyParkedStatuses(tx, integrationId, ids);
  }
  return held;
}
