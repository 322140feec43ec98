import { verb } from "../../verb.ts";
import { assistantOr404, propertiesOf, propertiesOfVersion, versionOr404 } from "../access.ts";
import { checkEngine } from "../providers/check-engine.ts";

/**
 * Tries an assistant as it is live, or one of its versions, by asking it something; what it cannot do is told in a sentence.
 * @throws AppError NOT_FOUND
 */
export const checkAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx, input: { id: string; versionId?: string | null }): Promise<{ isGood: boolean; message: string }> => {
    const ai = await assistantOr404(ctx, input.id);
    const properties =
      input.versionId == null
        ? await propertiesOf(ai)
        : await propertiesOfVersion(await versionOr404(ctx, ai.id, input.versionId));
    return checkEngine(ai.type, properties, { workspaceId: ctx.workspaceId, aiId: ai.id });
  },
);
