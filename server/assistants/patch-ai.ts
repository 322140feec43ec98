import { audit } from "../auth/audit.ts";
import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Assistant } from "../generated/prisma/client.ts";
import { notEmptied, requiredLine } from "../text-rules.ts";
import { assistantOr404, propertiesOf, sealProperties } from "./access.ts";
import { patchProperties } from "./assistant-properties.ts";
import { checkReferences } from "./check-references.ts";

export type AIPatchInput = { id: string; name?: string | null; integrationProperties?: unknown };

/**
 * Changes name or integrationProperties: of those, keys left out stay, null takes an optional one away, and a masked secret sent
 * back keeps the stored one. The type stays what it is.
 * @throws AppError NOT_FOUND, BAD_INPUT
 */
export async function patchAi(ctx: Ctx, input: AIPatchInput): Promise<Assistant> {
  can(ctx, "MANAGE_WORKSPACE");
  needsInboxPlan(ctx, "AI assistants");
  const name = notEmptied("name", input.name);
  if (input.integrationProperties === null)
    throw badInput("integrationProperties", "integrationProperties cannot be emptied; leave it out to keep it");
  const change = {
    ...(name !== undefined ? { name: requiredLine("name", name) } : {}),
    ...(input.integrationProperties !== undefined ? { integrationProperties: input.integrationProperties } : {}),
  };
  for (;;) {
    const patched = await patch(ctx, await assistantOr404(ctx, input.id), change);
    if (patched) return patched;
    // Its properties were changed since they were read: what the other call set must not be lost.
  }
}

async function patch(
  ctx: Ctx,
  before: Assistant,
  change: { name?: string; integrationProperties?: unknown },
): Promise<Assistant | null> {
  const { name, integrationProperties } = change;
  const properties = integrationProperties === undefined ? null : await sealPatched(ctx, before, integrationProperties);
  return inTransaction(ctx, async (tx) => {
    const [after] = await tx.db.assistant.updateManyAndReturn({
      where: { workspaceId: tx.workspaceId, id: before.id, deletedAt: null, properties: before.properties },
      data: { ...(name ? { name } : {}), ...(properties ? { properties } : {}), patchedAt: tx.now },
    });
    if (!after) return null;
    await audit(tx, "patchAi", after.id, {
      before: { name: before.name },
      after: { name: after.name, changed: Object.keys((integrationProperties as object | undefined) ?? {}) },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return after;
  });
}

async function sealPatched(ctx: Ctx, before: Assistant, change: unknown): Promise<string> {
  const properties = patchProperties(before.type, await propertiesOf(before), change);
  await checkReferences(ctx, properties);
  return sealProperties(before, properties);
}
