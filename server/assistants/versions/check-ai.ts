import { can } from "../../auth/permissions.ts";
import { needsInboxPlan } from "../../auth/plan.ts";
import type { Ctx } from "../../ctx.ts";
import { assistantOr404, propertiesOf, propertiesOfVersion } from "../access.ts";
import { checkEngine } from "../providers/check-engine.ts";
import { versionOr404 } from "./access.ts";

/**
 * Tries an assistant as it is live, or one of its versions, by asking it something; what it cannot do is told in a sentence.
 * @throws AppError NOT_FOUND
 */
export async function checkAi(
  ctx: Ctx,
  input: { id: string; versionId?: string | null },
): Promise<{ isGood: boolean; message: string }> {
  can(ctx, "MANAGE_WORKSPACE");
  needsInboxPlan(ctx, "AI assistants");
  const ai = await assistantOr404(ctx, input.id);
  const properties =
    input.versionId == null
      ? await propertiesOf(ai)
      : await propertiesOfVersion(await versionOr404(ctx, ai.id, input.versionId));
  return checkEngine(ai.type, properties, { workspaceId: ctx.workspaceId, aiId: ai.id });
}
