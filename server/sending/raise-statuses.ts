import type { Ctx } from "../ctx.ts";
import { errorOf } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import { statusEvents, type NewEvent } from "../events/events.ts";
import { fewRows } from "../few-rows.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { IntegrationType, MessageStatus } from "../generated/prisma/enums.ts";
import { say, type Said } from "../say.ts";
import { mendedJson } from "../text-rules.ts";

/** A message's new status, its time (null: now), the reason if it failed, and what the provider charges if it says so. */
export type Report = { status: MessageStatus; at: Date | null; error?: Said | null; price?: unknown };

/** For a failed message without a reason. */
const NO_REASON = say("sending.noReason");

/** How a report (alias r) identifies its message (alias m): by our id, by our id as the provider returns it, or by the provider's id. */
export const BY_ID = Prisma.sql`m.id = r."messageId"`;
export const BY_OWN_ID = Prisma.sql`m.id = r."messageId" and m."integrationId" = r."integrationId"`;
export const BY_EXTERNAL_ID = Prisma.sql`m."integrationId" = r."integrationId" and m."externalMessageId" = r."externalMessageId"`;

type Row = {
  id: string;
  clientId: string;
  externalMessageId: string | null;
  from: MessageStatus;
  to: MessageStatus;
  statusAt: Date | null;
  convId: string;
  externalConversationId: string | null;
  assigneeId: string | null;
  integrationId: string;
  integrationType: IntegrationType;
  isRaised: boolean;
};

/**
 * The statement that raises a message also reports whether the message is known. In a separate query, the message could appear in
 * between.
 * @returns the known messages, in no order.
 */
export async function raise(
  ctx: Ctx,
  which: Prisma.Sql,
  reports: readonly (Report & {
    messageId?: string | null | undefined;
    integrationId?: string;
    externalMessageId?: string | null;
  })[],
): Promise<Row[]> {
  const asked = reports.map(({ messageId, integrationId, externalMessageId, status, at, error, price }, index) => {
    const reason = status === "failed" ? (error ?? NO_REASON) : null;
    return { no: index + 1, messageId, integrationId, externalMessageId, status, at, price, ...errorOf(reason) };
  });
  // Uses the provider's time, unless it is before the message or more than five minutes in our future.
  const rows = await ctx.db.$queryRaw<Row[]>`
    with r as (
      select * from json_to_recordset(${mendedJson(asked)}::json) as r(no int, "messageId" uuid, "integrationId" uuid,
        "externalMessageId" text, status "MessageStatus", at timestamptz, error text, "errorSaid" jsonb, price jsonb)
      where ${Prisma.raw(fewRows("r.no"))}
    ), old as (
      select m.id, m."convId", m."clientId", m."integrationId", m.status as "from", r.status as "to", m.status < r.status as "isRaised",
        r.at, r.error, r."errorSaid", coalesce(r.price, m.price) as price,
        -- The first id stays: one that was sent twice, since its first answer was lost, has two. And nobody takes another's.
        coalesce(m."externalMessageId", case when not exists (select from "Message" x
          where x."workspaceId" = m."workspaceId" and x."integrationId" = m."integrationId" and x."isAgent"
            and x."externalMessageId" = r."externalMessageId") then r."externalMessageId" end) as "externalMessageId"
      from r join "Message" m on m."workspaceId" = ${ctx.workspaceId} and m."isAgent" and m.type <> 'note' and ${which}
      order by m.id
      for no key update of m
    ), changed as (
      update "Message" m set
        status = greatest(m.status, old."to"),
        "statusAt" = case when not old."isRaised" then m."statusAt"
          when old.at between m."createdAt" and now() + interval '5 minutes' then old.at else now() end,
        error = case when old."isRaised" then old.error else m.error end,
        "errorSaid" = case when old."isRaised" then old."errorSaid" else m."errorSaid" end,
        "externalMessageId" = old."externalMessageId",
        price = old.price
      from old
      where m."workspaceId" = ${ctx.workspaceId} and m.id = old.id
        and (old."isRaised" or m."externalMessageId" is distinct from old."externalMessageId" or m.price is distinct from old.price)
      returning m.id, m."statusAt"
    )
    select old.id, old."convId", old."clientId", old."integrationId", old."from", old."to", old."isRaised", old."externalMessageId",
      changed."statusAt", c."externalConversationId", c."assigneeId", i.type as "integrationType"
    from old
    left join changed on changed.id = old.id
    join "Conversation" c on c."workspaceId" = ${ctx.workspaceId} and c.id = old."convId"
    join "Integration" i on i."workspaceId" = ${ctx.workspaceId} and i.id = old."integrationId"`;
  await emit(ctx, ...rows.filter(({ isRaised }) => isRaised).flatMap((row) => eventsOf(ctx, row)));
  return rows;
}

function eventsOf(ctx: Ctx, row: Row): NewEvent[] {
  return statusEvents({
    message: {
      id: row.id,
      workspaceId: ctx.workspaceId,
      externalMessageId: row.externalMessageId,
      clientId: row.clientId,
    },
    conv: { id: row.convId, externalConversationId: row.externalConversationId, assigneeId: row.assigneeId },
    integration: { id: row.integrationId, type: row.integrationType },
    from: row.from,
    to: row.to,
    at: row.statusAt ?? ctx.now,
  });
}
