import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { errorColumns, errorOf } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import { statusEvents, type NewEvent } from "../events/events.ts";
import { fewRows } from "../few-rows.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { IntegrationType, MessageStatus } from "../generated/prisma/enums.ts";
import { errorIn } from "../read-said.ts";
import { say, type Said } from "../say.ts";
import { mendedJson } from "../text-rules.ts";
import { writeTogether } from "../write-together.ts";
import { takeProvenSends } from "./take-proven-sends.ts";

// Longer than 300 lines: reporting, parking and raising a status share their locks and one statement.

/** A message's new status, its time (null: now), and the reason if it failed. */
type Report = { status: MessageStatus; at: Date | null; error?: Said | null };

/** A provider's report about a message, by the provider's id. */
type StatusReport = Report & { externalMessageId: string };

/** The same, with our own id if the provider returns it (`InboundStatus`). */
type ProviderReport = StatusReport & { messageId: string | null };

/** Reports stored per transaction. Kept small so that readers of the event log do not wait long. */
const TOGETHER = 100;

/** For a failed message without a reason. */
const NO_REASON = say("sending.noReason");

/**
 * Raises one of our messages to a status, in the order of the enum MessageStatus. One conditional statement; one set of events per
 * real change, none otherwise. Stores `externalMessageId` even if the status does not rise.
 * @returns whether the status rose.
 */
export async function raiseStatus(
  ctx: Ctx,
  report: Report & { messageId: string; externalMessageId?: string | null },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => (await raiseStatuses(tx, [report])).has(report.messageId));
}

/**
 * Like raiseStatus, for several messages in one statement, in the open transaction. Each message may occur once.
 * @returns the ids of the messages whose status rose.
 */
export async function raiseStatuses(
  tx: Ctx,
  reports: readonly (Report & { messageId: string; externalMessageId?: string | null })[],
): Promise<Set<string>> {
  const rows = await raise(tx, BY_ID, reports);
  return new Set(rows.filter(({ isRaised }) => isRaised).map(({ id }) => id));
}

type Told = { ctx: Ctx; integrationId: string; report: StatusReport };

const tell = writeTogether<Told, null>({
  laneOf: ({ integrationId }) => integrationId,
  keyOf: ({ report }) => report.externalMessageId,
  uniqueOf: () => null,
  write: async (told) => {
    const reports = told.map(({ report }) => ({ ...report, messageId: null }));
    for (const { ctx, integrationId } of told.slice(0, 1)) await updateMessageStatuses(ctx, integrationId, reports);
    return told.map(() => null);
  },
  sideBySide: 2,
  most: TOGETHER,
});

/** Like updateMessageStatuses, for one report of a provider that does not know our ids. Concurrent reports are stored together. */
export async function updateMessageStatus(ctx: Ctx, integrationId: string, report: StatusReport): Promise<void> {
  await tell({ ctx, integrationId, report });
}

/**
 * Applies a provider's reports about messages of a channel, in their order. A hundred reports need a few statements; rows and
 * events are the same as if applied one by one. Safe to repeat.
 *
 * A report with our own id proves that the provider accepted the message, even if the response to the send was lost. The message
 * is not sent again. A report that arrives before the send's response is parked, because the message's external id is unknown. It
 * is applied with that response.
 * @param ctx outside a transaction: each hundred has its own.
 */
export async function updateMessageStatuses(
  ctx: Ctx,
  integrationId: string,
  reports: readonly ProviderReport[],
): Promise<void> {
  for (let from = 0; from < reports.length; from += TOGETHER) {
    const some = reports.slice(from, from + TOGETHER).map((report) => ({ ...report, integrationId }));
    const own = some.filter(({ messageId }) => messageId !== null && isUuid(messageId));
    const known = own.length > 0 ? await inTransaction(ctx, (tx) => takeOwn(tx, integrationId, own)) : NONE;
    const named = some.filter(({ messageId }) => !known.has(messageId));
    if (named.length === 0) continue;
    const strange = await inTransaction(ctx, (tx) => raiseNamed(tx, named));
    if (strange.length > 0) await inTransaction(ctx, (tx) => raiseOrPark(tx, integrationId, strange));
  }
}

const NONE: ReadonlySet<string | null> = new Set();

type Placed<T> = T & { integrationId: string };

