import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import type { KnowledgeSource, KnowledgePage, Prisma } from "../../generated/prisma/client.ts";
import { say, type Said } from "../../say.ts";
import { readKnowledgeUpload } from "../../uploads/read-knowledge-upload.ts";
import { keptSources } from "./sync-sources.ts";
import { readDocument } from "../../readers/read.ts";
import { SiteAway, VISIT, visitSite, type VisitOptions, type VisitedPage } from "./visit-site.ts";
import { Unreadable } from "../../readers/unreadable.ts";
import { createHash } from "node:crypto";
import { inTransaction } from "../../db.ts";
import { errorColumns } from "../../error-columns.ts";
import type { ReadDocument } from "../../readers/formats/document.ts";
import { enqueue } from "../../work/queue.ts";
import { operatorsEmbeddings } from "../providers/operators-model.ts";
import type { Passage } from "../../readers/text/passages.ts";

/**
 * Reads a source and replaces its passages in one transaction. Problems with the source itself are stored as text for people. Errors of
 * this service are thrown, and the job is retried. It may run twice or be interrupted: partial results are never visible.
 */
export async function readSource(workspaceId: number, sourceId: string, visit: VisitOptions = VISIT): Promise<void> {
  const ctx = systemCtx(workspaceId, "read-source");
  const [source] = await ctx.db.knowledgeSource.updateManyAndReturn({
    where: { workspaceId, id: sourceId, state: { in: ["waiting", "reading"] }, deletedAt: null },
    data: { state: "reading" },
  });
  if (!source) return;
  try {
    if (source.kind === "site") await readSite(ctx, source, visit);
    else await readOne(ctx, source);
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof SiteAway)) throw error;
    await storeFailure(systemCtx(workspaceId, "read-source"), source, error.said);
  }
}

async function readOne(ctx: Ctx, source: KnowledgeSource): Promise<void> {
  const named = (await keptSources(ctx, source.aiId)).get(source.key);
  if (!named || named.kind === "site") throw new Unreadable(say("source.notNamed"));
  const file =
    named.kind === "text"
      ? { bytes: Buffer.from(named.text), contentType: "text/plain; charset=utf-8", name: null }
      : await readKnowledgeUpload(ctx, named.fileName);
  if (!file) throw new Unreadable(say("source.fileGone"));
  const { bytes, contentType, name } = file;
  const document = await readDocument(ctx.workspaceId, {
    bytes,
    contentType,
    fileName: name,
    url: null,
    encoding: "identity",
  });
  await storeDocument(
    systemCtx(ctx.workspaceId, "read-source"),
    source,
    named.title ?? document.title ?? name ?? source.title,
    document,
  );
}

