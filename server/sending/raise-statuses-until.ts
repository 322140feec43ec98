import type { InboundStatus } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { raiseStatuses, updateMessageStatus } from "./update-message-status.ts";

/** More were sent to nobody between two reports of theirs; the next report takes up what is left. */
const MOST = 500;
/** Raised in one transaction: few enough that no reader of the event log waits long for it. */
const TOGETHER = 100;

type Report = Exclude<InboundStatus, { of: "message" }>;

/**
 * Raises what was sent to one client of a channel, until a time or up to a message (Messenger's watermarks, Instagram's reads). A
 * message before it that failed stays failed: such a report is not about it.
 * @param ctx outside a transaction: each hundred is raised on its own.
 */
export async function raiseStatusesUntil(ctx: Ctx, integration: Integration, report: Report): Promise<void> {
  const { workspaceId } = ctx;
  const { senderId, status, at } = report;
  const scope = channelOf(integration.type).identityScope(integration);
  const until = report.of === "upToTime" ? report.until : null;
  const upTo = report.of === "upToMessage" ? report.externalMessageId : null;
  // Of the message itself it is said for sure, and kept where the answer to its send is still on its way.
  if (upTo !== null) await updateMessageStatus(ctx, integration.id, { ...report, externalMessageId: upTo });
  const messages = await ctx.db.$queryRaw<{ id: string }[]>`
    select m.id from "ClientIdentity" i
    join "Message" m on m."workspaceId" = i."workspaceId" and m."clientId" = i."clientId" and m."integrationId" = ${integration.id}::uuid
    where i."workspaceId" = ${workspaceId} and i.scope = ${scope} and i."externalId" = ${senderId}
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