/** @returns the ids of the messages that belong to this channel. */
async function takeOwn(
  tx: Ctx,
  integrationId: string,
  reports: readonly Placed<ProviderReport>[],
): Promise<Set<string | null>> {
  // Remove from the queue first: storing a send's result locks in the same order.
  await takeProvenSends(
    tx,
    integrationId,
    new Map(reports.map(({ messageId, externalMessageId }) => [messageId ?? "", externalMessageId])),
  );
  const known = new Set<string | null>();
  for (const round of roundsOf(reports, ({ messageId }) => messageId ?? "")) {
    const rows = await raise(tx, BY_OWN_ID, round);
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/** @returns the reports whose message is not known by this id. */
async function raiseNamed(tx: Ctx, reports: readonly Placed<StatusReport>[]): Promise<Placed<StatusReport>[]> {
  const strange: Placed<StatusReport>[] = [];
  for (const round of roundsOf(reports, ({ externalMessageId }) => externalMessageId)) {
    const rows = await raise(
      tx,
      BY_EXTERNAL_ID,
      round.map((report) => ({ ...report, messageId: undefined })),
    );
    const known = new Set(rows.map(({ externalMessageId }) => externalMessageId));
    strange.push(...round.filter(({ externalMessageId }) => !known.has(externalMessageId)));
  }
  return strange;
}

async function raiseOrPark(tx: Ctx, integrationId: string, reports: readonly Placed<StatusReport>[]): Promise<void> {
  const ids = [...new Set(reports.map(({ externalMessageId }) => externalMessageId))];
  await lockExternalIds(tx, integrationId, ids);
  // The send's result may have been stored while we waited for the lock.
  const strange = await raiseNamed(tx, reports);
  if (strange.length === 0) return;
  const place = { workspaceId: tx.workspaceId, integrationId };
  const parked = await tx.db.parkedStatus.findMany({
    where: { ...place, externalMessageId: { in: ids } },
    select: { externalMessageId: true, status: true },
  });
  const there = new Set(parked.map(nameOf));
  const fresh = new Map(
    strange.filter((report) => !there.has(nameOf(report))).map((report) => [nameOf(report), report]),
  );
  await tx.db.parkedStatus.createMany({
    data: [...fresh.values()].map(({ externalMessageId, status, at, error }) => ({
      ...place,
      externalMessageId,
      status,
      statusAt: at,
      ...errorColumns(error ?? null),
    })),
  });
}

function nameOf({ externalMessageId, status }: Pick<StatusReport, "externalMessageId" | "status">): string {
  return `${status} ${externalMessageId}`;
}

/** Groups reports into rounds: the first report of each message, then the second, … One statement can change a message only once. */
function roundsOf<T>(reports: readonly T[], nameOf: (report: T) => string): T[][] {
  const rounds: T[][] = [];
  const seen = new Map<string, number>();
  for (const report of reports) {
    const place = seen.get(nameOf(report)) ?? 0;
    seen.set(nameOf(report), place + 1);
    (rounds[place] ??= []).push(report);
  }
  return rounds;
}

/**
 * Applies reports that arrived before the messages' external ids were known. Called in the transaction that stores the ids. The
 * locks ensure that a concurrent report comes before or after, never in between.
 */
export async function applyParkedStatuses(
  ctx: Ctx,
  integrationId: string,
  externalMessageIds: readonly string[],
): Promise<void> {
  await lockExternalIds(ctx, integrationId, externalMessageIds);
  const where = { workspaceId: ctx.workspaceId, integrationId, externalMessageId: { in: [...externalMessageIds] } };
  const parked = await ctx.db.parkedStatus.findMany({ where, orderBy: { status: "asc" } });
  if (parked.length === 0) return;
  // Of several for one message, keeps the last, which is the highest.
  const highest = new Map(parked.map((status) => [status.externalMessageId, status]));
  await raise(
    ctx,
    BY_EXTERNAL_ID,
    [...highest.values()].map((status) => ({ ...status, at: status.statusAt, error: errorIn(status) })),
  );
  await ctx.db.parkedStatus.deleteMany({
    where: { workspaceId: ctx.workspaceId, id: { in: parked.map(({ id }) => id) } },
  });
}

/** Locks in one order, so that two transactions do not deadlock. */
async function lockExternalIds(ctx: Ctx, integrationId: string, externalMessageIds: readonly string[]): Promise<void> {
  const keys = externalMessageIds.map((id) => `${integrationId}|status|${id}`);
  await ctx.db.$executeRaw`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, 0) as hash from unnest(${keys}::text[]) as key order by 1
    ) hashes`;
}

/** How a report (alias r) identifies its message (alias m): by our id, by our id as the provider returns it, or by the provider's id. */
const BY_ID = Prisma.sql`m.id = r."messageId"`;
const BY_OWN_ID = Prisma.sql`m.id = r."messageId" and m."integrationId" = r."integrationId"`;
const BY_EXTERNAL_ID = Prisma.sql`m."integrationId" = r."integrationId" and m."externalMessageId" = r."externalMessageId"`;

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
async function raise(
  ctx: Ctx,
  which: Prisma.Sql,
  reports: readonly (Report & {
    messageId?: string | null | undefined;
    integrationId?: string;
    externalMessageId?: string | null;
  })[],
): Promise<Row[]> {
  const asked = reports.map(({ messageId, integrationId, externalMessageId, status, at, error }, index) => {
    const reason = status === "failed" ? (error ?? NO_REASON) : null;
    return { no: index + 1, messageId, integrationId, externalMessageId, status, at, ...errorOf(reason) };
  });
  // Uses the provider's time, unless it is before the message or more than five minutes in our future.
  const rows = await ctx.db.$queryRaw<Row[]>`
    with r as (
      select * from json_to_recordset(${mendedJson(asked)}::json) as r(no int, "messageId" uuid, "integrationId" uuid,
        "externalMessageId" text, status "MessageStatus", at timestamptz, error text, "errorSaid" jsonb)
      where ${Prisma.raw(fewRows("r.no"))}
    ), old as (
      select m.id, m."convId", m."clientId", m."integrationId", m.status as "from", r.status as "to", m.status < r.status as "isRaised",
        r.at, r.error, r."errorSaid",
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
        "externalMessageId" = old."externalMessageId"
      from old
      where m."workspaceId" = ${ctx.workspaceId} and m.id = old.id
        and (old."isRaised" or m."externalMessageId" is distinct from old."externalMessageId")
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
