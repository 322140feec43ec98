import { audit } from "../auth/audit.ts";
import { fingerprint } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Assistant } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { notEmptied, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { assistantOr404, lockAssistant, propertiesOf } from "./access.ts";
import { patchProperties, type AssistantProperties } from "./assistant-properties.ts";
import { checkReferences } from "./check-references.ts";
import { addVersion, liveVersion, retire, setLive } from "./versions/write-version.ts";

export type AIPatchInput = { id: string; name?: string | null; integrationProperties?: unknown };

/**
 * Changes the name or integrationProperties. A missing key keeps its value, null removes an optional one, and a masked secret
 * keeps the stored one. The type cannot change. Changed properties become a new version that is live at once. If a gate is set,
 * only publishAi makes properties live.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT
 */
export const patchAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: AIPatchInput) => {
    const name = notEmptied("name", input.name);
    if (input.integrationProperties === null)
      throw badInput("integrationProperties", say("input.notEmptied", { field: "integrationProperties" }));
    const change = {
      ...(name !== undefined ? { name: requiredLine("name", name) } : {}),
      ...(input.integrationProperties !== undefined ? { integrationProperties: input.integrationProperties } : {}),
    };
    for (;;) {
      const patched = await patch(ctx, await assistantOr404(ctx, input.id), change);
      if (patched) return patched;
      // Another call changed the properties since they were read. Retry, so that its change is not lost.
    }
  },
);

async function patch(ctx: Ctx, before: Assistant, change: { name?: string; integrationProperties?: unknown }) {
  const { name, integrationProperties } = change;
  const properties = integrationProperties === undefined ? null : await changed(ctx, before, integrationProperties);
  return inTransaction(ctx, async (tx) => {
    const locked = await lockAssistant(tx, before.id);
    if (locked.properties !== before.properties) return null;
    if (properties) {
      refuseGated(locked);
      await retire(tx, await liveVersion(tx, locked));
      await setLive(tx, locked, await addVersion(tx, locked.id, { state: "live", properties }), properties);
    }
    const after = await tx.db.assistant.update({
      where: { workspaceId_id: { workspaceId: tx.workspaceId, id: locked.id } },
      data: { ...(name ? { name } : {}), patchedAt: tx.now },
    });
    await audit(tx, "patchAi", after.id, {
      before: { name: before.name },
      after: { name: after.name, changed: Object.keys((integrationProperties as object | undefined) ?? {}) },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return after;
  });
}

/** The properties after the change. null: nothing changed. */
async function changed(ctx: Ctx, before: Assistant, change: unknown): Promise<AssistantProperties | null> {
  const stored = await propertiesOf(before);
  const properties = patchProperties(before.type, stored, change);
  if (fingerprint(properties) === fingerprint(stored)) return null;
  refuseGated(before);
  await checkReferences(ctx, properties);
  return properties;
}

function refuseGated({ gateScore }: Assistant): void {
  if (gateScore === null) return;
  throw new AppError("CONFLICT", say("assistants.behindGate"));
}
