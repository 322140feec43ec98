import type { InboundStatus } from "../channels/inbound.ts";
import { COMMENT } from "../channels/comments.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { raiseStatuses, updateMessageStatus } from "./update-message-status.ts";

/** Limit per report. No contact gets more messages between two reports; the next report handles any rest. */
const MOST = 500;
/** Messages raised per transaction. Kept small so that readers of the event log do not wait long. */
const TOGETHER = 100;

type Report = Exclude<InboundStatus, { of: "message" }>;

/**
 * Raises the status of messages sent to one contact of a channel, until a time or up to a message (Messenger's watermarks, Instagram's
 * reads). Failed messages stay failed: such a report does not refer to them, nor to answers under comments.
 * @param ctx outside a transaction: each hundred has its own.
 */
export async function raiseStatusesUntil(ctx: Ctx, integration: Integration, report: Report): Promise<void> {
  const { workspaceId } = ctx;
  const { senderId, status, at } = report;
  const scope = channelOf(integration.type).identityScope(integration);
  const until = report.of === "upToTime" ? report.until : null;
  const upTo = report.of === "upToMessage" ? report.externalMessageId : null;
  // The report is certain for the named message itself. It is parked if the response to that send has not arrived yet.
  if (upTo !== null) await updateMessageStatus(ctx, integration.id, { ...report, externalMessageId: upTo });
  const messages = await ctx.db.$queryRaw<{ id: string }[]>`
    select m.id from "ClientIdentity" i
    join "Message" m on m."workspaceId" = i."workspaceId" and m."clientId" = i."clientId" and m."integrationId" = ${integration.id}::uuid
    join "Conversation" c on c."workspaceId" = m."workspaceId" and c.id = m."convId"
    where i."workspaceId" = ${workspaceId} and i.scope = ${scope} and i."externalId" = ${senderId}
      and starts_with(c."externalConversationId", ${COMMENT}) is not true
      and m."isAgent" and m.type <> 'note' and m.status in ('sent', 'delivered') and m.status < ${status}::"MessageStatus"
      and m."createdAt" <= coalesce(${until}::timestamptz, (
        select u."createdAt" from "Message" u
        where u."workspaceId" = ${workspaceId} and u."integrationId" = ${integration.id}::uuid and u."isAgent"
          and u."externalMessageId" = ${upTo}))
    order by m."createdAt" limit ${MOST}`;
  for (let from = 0; from < messages.length; from += TOGETHER) {
    const some = messages.slice(from, from + TOGETHER).map(({ id }) => ({ messageId: id, status, at }));
    await inTransaction(ctx, (tx) => raiseStatuses(tx, some));
  }
}
