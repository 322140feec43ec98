import { forbiddenRole, may } from "../auth/permissions.ts";
import { isContactDetail } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { keptCount } from "../kept-count.ts";
import { createdKey, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { readRows } from "../read-rows.ts";
import { verb } from "../verb.ts";
import { visibleConvSql } from "../auth/conv-scope.ts";
import { clientSearchSql } from "./conv-filter-sql.ts";
import type { ConvShown } from "../conversations/conv-parts.ts";
import { newestConvsSql } from "./newest-convs-sql.ts";
import { readShownConvs, SHOWN_COLUMNS } from "../conversations/shown-convs.ts";

export type ConvsInput = PageInput & {
  integrationId?: string | null;
  clientId?: string | null;
  ended?: boolean | null;
  dormant?: boolean | null;
  tags?: string[] | null;
  assigneeId?: string | null;
  stageId?: string | null;
  /** Part of the contact's name, surname, phone or external id. */
  nameOrPhone?: string | null;
  externalConversationId?: string | null;
  aiId?: string | null;
};

/**
 * The matching conversations that the actor may see, newest first.
 * @throws AppError FORBIDDEN_ROLE when a role that sees contact details masked asks for a thread whose id is a contact detail.
 */
export const listConvs = verb({ may: "USE_CONVS" }, async (ctx, input: ConvsInput): Promise<Page<ConvShown>> => {
  const thread = input.externalConversationId;
  if (thread != null && isContactDetail(thread) && !may(ctx, "MANAGE_CLIENTS")) throw forbiddenRole(ctx);
  const { size, take, cursor } = readPage(input);
  const filter = filtersOf(ctx, input);
  const newest = newestConvsSql(ctx, { columns: SHOWN_COLUMNS, filter, time: "createdAt", cursor, take });
  const rows = await readShownConvs(ctx, newest, { planned: filter.length > 0 ? "anew" : "once" });
  const { first: _, after: __, ...choice } = input;
  return toPage(rows, size, createdKey, () => keptCount(ctx, "convs", choice, () => count(ctx, filter)));
});

async function count(ctx: Ctx, filter: readonly Prisma.Sql[]): Promise<number> {
  const rows = await readRows<{ count: number }>(
    ctx,
    Prisma.sql`select count(*)::int as count from "Conversation" c
      where ${Prisma.join([visibleConvSql(ctx), ...filter], " and ")}`,
  );
  return rows[0]?.count ?? 0;
}

function filtersOf(ctx: Ctx, input: ConvsInput): Prisma.Sql[] {
  const { integrationId, clientId, ended, dormant, tags, assigneeId, stageId, externalConversationId, aiId } = input;
  const words = input.nameOrPhone?.trim();
  return [
    integrationId && Prisma.sql`c."integrationId" = ${integrationId}::uuid`,
    clientId && Prisma.sql`c."clientId" = ${clientId}::uuid`,
    // Literals, not parameters, so that the planner can choose a partial index.
    ended != null && (ended ? Prisma.sql`c.ended` : Prisma.sql`not c.ended`),
    dormant != null && (dormant ? Prisma.sql`c.dormant` : Prisma.sql`not c.dormant`),
    tags?.length && Prisma.sql`c.tags @> ${tags}::text[]`,
    assigneeId && Prisma.sql`c."assigneeId" = ${assigneeId}::uuid`,
    stageId && Prisma.sql`c."stageId" = ${stageId}::uuid`,
    externalConversationId != null && Prisma.sql`c."externalConversationId" = ${externalConversationId}`,
    aiId && Prisma.sql`c."aiId" = ${aiId}::uuid`,
    words && clientSearchSql(ctx, words),
  ].filter((part) => part instanceof Prisma.Sql);
}
