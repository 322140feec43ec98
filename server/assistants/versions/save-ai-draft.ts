import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { LONG_LINE_MAX, optionalLine } from "../../text-rules.ts";
import { verb } from "../../verb.ts";
import { assistantOr404, lockAssistant, propertiesOf, propertiesOfVersion, findDraft } from "../access.ts";
import { patchProperties } from "../assistant-properties.ts";
import { checkReferences } from "../check-references.ts";
import { syncSources } from "../knowledge/sync-sources.ts";
import { addVersion, liveVersion, sealed } from "./write-version.ts";

export type AIDraftInput = { aiId: string; integrationProperties?: unknown; note?: string | null };

/**
 * Saves integrationProperties as a draft: a partial update, as in patchAi, of the draft if there is one, else of the live version.
 * Contacts are not affected.
 */
export const saveAiDraft = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx, input: AIDraftInput) => {
    const note = optionalLine("note", input.note, LONG_LINE_MAX);
    for (;;) {
      const saved = await save(ctx, input, note);
      if (saved) return saved;
      // Another call changed the base version since it was read. Retry, so that its change is not lost.
    }
  },
);

async function save(ctx: Ctx, { aiId, integrationProperties }: AIDraftInput, note: string | null | undefined) {
  const ai = await assistantOr404(ctx, aiId);
  const before = await findDraft(ctx, aiId);
  const stored = before ? await propertiesOfVersion(before) : await propertiesOf(ai);
  const properties = patchProperties(ai.type, stored, integrationProperties);
  await checkReferences(ctx, properties);
  return inTransaction(ctx, async (tx) => {
    const locked = await lockAssistant(tx, aiId);
    const draft = await findDraft(tx, aiId);
    if (draft?.properties !== before?.properties || (!draft && locked.properties !== ai.properties)) return null;
    await liveVersion(tx, locked);
    const saved = draft
      ? await tx.db.assistantVersion.update({
          where: { workspaceId_id: { workspaceId: tx.workspaceId, id: draft.id } },
          data: { ...(await sealed(draft, properties)), ...(note !== undefined ? { note } : {}), patchedAt: tx.now },
        })
      : await addVersion(tx, aiId, { state: "draft", properties, note: note ?? null });
    await syncSources(tx, aiId);
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return saved;
  });
}
