import { audit } from "../auth/audit.ts";
import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { notEmptied, parseJson, requiredLine } from "../text-rules.ts";
import { integrationOr404 } from "./access.ts";
import { integrationRecord, liveAssignees, namedAssignees } from "./integration-record.ts";
import type { IntegrationRecord } from "./integration-record.ts";
import { patchRouting, routingOf, routingPatch } from "./routing.ts";
import type { Routing, RoutingPatch } from "./routing.ts";

export type IntegrationPatchInput = { id: string; name?: string | null; properties?: unknown };

/**
 * Changes a channel's name and routing. `properties` is a partial update: keys left out stay, null takes one away.
 * @throws AppError BAD_INPUT for an unknown key or a wrong value; NOT_FOUND for a channel, agent or assistant that is not there.
 */
export async function patchIntegration(ctx: Ctx, input: IntegrationPatchInput): Promise<IntegrationRecord> {
  can(ctx, "MANAGE_WORKSPACE");
  const patched = await inTransaction(ctx, async (tx) => {
    // Two patches of different keys at the same time must both stand.
    await tx.db.$queryRaw`
      select 1 from "Integration" where "workspaceId" = ${tx.workspaceId} and id = ${input.id}::uuid for no key update`;
    const before = await integrationOr404(tx, input.id);
    const name = notEmptied("name", input.name);
    const patch: RoutingPatch = input.properties == null ? {} : parseJson("properties", routingPatch, input.properties);
    await checkAssignees(tx, patch);
    const properties = patchRouting(routingOf(before), patch);
    const row = await tx.db.integration.update({
      where: { workspaceId_id: { workspaceId: tx.workspaceId, id: before.id } },
      data: { ...(name !== undefined ? { name: requiredLine("name", name) } : {}), properties, patchedAt: tx.now },
    });
    await audit(tx, "patchIntegration", row.id, {
      before: { name: before.name, properties: routingOf(before) },
      after: { name: row.name, properties },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return row;
  });
  return integrationRecord(ctx, patched);
}

async function checkAssignees(tx: Ctx, patch: RoutingPatch): Promise<void> {
  const named = namedAssignees(patchRouting({}, patch) satisfies Routing);
  const live = await liveAssignees(
    tx,
    named.map(({ id }) => id),
  );
  const missing = named.find(({ id }) => !live.has(id));
  if (!missing) return;
  const message = "Assignee not found";
  throw new AppError("NOT_FOUND", message, { fields: [{ path: `input.properties.${missing.path}`, message }] });
}
