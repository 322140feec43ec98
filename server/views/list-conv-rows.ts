import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { keptCount } from "../kept-count.ts";
import { PAGE_MAX, readPage, toPage, type Cursor, type Page, type PageInput } from "../page.ts";
import { columnsOf, readRows } from "../read-rows.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { visibleConvSql } from "../auth/conv-scope.ts";
import type { ConvFilter } from "./conv-filter.ts";
import { clientSearchSql, convFilterSql } from "./conv-filter-sql.ts";
import { newestConvsSql } from "./newest-convs-sql.ts";
import { viewSql, type ConvView } from "../conversations/conv-view.ts";
import { hasOpenWindowSql, openUntilSql } from "../conversations/conv-window.ts";

export type ConvSort = "newest" | "oldestWaiting" | "windowClosing" | "slaDue";

export type ConvChoice = {
  /** Left out: open and ended conversations. */
  view?: ConvView | null;
  filter?: ConvFilter | null;
  /** Only these, as far as the actor may see them and the view and the filter match. */
  ids?: readonly string[] | null;
  /** Part of the contact's name, phone or external id. */
  search?: string | null;
  integrationId?: string | null;
  /** Conversations that have all of these tags. */
  tags?: readonly string[] | null;
  stageId?: string | null;
  clientId?: string | null;
};

export type ConvRowsInput = PageInput & ConvChoice & { sort?: ConvSort | null };

const CONV_COLUMNS = columnsOf(Prisma.ConversationScalarFieldEnum, "c");

/** A conversation as the inbox lists it. */
export type ConvRow = Conversation & { orderedAt: Date };

/**
 * A page of the inbox's list, sorted by newest activity, longest waiting, earliest close of the reply window, or earliest due response.
 * @throws AppError BAD_INPUT
 */
export const listConvRows = verb(
  { may: "USE_CONVS", plan: "inbox" },
  async (ctx, input: ConvRowsInput): Promise<Page<ConvRow>> => {
    const { ids } = input;
    if (ids && ids.length > PAGE_MAX) throw badInput("ids", say("inbox.idsMost", { count: PAGE_MAX }));
    const { size, take, cursor } = readPage(ids ? { ...input, first: Math.max(1, ids.length) } : input);
    const where = filterSql(ctx, input);
    const urgencies = urgenciesOf(ctx, input.sort ?? "newest");
    const rows = urgencies
      ? await urgentFirst(ctx, where, urgencies, cursor, take)
      : await newestFirst(ctx, choiceParts(ctx, input), cursor, take);
    const { first: _, after: __, sort: ___, ...choice } = input;
    return toPage(
      rows,
      size,
      ({ orderedAt, id }) => ({ at: orderedAt, id }),
      () => keptCount(ctx, "convRows", choice, () => count(ctx, where)),
    );
  },
);

async function newestFirst(
  ctx: Ctx,
  filter: readonly Prisma.Sql[],
  cursor: Cursor | null,
  take: number,
): Promise<ConvRow[]> {
  const columns = Prisma.sql`${CONV_COLUMNS}, c."activityAt" as "orderedAt"`;
  const newest = newestConvsSql(ctx, { columns, filter, time: "activityAt", cursor, take });
  return readRows<ConvRow>(ctx, newest, { planned: filter.length > 0 ? "anew" : "once" });
}

const WAITING: Urgency = { isUrgent: Prisma.sql`c."needsResponse" and not c.ended`, at: Prisma.sql`c."waitingSince"` };
const DUE: Urgency = { isUrgent: Prisma.sql`c."slaDueAt" is not null`, at: Prisma.sql`c."slaDueAt"` };

/** null: sorted by newest activity. */
function urgenciesOf(ctx: Ctx, sort: ConvSort): Urgency[] | null {
  switch (sort) {
    case "oldestWaiting":
      return [WAITING];
    case "windowClosing":
      return [{ isUrgent: hasOpenWindowSql(ctx), at: openUntilSql(ctx) }];
    case "slaDue":
      return [DUE, WAITING];
    case "newest":
      return null;
  }
}

async function count(ctx: Ctx, where: Prisma.Sql): Promise<number> {
  const rows = await ctx.db.$queryRaw<
    { count: number }[]
  >`select count(*)::int as count from "Conversation" c where ${where}`;
  return rows[0]?.count ?? 0;
}

/**
 * A list's conditions as SQL, for conversations under the alias `c` that the actor may see.
 * @throws AppError BAD_INPUT
 */
