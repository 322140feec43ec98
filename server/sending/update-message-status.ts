import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { inTransaction } from "../db.ts";
import { errorColumns } from "../error-columns.ts";
import { errorIn } from "../read-said.ts";
import { writeTogether } from "../write-together.ts";
import { takeProvenSends } from "./take-proven-sends.ts";
import { BY_EXTERNAL_ID, BY_ID, BY_OWN_ID, type Report, raise } from "./raise-statuses.ts";

/** A provider's report about a message, by the provider's id. */
type StatusReport = Report & { externalMessageId: string };

/** The same, with our own id if the provider returns it (`InboundStatus`). */
type ProviderReport = StatusReport & { messageId: string | null };

/** Reports stored per transaction. Kept small so that readers of the event log do not wait long. */
const TOGETHER = 100;

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
    data: [...fresh.values()].map(({ externalMessageId, status, at, error, price }) => ({
      ...place,
      externalMessageId,
      status,
      statusAt: at,
      price: price ?? Prisma.DbNull,
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
  // Of several for one message, keeps the last, which is the highest. Any of them may name the price.
  const highest = new Map(parked.map((status) => [status.externalMessageId, status]));
  const prices = new Map(parked.flatMap(({ externalMessageId, price }) => (price ? [[externalMessageId, price]] : [])));
  await raise(
    ctx,
    BY_EXTERNAL_ID,
    [...highest.values()].map((status) => ({
      ...status,
      at: status.statusAt,
      error: errorIn(status),
      price: prices.get(status.externalMessageId),
    })),
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
