import type { Ctx } from "../../ctx.ts";
import { notFound } from "../../errors.ts";
import type { EvalQuestion, EvalRun } from "../../generated/prisma/client.ts";

/**
 * The golden question of this id, of an assistant that is there.
 * @throws AppError NOT_FOUND, for a deleted one too.
 */
export async function questionOr404(ctx: Ctx, id: string): Promise<EvalQuestion> {
  const where = { workspaceId: ctx.workspaceId, id, deletedAt: null, ai: { deletedAt: null } };
  const question = await ctx.db.evalQuestion.findFirst({ where });
  if (!question) throw notFound("goldenQuestion");
  return question;
}

/**
 * The run of evals of this id, of an assistant that is there.
 * @throws AppError NOT_FOUND
 */
export async function runOr404(ctx: Ctx, id: string): Promise<EvalRun> {
  const run = await ctx.db.evalRun.findFirst({ where: { workspaceId: ctx.workspaceId, id, ai: { deletedAt: null } } });
  if (!run) throw notFound("evalRun");
  return run;
}
