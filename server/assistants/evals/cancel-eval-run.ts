import { inTransaction } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { verb } from "../../verb.ts";
import { runOr404 } from "../access.ts";

/** Stops a run of evals. Questions already asked keep their results. A run that is over stays as it is. */
export const cancelEvalRun = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  (ctx, input: { id: string }) =>
    inTransaction(ctx, async (tx) => {
      const { workspaceId, id } = await runOr404(tx, input.id);
      const stopped = await tx.db.evalRun.updateMany({
        where: { workspaceId, id, state: { in: ["queued", "running"] } },
        data: { state: "cancelled", endedAt: tx.now },
      });
      if (stopped.count > 0) await emit(tx, { name: "EVAL_CHANGED" });
      return runOr404(tx, id);
    }),
);
