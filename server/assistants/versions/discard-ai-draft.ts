import { inTransaction } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { verb } from "../../verb.ts";
import { lockAssistant, draftOr404 } from "../access.ts";
import { syncSources } from "../knowledge/sync-sources.ts";
import { retire } from "./write-version.ts";

/**
 * Gives a draft up: it stays among the past versions, never published, and can be restored.
 * @throws AppError NOT_FOUND, where there is no draft too.
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
