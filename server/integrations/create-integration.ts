import { v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import { can } from "../auth/permissions.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { requiredLine } from "../text-rules.ts";
import { sealCredentials } from "./access.ts";
import { integrationRecord } from "./integration-record.ts";
import type { IntegrationRecord } from "./integration-record.ts";
import { creatableTypes, readCredentials } from "./read-credentials.ts";

export type IntegrationCreateInput = { name: string; type: IntegrationType; integrationProperties?: unknown };

/**
 * Adds a channel; it is active at once. Its credentials are encrypted and stand in no answer.
 * @throws AppError BAD_INPUT for types that are set up in the portal, and for integrationProperties that do not fit the type.
 */
export async function createIntegration(ctx: Ctx, input: IntegrationCreateInput): Promise<IntegrationRecord> {
  can(ctx, "MANAGE_WORKSPACE");
  const { type } = input;
  if (!channelOf(type).creatableByApi) {
    throw badInput("type", `${type} channels are set up in the portal; the API creates ${creatableTypes().join(", ")}`);
  }
  const name = requiredLine("name", input.name);
  const place = { workspaceId: ctx.workspaceId, id: uuidv7() };
  const credentials = await sealCredentials(place, await readCredentials(type, input.integrationProperties));
  const created = await inTransaction(ctx, async (tx) => {
    const row = await tx.db.integration.create({ data: { ...place, name, type, state: "active", credentials } });
    await audit(tx, "createIntegration", row.id, { after: { name, type } });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return row;
  });
  return integrationRecord(ctx, created);
}
