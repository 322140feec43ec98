import { audit } from "../../auth/audit.ts";
import { inTransaction } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { notEmptied, requiredLine } from "../../text-rules.ts";
import { verb } from "../../verb.ts";
import { questionOr404 } from "../access.ts";
import { QUESTION_MAX, readExpects, readHistory } from "./expects.ts";

/**
 * Changes a golden question. A missing key keeps its value. `history` and `expects` are replaced as a whole. Existing runs keep the
 * question as it was asked.
 */
export const patchEvalQuestion = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: { id: string; question?: string | null; history?: unknown; expects?: unknown }) => {
    const question = notEmptied("question", input.question);
    const change = {
      ...(question !== undefined ? { question: requiredLine("question", question, QUESTION_MAX) } : {}),
      ...(input.history !== undefined ? { history: readHistory(input.history ?? []) } : {}),
      ...(input.expects !== undefined ? { expects: readExpects(input.expects) } : {}),
    };
    return inTransaction(ctx, async (tx) => {
      const { workspaceId, id, aiId } = await questionOr404(tx, input.id);
      const patched = await tx.db.evalQuestion.update({
        where: { workspaceId_id: { workspaceId, id } },
        data: { ...change, patchedAt: tx.now },
      });
      // The text may be a contact's, so the audit record does not copy it: there it could not be erased.
      await audit(tx, "patchEvalQuestion", patched.id, { after: { aiId, changed: Object.keys(change) } });
      await emit(tx, { name: "EVAL_CHANGED" });
      return patched;
    });
  },
);
