import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { PAGE_MAX, readPage, toPage } from "../page.ts";
import type { Page, PageInput } from "../page.ts";
import { visibleConvSql } from "./access.ts";
import type { ConvFilter } from "./conv-filter.ts";
import { clientSearchSql, convFilterSql } from "./conv-filter-sql.ts";
import { viewSql } from "./conv-view.ts";
import type { ConvView } from "./conv-view.ts";
import { openUntilSql } from "./conv-window.ts";

export type ConvSort = "newest" | "oldestWaiting" | "windowClosing";

export type ConvChoice = {
  /** Left out: open and ended. */
  view?: ConvView | null;
  filter?: ConvFilter | null;
  /** These alone; those that the actor may not see, and those that the view and the filter do not hold, are left out. */
  ids?: readonly string[] | null;
  /** Part of the client's name, phone or outside id. */
  search?: string | null;
  integrationId?: string | null;
  /** Conversations that have every one of these. */
  tags?: readonly string[] | null;
  stageId?: string | null;
  clientId?: string | null;
};

export type ConvRowsInput = PageInput & ConvChoice & { sort?: ConvSort | null };

/** A conversation as the inbox lists it. */
export type ConvRow = Conversation & { orderedAt: Date };

/** Stands for "nobody waits" and "no window is open" where rows are ordered by that: behind all for whom it is otherwise. */
const NEVER = new Date("9999-01-01T00:00:00Z");

/**
 * A page of the inbox's list: newest activity first, or who waits longest first, or whose reply window closes first.
 * @throws AppError BAD_INPUT
 */
export async function listConvRows(ctx: Ctx, input: ConvRowsInput): Promise<Page<ConvRow>> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const { ids } = input;
  if (ids && ids.length > PAGE_MAX) throw badInput("ids", `at most ${PAGE_MAX} ids`);
  const { size, take, cursor } = readPage(ids ? { ...input, first: Math.max(1, ids.length) } : input);
  const where = filterSql(ctx, input);
  const { key, isDescending } = orderOf(ctx, input);
  const after = cursor
    ? Prisma.sql`and (${key}, c.id) ${isDescending ? LESS : MORE} (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const order = isDescending ? Prisma.sql`${key} desc, c.id desc` : Prisma.sql`${key}, c.id`;
  const rows = await ctx.db.$queryRaw<ConvRow[]>`
    select c.*, ${key} as "orderedAt" from "Conversation" c where ${where} ${after} order by ${order} limit ${take}`;
  return toPage(
    rows,
    size,
    ({ orderedAt, id }) => ({ at: orderedAt, id }),
    () => count(ctx, where),
  );
}

const LESS = Prisma.sql`<`;
const MORE = Prisma.sql`>`;

function orderOf(ctx: Ctx, { sort, view }: ConvRowsInput): { key: Prisma.Sql; isDescending: boolean } {
  switch (sort ?? "newest") {
    case "newest":
      return { key: Prisma.sql`c."activityAt"`, isDescending: true };
    case "oldestWaiting":
      // Everybody in that view waits: its index is in this order.
      if (view === "needsReply") return { key: Prisma.sql`c."waitingSince"`, isDescending: false };
      return { key: Prisma.sql`coalesce(c."waitingSince", ${NEVER}::timestamptz)`, isDescending: false };
    case "windowClosing":
      return { key: Prisma.sql`coalesce(${openUntilSql(ctx)}, ${NEVER}::timestamptz)`, isDescending: false };
  }
}

async function count(ctx: Ctx, where: Prisma.Sql): Promise<number> {
  const rows = await ctx.db.$queryRaw<
    { count: number }[]
  >`select count(*)::int as count from "Conversation" c where ${where}`;
  return rows[0]?.count ?? 0;
}

/**
 * What a list is asked for, over a conversation under the alias `c`, of those that the actor may see.
 * @throws AppError BAD_INPUT
 */
export function filterSql(ctx: Ctx, choice: ConvChoice): Prisma.Sql {
  const { view, filter, ids, search, integrationId, tags, stageId, clientId } = choice;
  const parts = [visibleConvSql(ctx)];
  if (view) parts.push(viewSql(ctx, view));
  if (filter) parts.push(convFilterSql(ctx, filter));
  if (ids) parts.push(Prisma.sql`c.id = any(${ids}::uuid[])`);
  if (integrationId) parts.push(Prisma.sql`c."integrationId" = ${integrationId}::uuid`);
  if (stageId) parts.push(Prisma.sql`c."stageId" = ${stageId}::uuid`);
  if (clientId) parts.push(Prisma.sql`c."clientId" = ${clientId}::uuid`);
  if (tags?.length) parts.push(Prisma.sql`c.tags @> ${tags}::text[]`);
  if (search?.trim()) parts.push(clientSearchSql(ctx, search));
  return Prisma.join(parts, " and ");
}