export function filterSql(ctx: Ctx, choice: ConvChoice): Prisma.Sql {
  return Prisma.join([visibleConvSql(ctx), ...choiceParts(ctx, choice)], " and ");
}

function choiceParts(ctx: Ctx, choice: ConvChoice): Prisma.Sql[] {
  const { view, filter, ids, search, integrationId, tags, stageId, clientId } = choice;
  const parts: Prisma.Sql[] = [];
  if (view) parts.push(viewSql(ctx, view));
  if (filter) parts.push(convFilterSql(ctx, filter));
  if (ids) parts.push(Prisma.sql`c.id = any(${ids}::uuid[])`);
  if (integrationId) parts.push(Prisma.sql`c."integrationId" = ${integrationId}::uuid`);
  if (stageId) parts.push(Prisma.sql`c."stageId" = ${stageId}::uuid`);
  if (clientId) parts.push(Prisma.sql`c."clientId" = ${clientId}::uuid`);
  if (tags?.length) parts.push(Prisma.sql`c.tags @> ${tags}::text[]`);
  if (search?.trim()) parts.push(clientSearchSql(ctx, search));
  return parts;
}

/** Later than any sort time of an urgent row. Rows that are not urgent have sort times after it. */
const BEHIND_MS = Date.UTC(5000, 0);
/** Added to the sort times of the second urgency, so that they come after all of the first. */
const SECOND_MS = Date.UTC(3000, 0);

/** Which conversations (alias `c`) are urgent, and the time they are sorted by. It is never null for an urgent one. */
type Urgency = { isUrgent: Prisma.Sql; at: Prisma.Sql };

/**
 * A page with urgent conversations first, earliest first, then those of the second urgency, if there is one, and then the rest, newest
 * activity first. Each part is a query in the order of an index. All share one sort key: the times of the second urgency are shifted
 * behind the first, and those of the rest are mirrored behind both, so that newest first becomes smallest first.
 */
async function urgentFirst(
  ctx: Ctx,
  where: Prisma.Sql,
  urgencies: readonly Urgency[],
  cursor: Cursor | null,
  take: number,
): Promise<ConvRow[]> {
  const at = cursor?.at.getTime() ?? 0;
  const from = at > BEHIND_MS ? urgencies.length : at > SECOND_MS ? 1 : 0;
  const rows: ConvRow[] = [];
  let left = where;
  for (const [part, urgency] of urgencies.entries()) {
    if (part >= from && rows.length < take) {
      const after = part === from ? cursor : null;
      rows.push(...(await urgentRows(ctx, left, urgency, part * SECOND_MS, after, take - rows.length)));
    }
    left = Prisma.sql`${left} and (${urgency.isUrgent}) is not true`;
  }
  if (rows.length === take) return rows;
  return [...rows, ...(await otherRows(ctx, left, from === urgencies.length ? cursor : null, take - rows.length))];
}

/** @param shiftMs added to the sort times, as in the cursor. */
async function urgentRows(
  ctx: Ctx,
  where: Prisma.Sql,
  { isUrgent, at }: Urgency,
  shiftMs: number,
  cursor: Cursor | null,
  take: number,
): Promise<ConvRow[]> {
  const after = cursor
    ? Prisma.sql`and (${at}, c.id) > (${shifted(cursor.at, -shiftMs)}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const rows = await ctx.db.$queryRaw<ConvRow[]>`
    select c.*, ${at} as "orderedAt" from "Conversation" c where ${where} and ${isUrgent} ${after} order by ${at}, c.id limit ${take}`;
  return rows.map((row) => ({ ...row, orderedAt: shifted(row.orderedAt, shiftMs) }));
}

async function otherRows(ctx: Ctx, where: Prisma.Sql, cursor: Cursor | null, take: number): Promise<ConvRow[]> {
  const after = cursor
    ? Prisma.sql`and (c."activityAt", c.id) < (${mirrored(cursor.at)}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const rows = await ctx.db.$queryRaw<Conversation[]>`
    select c.* from "Conversation" c
    where ${where} ${after} order by c."activityAt" desc, c.id desc limit ${take}`;
  return rows.map((row) => ({ ...row, orderedAt: mirrored(row.activityAt) }));
}

function shifted(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** Its own inverse. */
function mirrored(at: Date): Date {
  return new Date(2 * BEHIND_MS - at.getTime());
}
