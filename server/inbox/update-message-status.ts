import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { statusEvents } from "../events/events.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { IntegrationType, MessageStatus } from "../generated/prisma/enums.ts";

/** What was learnt of a message: its status, when (null: now), and in a failure why. */
type Report = { status: MessageStatus; at: Date | null; error?: string | null };

/** What a provider told of a message that it knows by its own id. */
export type StatusReport = Report & { externalMessageId: string };

/** A failed message without a word of why. */
const NO_REASON = "The channel gave no reason";

/**
 * Raises one of our messages to a status (status-order.ts): one conditional statement, one set of events per real change, none
 * otherwise. `externalMessageId` is stored with it whether or not the status rises.
 * @returns whether the status rose.
 */
export async function raiseStatus(
  ctx: Ctx,
  report: Report & { messageId: string; externalMessageId?: string | null },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const found = await raise(
      tx,
      Prisma.sql`m.id = ${report.messageId}::uuid`,
      report,
      report.externalMessageId ?? null,
    );
    return found === "raised";
  });
}

/**
 * A provider's report. One that comes before the send's own answer has told us the message's external id is parked, and
 * applied with that answer (decisions section 5).
 */
export async function updateMessageStatus(ctx: Ctx, integrationId: string, report: StatusReport): Promise<void> {
  const { externalMessageId } = report;
  const ours = knownBy(integrationId, externalMessageId);
  await inTransaction(ctx, async (tx) => {
    if ((await raise(tx, ours, report, null)) !== "unknown") return;
    await lockExternalId(tx, integrationId, externalMessageId);
    // The answer may have been stored while we waited.
    if ((await raise(tx, ours, report, null)) !== "unknown") return;
    const place = { workspaceId: tx.workspaceId, integrationId, externalMessageId, status: report.status };
    if (await tx.db.parkedStatus.findFirst({ where: place, select: { id: true } })) return;
    await tx.db.parkedStatus.create({ data: { ...place, statusAt: report.at, error: report.error ?? null } });
  });
}

/**
 * Applies what was reported before the message's external id was known; called in the transaction that stores the id. The
 * lock makes a report that arrives at the same moment come before or after, never in between.
 */
export async function applyParkedStatuses(ctx: Ctx, integrationId: string, externalMessageId: string): Promise<void> {
  await lockExternalId(ctx, integrationId, externalMessageId);
  const where = { workspaceId: ctx.workspaceId, integrationId, externalMessageId };
  const parked = await ctx.db.parkedStatus.findMany({ where, orderBy: { status: "desc" } });
  const [highest] = parked;
  if (!highest) return;
  await raise(ctx, knownBy(integrationId, externalMessageId), { ...highest, at: highest.statusAt }, null);
  await ctx.db.parkedStatus.deleteMany({
    where: { workspaceId: ctx.workspaceId, id: { in: parked.map(({ id }) => id) } },
  });
}

function knownBy(integrationId: string, externalMessageId: string): Prisma.Sql {
  return Prisma.sql`m."integrationId" = ${integrationId}::uuid and m."externalMessageId" = ${externalMessageId}`;
}

async function lockExternalId(ctx: Ctx, integrationId: string, externalMessageId: string): Promise<void> {
  const key = `${integrationId}|status|${externalMessageId}`;
  await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

type Row = {
  id: string;
  clientId: string;
  externalMessageId: string | null;
  from: MessageStatus;
  statusAt: Date | null;
  convId: string;
  externalConversationId: string | null;
  assigneeId: string | null;
  integrationId: string;
  integrationType: IntegrationType;
  isRaised: boolean;
};

/** Whether the message is known is answered by the statement that raises it: asked afterwards, it could have come between. */
async function raise(
  ctx: Ctx,
  which: Prisma.Sql,
  { status, at, error }: Report,
  externalMessageId: string | null,
): Promise<"raised" | "unchanged" | "unknown"> {
  const reason = status === "failed" ? (error ?? NO_REASON) : null;
  // The provider's time, unless it lies before the message or more than five minutes ahead of us.
  const [row] = await ctx.db.$queryRaw<Row[]>`
    with old as (
      select m.id, m."convId", m."clientId", m."integrationId", m.status as "from", m.status < ${status}::"MessageStatus" as "isRaised"
      from "Message" m
      where m."workspaceId" = ${ctx.workspaceId} and m."isAgent" and m.type <> 'note' and ${which}
      for no key update
    ), changed as (
      update "Message" m set
        status = greatest(m.status, ${status}::"MessageStatus"),
        "statusAt" = case when not old."isRaised" then m."statusAt"
          when ${at}::timestamptz between m."createdAt" and now() + interval '5 minutes' then ${at}::timestamptz else now() end,
        error = case when old."isRaised" then ${reason} else m.error end,
        "externalMessageId" = coalesce(${externalMessageId}, m."externalMessageId")
      from old
      where m."workspaceId" = ${ctx.workspaceId} and m.id = old.id
        and (old."isRaised" or m."externalMessageId" is distinct from coalesce(${externalMessageId}, m."externalMessageId"))
      returning m.id, m."externalMessageId", m."statusAt"
    )
    select old.*, changed."externalMessageId", changed."statusAt", c."externalConversationId", c."assigneeId", i.type as "integrationType"
    from old
    left join changed on changed.id = old.id
    join "Conversation" c on c."workspaceId" = ${ctx.workspaceId} and c.id = old."convId"
    join "Integration" i on i."workspaceId" = ${ctx.workspaceId} and i.id = old."integrationId"`;
  if (!row) return "unknown";
  if (!row.isRaised) return "unchanged";
  await emit(
    ctx,
    ...statusEvents({
      message: {
        id: row.id,
        workspaceId: ctx.workspaceId,
        externalMessageId: row.externalMessageId,
        clientId: row.clientId,
      },
      conv: { id: row.convId, externalConversationId: row.externalConversationId, assigneeId: row.assigneeId },
      integration: { id: row.integrationId, type: row.integrationType },
      from: row.from,
      to: status,
      at: row.statusAt ?? ctx.now,
    }),
  );
  return "raised";
}
