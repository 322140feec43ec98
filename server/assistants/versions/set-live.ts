import type { Ctx } from "../../ctx.ts";
import type { Assistant, AssistantVersion } from "../../generated/prisma/client.ts";
import { sealProperties } from "../access.ts";
import type { AssistantProperties } from "../assistant-properties.ts";
import { syncSources } from "../knowledge/sync-sources.ts";

/**
 * From the commit on the assistant answers as this version says.
 * @param tx the transaction that holds the assistant's row, and has made the version the live one.
 * @param properties the version's.
 */
export async function setLive(
  tx: Ctx,
  ai: Assistant,
  version: AssistantVersion,
  properties: AssistantProperties,
): Promise<Assistant> {
  const after = await tx.db.assistant.update({
    where: { workspaceId_id: { workspaceId: ai.workspaceId, id: ai.id } },
    data: { properties: await sealProperties(ai, properties), versionNumber: version.number, patchedAt: tx.now },
  });
  await syncSources(tx, ai.id);
  return after;
}
