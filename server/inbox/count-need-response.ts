import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { convsVisibleTo } from "./access.ts";

/** Open conversations that the actor may see and whose last message, notes left out, is the client's (decisions section 4). */
export async function countNeedResponse(ctx: Ctx): Promise<number> {
  can(ctx, "USE_CONVS");
  return ctx.db.conversation.count({ where: { AND: [convsVisibleTo(ctx), { needsResponse: true, ended: false }] } });
}