async function readSite(ctx: Ctx, source: KnowledgeSource, options: VisitOptions): Promise<void> {
  const pages = await ctx.db.knowledgePage.findMany({
    where: { workspaceId: ctx.workspaceId, sourceId: source.id },
    select: { url: true, etag: true, lastModified: true },
  });
  const visited = await visitSite(ctx.workspaceId, source.url ?? "", pages, options);
  await storeVisit(systemCtx(ctx.workspaceId, "read-source"), source, visited);
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Minutes until a failed site is retried. After these retries, once a day. */
const TRIED_AGAIN_MINUTES = [5, 30, 120, 480];

/** Replaces the passages of a file or a text page. These are read when they are new, and on request. */
export async function storeDocument(
  ctx: Ctx,
  source: KnowledgeSource,
  title: string,
  { contentHash, passages }: ReadDocument,
): Promise<void> {
  await whileItIsRead(ctx, source, async (tx) => {
    await tx.db.knowledgePassage.deleteMany({ where: { workspaceId: tx.workspaceId, sourceId: source.id } });
    await insertPassages(tx, { sourceId: source.id, pageId: null, title, firstPosition: 0 }, passages);
    const isSame = source.contentHash !== null && Buffer.compare(source.contentHash, contentHash) === 0;
    return { ...good(tx.now), title, contentHash, embeddingModel: null, ...(isSame ? {} : { changedAt: tx.now }) };
  });
}

/** Stores the result of a visit to a site: new, changed and missing pages. The next visit is in a day. */
async function storeVisit(ctx: Ctx, source: KnowledgeSource, visited: readonly VisitedPage[]): Promise<void> {
  await whileItIsRead(ctx, source, async (tx) => {
    const change = await storePages(tx, source, visited);
    const pages = await tx.db.knowledgePage.findMany({
      where: { workspaceId: tx.workspaceId, sourceId: source.id },
      select: { url: true, contentHash: true },
      orderBy: { url: "asc" },
    });
    if (pages.length === 0) return failure(tx, source, say("source.onlyScripts"));
    const isChanged = change.added.length + change.changed.length + change.gone.length > 0;
    const [first] = visited;
    const named = first?.kind === "read" ? first.document.title : null;
    return {
      ...good(tx.now),
      contentHash: hashOf(pages),
      // A site without a title gets the title of its first page.
      ...(source.title === source.url && named !== null ? { title: named } : {}),
      nextFetchAt: new Date(tx.now.getTime() + DAY_MS),
      ...(isChanged ? { changedAt: tx.now, lastChange: change, embeddingModel: null } : {}),
    };
  });
}

/** Changes when a page's content changes, or a page is added or removed. */
function hashOf(pages: readonly Pick<KnowledgePage, "url" | "contentHash">[]): Uint8Array<ArrayBuffer> {
  const hash = createHash("sha256");
  for (const { url, contentHash } of pages) hash.update(`${url}\n`).update(contentHash);
  return new Uint8Array(hash.digest());
}

/** Stores why a source could not be read. Its passages stay. A site is retried, a broken file is not. */
async function storeFailure(ctx: Ctx, source: KnowledgeSource, clause: Said): Promise<void> {
  await whileItIsRead(ctx, source, (tx) => Promise.resolve(failure(tx, source, clause)));
}

type Change = Prisma.KnowledgeSourceUncheckedUpdateManyInput;

/**
 * Runs the transaction that ends a reading, if the source still exists. Two readings that end together run one after the other, and the
 * second wins.
 */
async function whileItIsRead(ctx: Ctx, source: KnowledgeSource, change: (tx: Ctx) => Promise<Change>): Promise<void> {
  const { workspaceId } = ctx;
  await inTransaction(ctx, async (tx) => {
    const rows = await tx.db.$queryRaw<object[]>`
      select id from "KnowledgeSource"
      where "workspaceId" = ${workspaceId} and id = ${source.id}::uuid and "deletedAt" is null for update`;
    if (rows.length === 0) return;
    const data = await change(tx);
    await tx.db.knowledgeSource.updateMany({ where: { workspaceId, id: source.id }, data });
    if (data.embeddingModel === null && operatorsEmbeddings() !== null)
      await enqueue(tx, "embed-source", { workspaceId, sourceId: source.id });
  });
}

function good(now: Date): Change {
  return { state: "ready", ...errorColumns(null), attempts: 0, failingSince: null, fetchedAt: now, nextFetchAt: null };
}

function failure(tx: Ctx, source: KnowledgeSource, clause: Said): Change {
  const minutes = TRIED_AGAIN_MINUTES[source.attempts] ?? DAY_MS / 60_000;
  return {
    state: "failed",
    ...errorColumns(clause),
    attempts: source.attempts + 1,
    failingSince: source.failingSince ?? tx.now,
    nextFetchAt: source.kind === "site" ? new Date(tx.now.getTime() + minutes * 60_000) : null,
  };
}

/** Page addresses, to show to people. */
type SiteChange = { added: string[]; changed: string[]; gone: string[] };

/** Consecutive visits in which a page may be missing, because sites are sometimes unreliable. */
const MISSED_MAX = 1;

/**
 * Stores the result of a visit page by page. The passages of an unchanged page stay as they are.
 * @param tx the transaction that holds the source's row
 */
async function storePages(tx: Ctx, source: KnowledgeSource, visited: readonly VisitedPage[]): Promise<SiteChange> {
  const { workspaceId } = tx;
  const rows = await tx.db.knowledgePage.findMany({ where: { workspaceId, sourceId: source.id } });
  const known = new Map(rows.map((row) => [row.url, row]));
  const change: SiteChange = { added: [], changed: [], gone: [] };
  const gone = new Set<KnowledgePage>();
  // A page may have been requested under several addresses. One of them is its own.
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
  { url, document, etag, lastModified }: Extract<VisitedPage, { kind: "read" }>,
  row: KnowledgePage | undefined,
): Promise<KnowledgePage> {
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
      data: { workspaceId: tx.workspaceId, sourceId: source.id, url, ...data, changedAt: tx.now },
    });
  }
  const isSame = Buffer.compare(row.contentHash, document.contentHash) === 0;
  await touch(tx, row, { ...data, ...(isSame ? {} : { changedAt: tx.now }) });
  return { ...row, ...data };
}

