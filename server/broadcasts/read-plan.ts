import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { readTemplate } from "../inbox/send-template.ts";
import type { Template } from "../inbox/send-template.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { countryCode } from "../phone.ts";
import { stageOr404 } from "../tags/access.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { optionalLine } from "../text-rules.ts";

/** What a broadcast sends, where, and whom it is meant for, as a caller writes it. */
export type PlanInput = {
  integrationId: string;
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
  clientTags: string[];
  clientStageId: string | null;
  country: string | null;
};

/**
 * Checks what a broadcast is to be.
 * @throws AppError NOT_FOUND (channel, stage), BAD_INPUT (a channel without templates, no country, …)
 */
export async function readPlan(ctx: Ctx, input: PlanInput): Promise<Plan> {
  const integration = await integrationOr404(ctx, input.integrationId);
  const template = readTemplate(integration, input);
  const clientTags = readTagValues("clientTags", input.clientTags ?? []);
  const stage = input.clientStageId ? await stageOr404(ctx, "clientStage", { id: input.clientStageId }) : null;
  return { integration, template, clientTags, clientStageId: stage?.id ?? null, country: readCountry(input.country) };
}

function readCountry(text: string | null | undefined): string | null {
  const line = optionalLine("country", text);
  if (!line) return null;
  const code = countryCode(line);
  if (!code) throw badInput("country", "country must be an ISO 3166-1 alpha-2 code, like DE");
  return code;
}
