import { actorAgentId, type Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { failedConvsSql, hasDraftSql, isMentionedSql, snoozedSql } from "./conv-marks.ts";
import { closingWindowSql } from "./conv-window.ts";

/** The lists of the inbox (inbox.md section 10). */
export const CONV_VIEWS = [
  "mine",
  "needsReply",
  "unassigned",
  "aiHandling",
  "mentions",
  "snoozed",
  "dormant",
  "windowClosing",
  "failed",
  "drafts",
  "all",
  "ended",
] as const;
export type ConvView = (typeof CONV_VIEWS)[number];

/** A reply window that closes within this time counts as closing. */
const CLOSING_MS = 2 * 3_600_000;

/**
 * Which conversations (alias `c`) a view shows, of those that the actor may see. Views of work to do leave out snoozed and dormant
 * conversations. The views of drafts, mentions and failed sends include them.
 */
export function viewSql(ctx: Ctx, view: ConvView): Prisma.Sql {
  // Spelled out so that the planner can match the partial indexes.
  const awake = Prisma.sql`not c.ended and not c.dormant and not ${snoozedSql(ctx)}`;
  switch (view) {
    case "mine": {
      const agentId = actorAgentId(ctx.actor);
      return agentId ? Prisma.sql`${awake} and c."assigneeId" = ${agentId}::uuid` : Prisma.sql`false`;
    }
    case "needsReply":
      return Prisma.sql`${awake} and c."needsResponse"`;
    case "unassigned":
      return Prisma.sql`${awake} and c."assigneeId" is null and c."aiId" is null and c."otherAppSince" is null`;
    case "aiHandling":
      return Prisma.sql`${awake} and c."assigneeId" is null and c."aiId" is not null`;
    case "mentions":
      return isMentionedSql(ctx);
    case "snoozed":
      return Prisma.sql`not c.ended and ${snoozedSql(ctx)}`;
    case "dormant":
      return Prisma.sql`c.dormant and not c.ended`;
    case "windowClosing":
      return Prisma.sql`${awake} and ${closingWindowSql(ctx, CLOSING_MS)}`;
    case "failed":
      return failedConvsSql(ctx);
    case "drafts":
      return hasDraftSql(ctx);
    case "all":
      return awake;
    case "ended":
      return Prisma.sql`c.ended`;
  }
}
