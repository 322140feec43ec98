import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { IntegrationState, IntegrationType } from "../generated/prisma/enums.ts";
import { containing } from "../text-rules.ts";
import { integrationRecords } from "./integration-record.ts";
import type { IntegrationRecord } from "./integration-record.ts";

export type IntegrationsInput = {
  name?: string | null;
  state?: IntegrationState | null;
  type?: IntegrationType | null;
};

/** The workspace's channels that match, newest first; credentials stand in no answer. */
export async function listIntegrations(ctx: Ctx, input: IntegrationsInput): Promise<IntegrationRecord[]> {
  can(ctx, "USE_CONVS");
  const rows = await ctx.db.integration.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      isPlayground: false,
      ...(input.name ? { name: containing(input.name) } : {}),
      ...(input.state ? { state: input.state } : {}),
      ...(input.type ? { type: input.type } : {}),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return integrationRecords(ctx, rows);
}
