import { can } from "../../auth/permissions.ts";
import { needsInboxPlan } from "../../auth/plan.ts";
import type { Ctx } from "../../ctx.ts";
import type { EvalRun } from "../../generated/prisma/client.ts";
import { runOr404 } from "./access.ts";

/**
 * One run of an assistant's evals.
 * @throws AppError NOT_FOUND
 */
export async function getEvalRun(ctx: Ctx, input: { id: string }): Promise<EvalRun> {
  can(ctx, "MANAGE_WORKSPACE");
  needsInboxPlan(ctx, "AI assistants");
  return runOr404(ctx, input.id);
}
