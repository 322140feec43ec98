import { inTransaction } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { verb } from "../../verb.ts";
import { lockAssistant, draftOr404 } from "../access.ts";
import { syncSources } from "../knowledge/sync-sources.ts";
import { retire } from "./write-version.ts";

/**
 * Discards a draft. It stays among the past versions as never published, and can be restored.
 * @throws AppError NOT_FOUND, also if there is no draft.
 */
export const discardAiDraft = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  (ctx, input: { aiId: string }) =>
    inTransaction(ctx, async (tx) => {
      const ai = await lockAssistant(tx, input.aiId);
      const discarded = await retire(tx, await draftOr404(tx, ai.id));
      await syncSources(tx, ai.id);
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return discarded;
    }),
);
