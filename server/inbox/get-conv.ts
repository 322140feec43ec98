import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { convForActor } from "./access.ts";

/**
 * One conversation.
 * @throws AppError NOT_FOUND
 */
export async function getConv(ctx: Ctx, input: { id: string }): Promise<Conversation> {
  can(ctx, "USE_CONVS");
  return convForActor(ctx, input.id);
}
