import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { say } from "../../say.ts";
import { readKnowledgeUpload } from "../../uploads/read-knowledge-upload.ts";
import { keptSources } from "./sync-sources.ts";
import { readDocument } from "../../readers/read.ts";
import { storeDocument, storeFailure, storeVisit } from "./store-reading.ts";
import { SiteAway, VISIT, visitSite, type VisitOptions } from "./visit-site.ts";
import { Unreadable } from "../../readers/unreadable.ts";

/**
 * Reads a source and replaces what was read of it before, all of it at once. What is wrong with the source itself is written down in
 * words for people; what is wrong with this service is thrown, and the job is tried again. It may run twice, or die in the middle:
 * nothing is seen before it is whole.
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
