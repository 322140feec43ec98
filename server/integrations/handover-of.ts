import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf, type Routing } from "./routing.ts";

/**
 * A channel's handover settings. The playground has none of its own and uses those of the first channel that routes conversations to the
 * assistant.
 */
export async function handoverOf(
  ctx: Ctx,
  integration: Pick<Integration, "properties" | "isPlayground">,
  aiId: string | null,
): Promise<NonNullable<Routing["handover"]>> {
  const { handover } = integration.isPlayground && aiId ? await routingWith(ctx, aiId) : routingOf(integration);
  return handover ?? {};
}

async function routingWith(ctx: Ctx, aiId: string): Promise<Partial<Routing>> {
  const channels = await ctx.db.integration.findMany({
    where: { workspaceId: ctx.workspaceId, deletedAt: null, isPlayground: false },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { properties: true },
  });
  const own = channels.map(routingOf).find(({ start, assigneeId, byCountryCodeConfig = [] }) => {
    const isByCountry = start === "AI_BY_COUNTRY_CODE" && byCountryCodeConfig.some((rule) => rule.assigneeId === aiId);
    return assigneeId === aiId || isByCountry;
  });
  return own ?? {};
}
