import { audit } from "../../auth/audit.ts";
import { inTransaction } from "../../db.ts";
import { badInput } from "../../errors.ts";
import { emit } from "../../events/emit.ts";
import { say } from "../../say.ts";
import { verb } from "../../verb.ts";
import { assistantOr404, lockAssistant, propertiesOfVersion, findDraft, versionOr404 } from "../access.ts";
import { checkReferences } from "../check-references.ts";
import { syncSources } from "../knowledge/sync-sources.ts";
import { addVersion, retire } from "./write-version.ts";

/**
 * Creates a draft from an earlier version, with its secrets. An existing draft is discarded.
 * @throws AppError NOT_FOUND; BAD_INPUT for the draft itself, and if something that the version refers to no longer exists.
 */
export const restoreAiVersion = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: { aiId: string; versionId: string }) => {
    const { id: aiId } = await assistantOr404(ctx, input.aiId);
    const version = await versionOr404(ctx, aiId, input.versionId);
    if (version.state === "draft") throw badInput("versionId", say("assistants.restoreDraft"));
    const properties = await propertiesOfVersion(version);
    await checkReferences(ctx, properties);
    return inTransaction(ctx, async (tx) => {
      await lockAssistant(tx, aiId);
      const draft = await findDraft(tx, aiId);
      if (draft) await retire(tx, draft);
      const note = `Restored from version ${version.number}`;
      const restored = await addVersion(tx, aiId, { state: "draft", properties, note });
      await syncSources(tx, aiId);
      await audit(tx, "restoreAiVersion", aiId, {
        before: { draft: draft?.number ?? null },
        after: { version: version.number, draft: restored.number },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return restored;
    });
  },
);
