import type { Integration, Prisma } from "../generated/prisma/client.ts";
import type { IntegrationState, IntegrationType } from "../generated/prisma/enums.ts";
import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";

export type IntegrationsInput = {
  name?: string | null;
  state?: IntegrationState | null;
  type?: IntegrationType | null;
};

/** The workspace's matching channels, newest first, without credentials. */
export const listIntegrations = verb(
  { may: "USE_CONVS" },
  async (
    ctx,
    input: IntegrationsInput,
    along: { include?: Prisma.IntegrationInclude } = {},
  ): Promise<Integration[]> => {
    return ctx.db.integration.findMany({
      where: {
        workspaceId: ctx.workspaceId,
        deletedAt: null,
        isPlayground: false,
        ...(input.name ? { name: containing(input.name) } : {}),
        ...(input.state ? { state: input.state } : {}),
        ...(input.type ? { type: input.type } : {}),
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      ...along,
    });
  },
);
