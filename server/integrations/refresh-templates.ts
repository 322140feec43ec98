import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Integration, Prisma } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { credentialsOf } from "./access.ts";

/** null: the list is stored; otherwise the provider's error message. */
type Refreshed = { error: string | null };

/** A statement may have 65,535 parameters, and a row here has nine. */
const ROWS_PER_INSERT = 1_000;

/** One request at a time per channel, however many users open the list at once. */
const underWay = new Map<string, Promise<Refreshed>>();

/**
 * Asks the provider for the channel's templates and replaces the stored ones. Never throws for a provider error: the channel keeps using
 * the stored list.
 * @param ctx outside a transaction, because the provider may be slow.
 */
export function refreshTemplates(ctx: Ctx, integration: Integration): Promise<Refreshed> {
  const asked = underWay.get(integration.id);
  if (asked) return asked;
  const asking = ask(ctx, integration).finally(() => underWay.delete(integration.id));
  underWay.set(integration.id, asking);
  return asking;
}

async function ask(ctx: Ctx, integration: Integration): Promise<Refreshed> {
  const { listTemplates } = channelOf(integration.type);
  if (!listTemplates) throw new Error(`${integration.type} channels list no templates`);
  if (ctx.wakes) throw new Error("a provider is not asked inside a transaction");
  const { workspaceId, id } = integration;
  // A refresh that ran meanwhile may have stored the list already.
  const newer = await ctx.db.integration.findFirst({
    where: { workspaceId, id, templatesFetchedAt: { gt: integration.templatesFetchedAt ?? new Date(0) } },
    select: { id: true },
  });
  if (newer) return { error: null };
  const askedAt = new Date();
  const listing = await listTemplates(await credentialsOf(integration));
  if (listing.outcome === "failed") {
    log.warn({ workspaceId, integrationId: id, error: listing.error }, "a channel's templates could not be listed");
    return { error: listing.error };
  }
  await inTransaction({ ...ctx, wakes: null }, async (tx) => {
    // The row lock keeps two lists from mixing. An earlier response does not replace a later one. If the credentials have changed
    // meanwhile, the list may belong to another account and is dropped.
    const [current] = await tx.db.$queryRaw<{ fetched: Date | null }[]>`
      select "templatesFetchedAt" as fetched from "Integration"
      where "workspaceId" = ${workspaceId} and id = ${id}::uuid and credentials = ${integration.credentials}
      for no key update`;
    if (!current || (current.fetched !== null && current.fetched > askedAt)) return;
    await tx.db.messageTemplate.deleteMany({ where: { workspaceId, integrationId: id } });
    const rows = listing.templates.map(({ components, ...template }) => ({
      ...template,
      workspaceId,
      integrationId: id,
      components: components as Prisma.InputJsonValue,
      fetchedAt: askedAt,
    }));
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
      await tx.db.messageTemplate.createMany({ data: rows.slice(from, from + ROWS_PER_INSERT) });
    }
    await tx.db.integration.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: { templatesFetchedAt: askedAt },
    });
  });
  return { error: null };
}
