import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { visibleConvSql } from "./access.ts";
import { viewSql } from "./conv-view.ts";
import type { ConvView } from "./conv-view.ts";

export type ConvViewCounts = Record<Exclude<ConvView, "ended">, number>;

/** How many conversations each view of the inbox has for the actor. */
export async function countConvViews(ctx: Ctx): Promise<ConvViewCounts> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const [counts] = await ctx.db.$queryRaw<ConvViewCounts[]>`
    select ${count(ctx, "mine")} as mine, ${count(ctx, "needsReply")} as "needsReply",
      ${count(ctx, "unassigned")} as unassigned, count(*)::int as "all"
    from "Conversation" c where ${visibleConvSql(ctx)} and not c.ended`;
  if (!counts) throw new Error("an aggregate has one row");
  return counts;
}

function count(ctx: Ctx, view: ConvView): Prisma.Sql {
  return Prisma.sql`(count(*) filter (where ${viewSql(ctx, view)}))::int`;
}
