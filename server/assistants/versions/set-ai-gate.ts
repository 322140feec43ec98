import { audit } from "../../auth/audit.ts";
import { inTransaction } from "../../db.ts";
import { badInput } from "../../errors.ts";
import { emit } from "../../events/emit.ts";
import { say } from "../../say.ts";
import { verb } from "../../verb.ts";
import { lockAssistant } from "../access.ts";

/**
 * Sets the share of golden questions that a draft must pass to go live, in per cent. null: changes go live at once.
 */
export const setAiGate = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: { aiId: string; score?: number | null }) => {
    const gateScore = input.score ?? null;
    if (gateScore !== null && (gateScore < 1 || gateScore > 100)) throw badInput("score", say("assistants.score"));
    return inTransaction(ctx, async (tx) => {
      const { id, gateScore: before } = await lockAssistant(tx, input.aiId);
      const after = await tx.db.assistant.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id } },
        data: { gateScore },
      });
      await audit(tx, "setAiGate", id, { before: { gateScore: before }, after: { gateScore } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return after;
    });
  },
);
