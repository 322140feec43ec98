import { channelOf } from "../channels/registry.ts";
import { sendsTemplates } from "./sends-templates.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import type { Integration, MessageTemplate } from "../generated/prisma/client.ts";
import { refreshTemplates } from "./refresh-templates.ts";
import { say } from "../say.ts";

const APPROVED = "APPROVED";
/** Maximum age, in milliseconds, of a list that may cause a refusal. An approval may rest on a list of any age. */
const STALE_MS = 30_000;
/** Maximum number of problems listed for one template. */
const MOST_FIELDS = 20;

/** A template as the caller gives it: language null when omitted, placeholders unfilled. */
type GivenTemplate = { name: string; language: string | null; components: unknown };
type Channel = Pick<Integration, "id" | "type" | "name" | "templatesFetchedAt">;
type Known = Pick<MessageTemplate, "language" | "status" | "category" | "parameterFormat" | "components">;

/** The language of a template that can be sent; `category` is null when the provider's templates are unknown. */
export type ApprovedTemplate = { language: string | null; category: string | null };

/**
 * The template as it can be sent: in the given language, or the only approved one, with components that fit its definition. If the
 * provider's templates are unknown (CUSTOM, or never listed), any template passes and the receiving system decides.
 * @throws AppError BAD_INPUT when the channel has no such template, not in that language, it is not approved, or its components do
 * not fit: the error then lists each field with its problem.
 */
export async function approvedTemplate(
  ctx: Ctx,
  integration: Channel,
  template: GivenTemplate,
): Promise<ApprovedTemplate> {
  const known = await knownTemplates(ctx, integration, template.name);
  if (known === null) return { language: template.language, category: null };
  const approved = choose(integration, known, template);
  mustFit(integration, approved, template.components);
  return { language: approved.language, category: approved.category };
}

/**
 * Checks the components of a broadcast's template before its approval or launch, as far as the template is known.
 * @throws AppError BAD_INPUT with each field that does not fit
 */
export async function mustFitIfKnown(ctx: Ctx, integration: Channel, template: GivenTemplate): Promise<void> {
  const { language, components } = template;
  const known = (await knownTemplates(ctx, integration, template.name)) ?? [];
  const meant = language === null ? known : known.filter((each) => each.language === language);
  const [only] = meant;
  if (only && meant.length === 1) mustFit(integration, only, components);
}

/** Every template with this name; null when the channel's templates are unknown. */
async function knownTemplates(ctx: Ctx, integration: Channel, name: string): Promise<Known[] | null> {
  if (!channelOf(integration.type).listTemplates || integration.templatesFetchedAt === null) return null;
  return ctx.db.messageTemplate.findMany({
    where: { workspaceId: ctx.workspaceId, integrationId: integration.id, name },
    orderBy: { language: "asc" },
    select: { language: true, status: true, category: true, parameterFormat: true, components: true },
  });
}

function choose(integration: Channel, known: Known[], { name, language }: GivenTemplate): Known {
  if (known.length === 0) {
    throw badInput("templateName", say("channels.templateNone", { channel: integration.name, name }));
  }
  const meant = language === null ? known : known.filter((each) => each.language === language);
  if (meant.length === 0)
    throw badInput("templateLang", say("channels.templateLanguages", { name, languages: languagesOf(known) }));
  const approved = meant.filter(({ status }) => status === APPROVED);
  const [first] = approved;
  if (!first) {
    const states = [...new Set(meant.map(({ status }) => status))].join(", ");
    throw badInput("templateName", say("channels.templateState", { name, states }));
  }
  if (approved.length > 1) {
    throw badInput("templateLang", say("channels.templateWhich", { name, languages: languagesOf(approved) }));
  }
  return first;
}

function mustFit({ type }: Channel, definition: Known, components: unknown): void {
  const problems = channelOf(type).checkTemplate?.(definition, components) ?? [];
  const [first, ...more] = problems;
  if (!first) return;
  const problem = first.said;
  const sentence = more.length === 0 ? problem : say("channels.andMore", { problem, count: more.length });
  throw new AppError("BAD_INPUT", sentence, {
    fields: problems.slice(0, MOST_FIELDS).map((each) => ({ ...each, path: `input.${each.path}` })),
  });
}

/**
 * Asks the provider again when the stored list would refuse a template, which may have been approved or changed a moment ago. Run it
 * before the sending transaction. It refuses nothing itself, even if the input is wrong.
 */
export async function lookForTemplate(ctx: Ctx, integrationId: string, template: GivenTemplate): Promise<void> {
  const { workspaceId } = ctx;
  const integration = await ctx.db.integration.findFirst({
    where: { workspaceId, id: integrationId, deletedAt: null },
  });
  if (!integration || !sendsTemplates(integration) || !channelOf(integration.type).listTemplates) return;
  const { templatesFetchedAt } = integration;
  if (templatesFetchedAt !== null) {
    if (templatesFetchedAt.getTime() > ctx.now.getTime() - STALE_MS) return;
    if (await isApproved(ctx, integration, template)) return;
  }
  await refreshTemplates(ctx, integration);
}

async function isApproved(ctx: Ctx, integration: Channel, template: GivenTemplate): Promise<boolean> {
  try {
    await approvedTemplate(ctx, integration, template);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function languagesOf(templates: { language: string }[]): string {
  return templates.map(({ language }) => language).join(", ");
}
