import { audit } from "../../auth/audit.ts";
import { inTransaction } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { verb } from "../../verb.ts";
import { questionOr404 } from "../access.ts";

/** Deletes a golden question. The runs that asked it keep their results. */
export const deleteEvalQuestion = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  (ctx, input: { id: string }) =>
    inTransaction(ctx, async (tx) => {
      const { workspaceId, id, aiId } = await questionOr404(tx, input.id);
      const deleted = await tx.db.evalQuestion.update({
        where: { workspaceId_id: { workspaceId, id } },
        data: { deletedAt: tx.now },
      });
      // The text may be a contact's, so the audit record does not copy it: there it could not be erased.
      await audit(tx, "deleteEvalQuestion", deleted.id, { before: { aiId } });
      await emit(tx, { name: "EVAL_CHANGED" });
      return deleted;
    }),
);
