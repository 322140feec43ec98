import type { Ctx } from "../../ctx.ts";
import type { KnowledgePage, KnowledgeSource } from "../../generated/prisma/client.ts";
import { insertPassages } from "./passage-sql.ts";
import type { VisitedPage } from "./visit-site.ts";

/** Addresses of pages, for people. */
export type SiteChange = { added: string[]; changed: string[]; gone: string[] };

/** Visits in a row that a page may miss; sites have bad days. */
const MISSED_MAX = 1;

type ReadPage = Extract<VisitedPage, { kind: "read" }>;

/**
 * Takes over what a visit found, page by page: the passages of one that has not changed stay as they are.
 * @param tx the transaction that holds the source
 */
export async function storePages(
  tx: Ctx,
  source: KnowledgeSource,
  visited: readonly VisitedPage[],
): Promise<SiteChange> {
  const { workspaceId } = tx;
  const rows = await tx.db.knowledgePage.findMany({ where: { workspaceId, sourceId: source.id } });
  const known = new Map(rows.map((row) => [row.url, row]));
  const change: SiteChange = { added: [], changed: [], gone: [] };
  const gone = new Set<KnowledgePage>();
  // A page may be asked for under several addresses, of which one is its own.
  const there = new Set(visited.flatMap(({ kind, url }) => (kind === "missing" ? [] : [url])));
  let position = await nextPosition(tx, source);
  for (const page of visited) {
    const row = known.get(page.url);
    if (page.kind === "missing") {
      if (!row || there.has(row.url)) continue;
      if (row.missed >= MISSED_MAX) gone.add(row);
      else await touch(tx, row, { missed: row.missed + 1 });
      continue;
    }
    if (page.kind === "unchanged") {
      if (row) await touch(tx, row, { missed: 0, fetchedAt: tx.now });
      continue;
    }
    const isSame = row !== undefined && Buffer.compare(row.contentHash, page.document.contentHash) === 0;
    const stored = await storePage(tx, source, page, row);
    if (isSame) continue;
    change[row ? "changed" : "added"].push(page.url);
    await tx.db.knowledgePassage.deleteMany({ where: { workspaceId, sourceId: source.id, pageId: stored.id } });
    const place = { sourceId: source.id, pageId: stored.id, title: stored.title, firstPosition: position };
    await insertPassages(tx, place, page.document.passages);
    position += page.document.passages.length;
  }
  const ids = [...gone].map(({ id }) => id);
  await tx.db.knowledgePassage.deleteMany({ where: { workspaceId, sourceId: source.id, pageId: { in: ids } } });
  await tx.db.knowledgePage.deleteMany({ where: { workspaceId, id: { in: ids } } });
  change.gone = [...gone].map(({ url }) => url);
  return change;
}

async function storePage(
  tx: Ctx,
  source: KnowledgeSource,
  { url, document, etag, lastModified }: ReadPage,
  row: KnowledgePage | undefined,
): Promise<KnowledgePage> {
  const { workspaceId } = tx;
  const data = {
    title: document.title ?? new URL(url).pathname,
    contentHash: document.contentHash,
    etag,
    lastModified,
    fetchedAt: tx.now,
    missed: 0,
  };
  if (!row) {
    return tx.db.knowledgePage.create({
      data: { workspaceId, sourceId: source.id, url, ...data, changedAt: tx.now },
    });
  }
  const isSame = Buffer.compare(row.contentHash, document.contentHash) === 0;
  await touch(tx, row, { ...data, ...(isSame ? {} : { changedAt: tx.now }) });
  return { ...row, ...data };
}

async function touch(tx: Ctx, { id }: KnowledgePage, data: Partial<KnowledgePage>): Promise<void> {
  await tx.db.knowledgePage.updateMany({ where: { workspaceId: tx.workspaceId, id }, data });
}

/** Behind all that there are: pages change places, and only the order within one says something. */
async function nextPosition(tx: Ctx, source: KnowledgeSource): Promise<number> {
  const last = await tx.db.knowledgePassage.aggregate({
    where: { workspaceId: tx.workspaceId, sourceId: source.id },
    _max: { position: true },
  });
  return (last._max.position ?? -1) + 1;
}
