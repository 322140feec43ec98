import { channelOf } from "../channels/registry.ts";
import { AppError } from "../errors.ts";
import type { MessageTemplate } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { integrationOr404 } from "./access.ts";
import { mustSendTemplates } from "./sends-templates.ts";
import { refreshTemplates } from "./refresh-templates.ts";
import { quote, say } from "../say.ts";

/** How long a stored list counts as current, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/** A refresh returns the stored list if it is younger than this, in milliseconds: users refresh often while they await approval. */
const YOUNG_MS = 10_000;

/** A channel's templates, and how current they are. */
export type TemplateList = {
  nodes: MessageTemplate[];
  /** When the provider returned them; null for CUSTOM. */
  fetchedAt: Date | null;
  /** Older than five minutes: the provider cannot be reached. */
  isStale: boolean;
  /** The provider's error message, if it was asked now and did not return the list. */
  problem: string | null;
};

/**
 * A channel's message templates, by name and language: the provider's list, at most five minutes old, or the last stored list while the
 * provider cannot be reached. Empty for a CUSTOM channel, whose endpoint accepts any name. All agents may read it.
 * @throws AppError BAD_INPUT (a channel without templates), PROVIDER_ERROR (no list is stored, and the provider does not answer)
 */
export const listWabaMessageTemplates = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { integrationId: string; refresh?: boolean | null }): Promise<TemplateList> => {
    const integration = await integrationOr404(ctx, input.integrationId);
    const { listTemplates } = channelOf(integration.type);
    mustSendTemplates(integration, "integrationId");
    if (!listTemplates) return { nodes: [], fetchedAt: null, isStale: false, problem: null };
    const { workspaceId } = ctx;
    const { id, templatesFetchedAt } = integration;
    const newEnough = ctx.now.getTime() - (input.refresh === true ? YOUNG_MS : FRESH_MS);
    let problem: string | null = null;
    if (templatesFetchedAt === null || templatesFetchedAt.getTime() < newEnough) {
      problem = (await refreshTemplates(ctx, integration)).error;
      if (problem !== null && templatesFetchedAt === null) {
        throw new AppError("PROVIDER_ERROR", say("channels.templatesAway", { why: quote(problem) }));
      }
    }
    const [nodes, now] = await Promise.all([
      ctx.db.messageTemplate.findMany({
        where: { workspaceId, integrationId: id },
        orderBy: [{ name: "asc" }, { language: "asc" }, { id: "asc" }],
      }),
      ctx.db.integration.findUniqueOrThrow({
        where: { workspaceId_id: { workspaceId, id } },
        select: { templatesFetchedAt: true },
      }),
    ]);
    const fetchedAt = now.templatesFetchedAt;
    return { nodes, fetchedAt, isStale: (fetchedAt?.getTime() ?? 0) < ctx.now.getTime() - FRESH_MS, problem };
  },
);
