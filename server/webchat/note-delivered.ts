import { inTransaction } from "../db.ts";
import { raiseStatuses } from "../inbox/update-message-status.ts";
import type { Visitor } from "./open-webchat.ts";
import type { MessageRow } from "./visitor-messages.ts";

/**
 * Messages of ours have been given to their visitor's browser: they are delivered, whether or not the worker has come to them. Their
 * external id is our own, as the adapter says.
 */
export async function noteDelivered({ ctx }: Visitor, rows: readonly MessageRow[]): Promise<void> {
  const fresh = rows.filter(({ isAgent, status }) => isAgent && (status === "pending" || status === "sent"));
  if (fresh.length === 0) return;
  const reports = fresh.map(({ id }) => ({
    messageId: id,
    externalMessageId: id,
    status: "delivered" as const,
    at: null,
  }));
  await inTransaction({ ...ctx, now: new Date() }, (tx) => raiseStatuses(tx, reports));
}
