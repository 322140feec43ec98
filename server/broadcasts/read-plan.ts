import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import { badInput, notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { readTemplate, type Template } from "../messages/send-template.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { countryCode } from "../phone.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { optionalLine } from "../text-rules.ts";

/** What a broadcast sends, where, and whom it is meant for, as a caller writes it. */
export type PlanInput = {
  integrationId: string;
  /** These clients alone, of whom the filters still hold; none: everybody for whom they do. */
  clientIds?: string[] | null;
  /** Clients who have every one of these. */
  clientTags?: string[] | null;
  clientStageId?: string | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  templateName: string;
  templateLang?: string | null;
  templateComponents?: unknown;
};

/** The same, checked. */
export type Plan = {
  integration: Integration;
  template: Template;
  clientIds: string[];
  clientTags: string[];
  clientStageId: string | null;
  country: string | null;
};

/**
 * Checks what a broadcast is to be.
 * @throws AppError NOT_FOUND (channel, stage, client), BAD_INPUT (a channel without templates, no country, …)
 */
export async function readPlan(ctx: Ctx, input: PlanInput): Promise<Plan> {
  const integration = await integrationOr404(ctx, input.integrationId);
  const template = readTemplate(integration, input);
  const clientTags = readTagValues("clientTags", input.clientTags ?? []);
  const stage = input.clientStageId ? await stageOr404(ctx, "clientStage", { id: input.clientStageId }) : null;
  const country = readCountry(input.country);
  const clientIds = await readClientIds(ctx, input.clientIds);
  return { integration, template, clientIds, clientTags, clientStageId: stage?.id ?? null, country };
}

/** As many as one request can name (a body has 256 KiB). */
const CLIENTS_MAX = 5_000;

/** An empty list is refused: it names nobody, and must not come to mean everybody. */
async function readClientIds(ctx: Ctx, given: string[] | null | undefined): Promise<string[]> {
  if (given == null) return [];
  const ids = [...new Set(given)];
  if (ids.length === 0) throw badInput("clientIds", say("broadcasts.noClients"));
  if (ids.length > CLIENTS_MAX) throw badInput("clientIds", say("broadcasts.mostClients", { count: CLIENTS_MAX }));
  if (!ids.every((id) => isUuid(id))) throw notFound("client");
  const known = await ctx.db.client.count({
    where: { workspaceId: ctx.workspaceId, id: { in: ids }, isPlayground: false },
  });
  if (known < ids.length) throw notFound("client");
  return ids;
}

function readCountry(text: string | null | undefined): string | null {
  const line = optionalLine("country", text);
  if (!line) return null;
  const code = countryCode(line);
  if (!code) throw badInput("country", say("broadcasts.country"));
  return code;
}
