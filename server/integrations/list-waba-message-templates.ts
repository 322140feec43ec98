import { can } from "../auth/permissions.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import type { MessageTemplate } from "../generated/prisma/client.ts";
import { integrationOr404 } from "./access.ts";
import { refreshTemplates } from "./refresh-templates.ts";

/** For so long a list is taken for the provider's own, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/**
 * A channel's message templates, by name and language: the provider's list, at most five minutes old, or the last one it gave
 * while it cannot be reached. Empty for a CUSTOM channel, whose endpoint takes any name. Everyone who writes to clients may read it.
 * @throws AppError BAD_INPUT (a channel without templates), PROVIDER_ERROR (none was ever listed, and the provider does not answer)
 */
export async function listWabaMessageTemplates(ctx: Ctx, input: { integrationId: string }): Promise<MessageTemplate[]> {
  can(ctx, "USE_CONVS");
  const integration = await integrationOr404(ctx, input.integrationId);
  const { templates, listTemplates } = channelOf(integration.type);
  if (!templates) throw badInput("integrationId", `${integration.type} channels have no message templates`);
  if (!listTemplates) return [];
  const { id, templatesFetchedAt } = integration;
  if (templatesFetchedAt === null || templatesFetchedAt.getTime() < ctx.now.getTime() - FRESH_MS) {
    const { error } = await refreshTemplates(ctx, integration);
    if (error !== null && templatesFetchedAt === null) {
      throw new AppError("PROVIDER_ERROR", `The provider did not list the templates: ${error}`);
    }
  }
  return ctx.db.messageTemplate.findMany({
    where: { workspaceId: ctx.workspaceId, integrationId: id },
    orderBy: [{ name: "asc" }, { language: "asc" }, { id: "asc" }],
  });
}
