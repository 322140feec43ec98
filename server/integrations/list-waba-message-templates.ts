import { channelOf } from "../channels/registry.ts";
import { AppError, badInput } from "../errors.ts";
import type { MessageTemplate } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { integrationOr404 } from "./access.ts";
import { refreshTemplates } from "./refresh-templates.ts";
import { say, quote } from "../say.ts";

/** For so long a list is taken for the provider's own, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/** Who asks for a new one gets the old one, in milliseconds, if it is so young: many do when they wait for an approval. */
const YOUNG_MS = 10_000;

/** A channel's templates, and how far they can be relied on. */
export type TemplateList = {
  nodes: MessageTemplate[];
  /** When the provider gave them; null for CUSTOM. */
  fetchedAt: Date | null;
  /** Older than five minutes: the provider cannot be reached. */
  isStale: boolean;
  /** The provider's words, where it was asked now and did not list them. */
  problem: string | null;
};

/**
 * A channel's message templates, by name and language: the provider's list, at most five minutes old, or the last one it gave
 * while it cannot be reached. Empty for a CUSTOM channel, whose endpoint takes any name. Everyone who writes to clients may read it.
 * @throws AppError BAD_INPUT (a channel without templates), PROVIDER_ERROR (none was ever listed, and the provider does not answer)
 */
export const listWabaMessageTemplates = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { integrationId: string; refresh?: boolean | null }): Promise<TemplateList> => {
    const integration = await integrationOr404(ctx, input.integrationId);
    const { templates, listTemplates } = channelOf(integration.type);
    if (!templates) throw badInput("integrationId", say("channels.noTemplates", { type: integration.type }));
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
