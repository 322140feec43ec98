import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { PAGE_MAX, readPage, toPage } from "../page.ts";
import type { Cursor, Page, PageInput } from "../page.ts";
import { containing } from "../text-rules.ts";
import { visibleConvSql } from "./access.ts";
import { viewSql } from "./conv-view.ts";
import type { ConvView } from "./conv-view.ts";

export type ConvSort = "newest" | "oldestWaiting";

export type ConvRowsInput = PageInput & {
  /** Left out: open and ended. */
  view?: ConvView | null;
  /** The named rows instead of a view; those the actor may not see are left out. */
  ids?: string[] | null;
  sort?: ConvSort | null;
  search?: string | null;
  integrationId?: string | null;
  tags?: string[] | null;
  stageId?: string | null;
  clientId?: string | null;
};

/** A conversation as the inbox lists it. */
export type ConvRow = Conversation & {
  /** The client's first message after our last answer; null when nobody waits. */
  waitingSince: Date | null;
};

/** Stands for "nobody waits" where rows are ordered by it: behind all who do. */
const NEVER = new Date("9999-01-01T00:00:00Z");

const WAITING_SINCE = Prisma.sql`
  left join lateral (
    select min(m."createdAt") as "waitingSince" from "Message" m
    where m."workspaceId" = c."workspaceId" and m."convId" = c.id and not m."isAgent" and m.seq > coalesce((
      select max(a.seq) from "Message" a
      where a."workspaceId" = c."workspaceId" and a."convId" = c.id and a."isAgent" and a.type <> 'note'), 0)
  ) w on c."needsResponse"`;

/**
 * A page of the inbox's list: newest activity first, or who waits longest first.
 * @throws AppError BAD_INPUT
 */
export async function listConvRows(ctx: Ctx, input: ConvRowsInput): Promise<Page<ConvRow>> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const { ids } = input;
  if (ids && ids.length > PAGE_MAX) throw badInput("ids", `at most ${PAGE_MAX} ids`);
  const { size, take, cursor } = readPage(ids ? { ...input, first: Math.max(1, ids.length) } : input);
  const where = filterSql(ctx, input);
  const isByWaiting = input.sort === "oldestWaiting";
  const rows = await (isByWaiting ? byWaiting(ctx, where, cursor, take) : byActivity(ctx, where, cursor, take));
  const keyOf = (row: ConvRow) => ({ at: isByWaiting ? (row.waitingSince ?? NEVER) : row.lastMessageAt, id: row.id });
  return toPage(rows, size, keyOf, () => count(ctx, where));
}

function byActivity(ctx: Ctx, where: Prisma.Sql, cursor: Cursor | null, take: number): Promise<ConvRow[]> {
  const after = cursor
    ? Prisma.sql`and (c."lastMessageAt", c.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  return ctx.db.$queryRaw<ConvRow[]>`
    select c.*, w."waitingSince" from (
      select c.* from "Conversation" c where ${where} ${after} order by c."lastMessageAt" desc, c.id desc limit ${take}
    ) c ${WAITING_SINCE}
    order by c."lastMessageAt" desc, c.id desc`;
}

function byWaiting(ctx: Ctx, where: Prisma.Sql, cursor: Cursor | null, take: number): Promise<ConvRow[]> {
  const since = Prisma.sql`coalesce(w."waitingSince", ${NEVER}::timestamptz)`;
  const after = cursor
    ? Prisma.sql`and (${since}, c.id) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  return ctx.db.$queryRaw<ConvRow[]>`
    select c.*, w."waitingSince" from "Conversation" c ${WAITING_SINCE}
    where ${where} ${after}
    order by ${since}, c.id limit ${take}`;
}

async function count(ctx: Ctx, where: Prisma.Sql): Promise<number> {
  const rows = await ctx.db.$queryRaw<
    { count: number }[]
  >`select count(*)::int as count from "Conversation" c where ${where}`;
  return rows[0]?.count ?? 0;
}

function filterSql(ctx: Ctx, input: ConvRowsInput): Prisma.Sql {
  const { view, ids, search, integrationId, tags, stageId, clientId } = input;
  const filters = [visibleConvSql(ctx)];
  if (view) filters.push(viewSql(ctx, view));
  if (ids) filters.push(Prisma.sql`c.id = any(${ids}::uuid[])`);
  if (integrationId) filters.push(Prisma.sql`c."integrationId" = ${integrationId}::uuid`);
  if (stageId) filters.push(Prisma.sql`c."stageId" = ${stageId}::uuid`);
  if (clientId) filters.push(Prisma.sql`c."clientId" = ${clientId}::uuid`);
  if (tags?.length) filters.push(Prisma.sql`c.tags @> ${tags}::text[]`);
  if (search?.trim())
    filters.push(Prisma.sql`c."clientSearch" like ${`%${containing(search.trim().toLowerCase()).contains}%`}`);
  return Prisma.join(filters, " and ");
}