async function touch(tx: Ctx, { id }: KnowledgePage, data: Partial<KnowledgePage>): Promise<void> {
  await tx.db.knowledgePage.updateMany({ where: { workspaceId: tx.workspaceId, id }, data });
}

/** After all existing positions. Only the order within a page matters. */
async function nextPosition(tx: Ctx, source: KnowledgeSource): Promise<number> {
  const last = await tx.db.knowledgePassage.aggregate({
    where: { workspaceId: tx.workspaceId, sourceId: source.id },
    _max: { position: true },
  });
  return (last._max.position ?? -1) + 1;
}

/**
 * How passages are stored, as searches need to know.
 *
 * - `language` is a PostgreSQL text-search configuration: the passage's own if it is long enough to detect, else its source's.
 * - `search` contains every word twice: as its stem in that configuration (weight A: title and heading path, weight B: content), and as
 *   written, in lower case (configuration `simple`, weight D: all of it, stop words too), for names, numbers and codes. A search uses
 *   `search @@ (to_tsquery(language, …) || to_tsquery('simple', …))`, in each language that the assistant's passages have.
 * - A passage is valid while its source has no `deletedAt`, whatever the source's `state`. A source that is being read again, or could
 *   not be read, keeps its passages. Passages of one source change in one transaction, so a search never sees half of them.
 * - A version's properties determine its sources: `sourceKey` of each (sync-sources.ts) matches KnowledgeSource.key.
 * - `position` orders the passages of one page, or of a source without pages. A passage's neighbours are those just before and after it.
 * - The GIN index starts with "workspaceId": (workspaceId, search).
 */
type PassagePlace = {
  sourceId: string;
  /** For a site. */
  pageId: string | null;
  /** The title of the source, or of the page. */
  title: string;
  firstPosition: number;
};

/** Rows per statement, so that it does not take seconds. */
const AT_ONCE = 500;

/** Inserts passages with their search vectors. `tx` is the transaction that deleted the old ones. */
export async function insertPassages(tx: Ctx, place: PassagePlace, passages: readonly Passage[]): Promise<void> {
  for (let from = 0; from < passages.length; from += AT_ONCE) {
    const rows = passages.slice(from, from + AT_ONCE).map(({ position, heading, content, language }) => ({
      position: place.firstPosition + position,
      heading,
      content,
      language,
    }));
    await tx.db.$executeRaw`
      insert into "KnowledgePassage"
        ("workspaceId", id, "sourceId", "pageId", position, heading, content, language, search)
      select ${tx.workspaceId}, gen_random_uuid(), ${place.sourceId}::uuid, ${place.pageId}::uuid,
        p.position, p.heading, p.content, p.language,
        setweight(to_tsvector(p.language::regconfig, concat_ws(' ', ${place.title}::text, p.heading)), 'A')
          || setweight(to_tsvector(p.language::regconfig, p.content), 'B')
          || setweight(to_tsvector('simple', concat_ws(' ', ${place.title}::text, p.heading, p.content)), 'D')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p(position int, heading text, content text, language text)
      order by p.position`;
  }
}
