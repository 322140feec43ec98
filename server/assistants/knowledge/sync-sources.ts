import type { Ctx } from "../../ctx.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { enqueue } from "../../work/queue.ts";
import { type KnowledgeSourceInput, sourcesOf, type AssistantProperties } from "../assistant-properties.ts";
import { propertiesOf, propertiesOfVersion, findDraft } from "../access.ts";
import { createHash } from "node:crypto";

/**
 * Updates the rows of an assistant's sources to match its live version and its draft. New sources are queued for reading. A source that
 * neither uses is deleted with its passages. Call it at the end of every transaction that writes or deletes properties of an assistant
 * or a draft. A second call changes nothing.
 * @param tx the transaction of the change, which has already written it.
 */
export async function syncSources(tx: Ctx, aiId: string): Promise<void> {
  const { workspaceId } = tx;
  // Two concurrent changes would each add the sources that both use.
  await tx.db.$queryRaw`
    select id from "Assistant" where "workspaceId" = ${workspaceId} and id = ${aiId}::uuid for no key update`;
  const named = await keptSources(tx, aiId);
  const rows = await tx.db.knowledgeSource.findMany({
    where: { workspaceId, aiId, deletedAt: null },
    select: { id: true, key: true },
  });
  const known = new Set(rows.map(({ key }) => key));
  await dropSources(
    tx,
    rows.filter(({ key }) => !named.has(key)).map(({ id }) => id),
  );
  for (const [key, source] of named) {
    if (known.has(key)) continue;
    const added = await tx.db.knowledgeSource.create({
      data: { workspaceId, aiId, key, state: "waiting", ...shownOf(source) },
    });
    await enqueue(tx, "read-source", { workspaceId, sourceId: added.id });
  }
}

/**
 * Deletes the sources of a deleted assistant. No version of it can be restored, so its files are no longer in use.
 * @param tx the transaction of the deletion
 */
export async function forgetSources(tx: Ctx, aiId: string): Promise<void> {
  const where = { workspaceId: tx.workspaceId, aiId };
  const rows = await tx.db.knowledgeSource.findMany({ where: { ...where, deletedAt: null }, select: { id: true } });
  await dropSources(
    tx,
    rows.map(({ id }) => id),
  );
  await tx.db.knowledgeSource.updateMany({ where, data: { uploadName: null } });
}

async function dropSources(tx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { workspaceId } = tx;
  // Update the rows first: a job that is reading one waits for this transaction and then finds the source deleted.
  await tx.db.knowledgeSource.updateMany({
    where: { workspaceId, id: { in: ids } },
    data: { deletedAt: tx.now, nextFetchAt: null },
  });
  await tx.db.knowledgePassage.deleteMany({ where: { workspaceId, sourceId: { in: ids } } });
  await tx.db.knowledgePage.deleteMany({ where: { workspaceId, sourceId: { in: ids } } });
}

/** What lists show before the source was read. A file and a site may get a better title by then. */
export function shownOf(source: KnowledgeSourceInput): Pick<KnowledgeSource, "kind" | "title" | "url" | "uploadName"> {
  switch (source.kind) {
    case "text":
      return { kind: "text", title: source.title, url: null, uploadName: null };
    case "file":
      return { kind: "file", title: source.title ?? source.fileName, url: null, uploadName: source.fileName };
    case "site":
      return { kind: "site", title: source.title ?? source.url, url: source.url, uploadName: null };
  }
}

/** The sources of an assistant's live version and its draft, by key. Empty for a deleted assistant. */
export async function keptSources(ctx: Ctx, aiId: string): Promise<Map<string, KnowledgeSourceInput>> {
  const { live, draft } = await keptProperties(ctx, aiId);
  const sources = [live, draft].flatMap((properties) => (properties ? sourcesOf(properties) : []));
  return new Map(sources.map((source) => [sourceKey(source), source]));
}

/** The keys of these sources, in the order of the live version and of the draft. */
export async function keysInOrder(ctx: Ctx, aiId: string): Promise<{ live: string[]; draft: string[] }> {
  const { live, draft } = await keptProperties(ctx, aiId);
  const keysOf = (properties: AssistantProperties | null) => (properties ? sourcesOf(properties).map(sourceKey) : []);
  return { live: keysOf(live), draft: keysOf(draft) };
}

async function keptProperties(ctx: Ctx, aiId: string) {
  const { workspaceId } = ctx;
  const ai = await ctx.db.assistant.findFirst({ where: { workspaceId, id: aiId, type: "builtIn", deletedAt: null } });
  if (!ai) return { live: null, draft: null };
  const draft = await findDraft(ctx, aiId);
  const [live, drafted] = await Promise.all([propertiesOf(ai), draft ? propertiesOfVersion(draft) : null]);
  return { live, draft: drafted };
}

/**
 * Identifies a source: the SHA-256 of its integrationProperties, whatever the order of its keys. The same source in two versions is
 * one row and is read once. A changed text is another source.
 */
export function sourceKey(source: KnowledgeSourceInput): string {
  const said = Object.entries(source).filter(([, value]) => value !== undefined);
  const canonical = JSON.stringify(said.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(canonical).digest("hex");
}
