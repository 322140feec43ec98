import { actorAgentId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** The lists of the inbox. All but `ended` are of open conversations. */
export const CONV_VIEWS = ["mine", "needsReply", "unassigned", "all", "ended"] as const;
export type ConvView = (typeof CONV_VIEWS)[number];

/** Which conversations (alias `c`) a view shows, of those that the actor may see. */
export function viewSql(ctx: Ctx, view: ConvView): Prisma.Sql {
  switch (view) {
    case "mine": {
      const agentId = actorAgentId(ctx.actor);
      return agentId ? Prisma.sql`not c.ended and c."assigneeId" = ${agentId}::uuid` : Prisma.sql`false`;
    }
    case "needsReply":
      return Prisma.sql`not c.ended and c."needsResponse"`;
    case "unassigned":
      return Prisma.sql`not c.ended and c."assigneeId" is null and c."aiId" is null`;
    case "all":
      return Prisma.sql`not c.ended`;
    case "ended":
      return Prisma.sql`c.ended`;
  }
}
