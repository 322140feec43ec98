import type { EvalRun } from "../../generated/prisma/client.ts";
import { verb } from "../../verb.ts";
import { runOr404 } from "../access.ts";

/**
 * One run of an assistant's evals.
 * @throws AppError NOT_FOUND
 */
export const getEvalRun = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: { id: string }): Promise<EvalRun> => {
    return runOr404(ctx, input.id);
  },
);
