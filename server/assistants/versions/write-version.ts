import { fingerprint } from "../../crypto.ts";
import { actorId, SYSTEM, type Ctx } from "../../ctx.ts";
import type { Assistant, AssistantVersion } from "../../generated/prisma/client.ts";
import { newId } from "../../new-id.ts";
import { propertiesOf, sealPropertiesOfVersion, sealProperties } from "../access.ts";
import type { AssistantProperties } from "../assistant-properties.ts";
import { syncSources } from "../knowledge/sync-sources.ts";

/**
 * Adds a version with the next number. First retire an existing version of the same state.
 * @param tx the transaction that holds the assistant's row (`lockAssistant`).
 */
export async function addVersion(
  tx: Ctx,
  aiId: string,
  version: { state: "draft" | "live"; properties: AssistantProperties; note?: string | null },
): Promise<AssistantVersion> {
  const { workspaceId } = tx;
  const { _max: last } = await tx.db.assistantVersion.aggregate({
    where: { workspaceId, aiId },
    _max: { number: true },
  });
  const { state, note = null } = version;
  const place = { workspaceId, id: newId() };
  return tx.db.assistantVersion.create({
    data: {
      ...place,
      aiId,
      number: (last.number ?? 0) + 1,
      state,
      note,
      createdBy: actorId(tx.actor),
      publishedAt: state === "live" ? tx.now : null,
      ...(await sealed(place, version.properties)),
    },
  });
}

export async function sealed(place: { workspaceId: number; id: string }, properties: AssistantProperties) {
  return { properties: await sealPropertiesOfVersion(place, properties), propertiesHash: fingerprint(properties) };
}

/**
 * The live version. An assistant without any version gets its first one here, from its current properties.
 * @param ai its row, as read in the transaction.
 */
export async function liveVersion(tx: Ctx, ai: Assistant): Promise<AssistantVersion> {
  const { workspaceId, id: aiId } = ai;
  const live = await tx.db.assistantVersion.findFirst({ where: { workspaceId, aiId, state: "live" } });
  if (live) return live;
  const place = { workspaceId, id: newId() };
  const first = await tx.db.assistantVersion.create({
    data: {
      ...place,
      aiId,
      number: 1,
      state: "live",
      createdBy: SYSTEM,
      createdAt: ai.createdAt,
      publishedAt: ai.patchedAt ?? ai.createdAt,
      ...(await sealed(place, await propertiesOf(ai))),
    },
  });
  await tx.db.assistant.update({ where: { workspaceId_id: { workspaceId, id: aiId } }, data: { versionNumber: 1 } });
  return first;
}

/** Moves the live version or the draft to the past versions, from which it can be restored. */
export function retire(tx: Ctx, { workspaceId, id }: AssistantVersion): Promise<AssistantVersion> {
  return tx.db.assistantVersion.update({ where: { workspaceId_id: { workspaceId, id } }, data: { state: "past" } });
}

/**
 * Makes the assistant answer with this version from the commit on.
 * @param tx the transaction that holds the assistant's row, and has made the version the live one.
 * @param properties the version's.
 */
export async function setLive(tx: Ctx, ai: Assistant, version: AssistantVersion, properties: AssistantProperties) {
  const after = await tx.db.assistant.update({
    where: { workspaceId_id: { workspaceId: ai.workspaceId, id: ai.id } },
    data: { properties: await sealProperties(ai, properties), versionNumber: version.number, patchedAt: tx.now },
  });
  await syncSources(tx, ai.id);
  return after;
}
