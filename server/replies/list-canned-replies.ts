import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { CannedReply } from "../generated/prisma/client.ts";
import { repliesOf } from "./access.ts";

/** The replies that the caller may use, the team's and their own, by shortcut. There are MOST_REPLIES of each at most. */
export async function listCannedReplies(ctx: Ctx): Promise<CannedReply[]> {
  can(ctx, "USE_CONVS");
  return ctx.db.cannedReply.findMany({ where: repliesOf(ctx), orderBy: [{ shortcut: "asc" }, { id: "asc" }] });
}
