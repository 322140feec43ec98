import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import type { Assistant } from "../generated/prisma/client.ts";
import { assistantOr404 } from "./access.ts";

/**
 * One assistant.
 * @throws AppError NOT_FOUND
 */
export async function getAi(ctx: Ctx, input: { id: string }): Promise<Assistant> {
  can(ctx, "MANAGE_WORKSPACE");
  needsInboxPlan(ctx, "AI assistants");
  return assistantOr404(ctx, input.id);
}
