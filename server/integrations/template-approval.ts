import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { refreshTemplates } from "./refresh-templates.ts";

const APPROVED = "APPROVED";
/** A refusal may rest on a list that is so old, in milliseconds; an approval on one of any age. */
const STALE_MS = 30_000;

/** A template as a caller names it: language null where it was left out. */
type NamedTemplate = { name: string; language: string | null };

/**
 * The language to send a template in: the one that was named, or the only one it is approved in.
 * Where the provider's templates are not known (CUSTOM, or never listed), any name passes: the channel's far side decides.
 * @throws AppError BAD_INPUT when the channel has no such template, not in that language, or it is not approved.
 */
export async function approvedLanguage(
  ctx: Ctx,
  integration: Pick<Integration, "id" | "type" | "name" | "templatesFetchedAt">,
  { name, language }: NamedTemplate,
): Promise<string | null> {
  if (!channelOf(integration.type).listTemplates || integration.templatesFetchedAt === null) return language;
  const known = await ctx.db.messageTemplate.findMany({
    where: { workspaceId: ctx.workspaceId, integrationId: integration.id, name },
    orderBy: { language: "asc" },
    select: { language: true, status: true },
  });
  if (known.length === 0) {
    throw badInput("templateName", `The channel ${integration.name} has no template "${name}"`);
  }
  const meant = language === null ? known : known.filter((each) => each.language === language);
  if (meant.length === 0)
    throw badInput("templateLang", `The template "${name}" is there in ${languagesOf(known)} only`);
  const approved = meant.filter(({ status }) => status === APPROVED);
  const [first] = approved;
  if (!first) {
    const states = [...new Set(meant.map(({ status }) => status))].join(", ");
    throw badInput("templateName", `The template "${name}" is ${states}; only an approved one can be sent`);
  }
  if (approved.length > 1) {
    throw badInput("templateLang", `The template "${name}" is there in ${languagesOf(approved)}; say which`);
  }
  return first.language;
}

/**
 * Asks the provider again when what is stored would refuse a template: it may have been approved a moment ago. Run before the
 * transaction that sends it; it refuses nothing itself, whatever is wrong with the input.
 */
export async function lookForTemplate(
  ctx: Ctx,
  integrationId: string,
  { name, language }: NamedTemplate,
): Promise<void> {
  const { workspaceId } = ctx;
  const integration = await ctx.db.integration.findFirst({
    where: { workspaceId, id: integrationId, deletedAt: null },
  });
  if (!integration || !channelOf(integration.type).listTemplates) return;
  const { templatesFetchedAt } = integration;
  if (templatesFetchedAt !== null) {
    if (templatesFetchedAt.getTime() > ctx.now.getTime() - STALE_MS) return;
    const isApproved = await ctx.db.messageTemplate.findFirst({
      where: { workspaceId, integrationId, name, status: APPROVED, ...(language !== null ? { language } : {}) },
      select: { id: true },
    });
    if (isApproved) return;
  }
  await refreshTemplates(ctx, integration);
}

function languagesOf(templates: { language: string }[]): string {
  return templates.map(({ language }) => language).join(", ");
}
