import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { blobs } from "../../blobs/blobs.ts";
import { database } from "../../db.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { startWorker } from "../../work/worker.ts";
import { handbookPdf } from "../../testing/documents.ts";
import { createTestWorkspace, testCtx } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";
import { sitePage, startSite, type Site } from "../../testing/site.ts";
import { createUpload } from "../../uploads/create-upload.ts";
import { pruneUploads } from "../../uploads/prune-uploads.ts";
import { createAi } from "../create-ai.ts";
import { deleteAi } from "../delete-ai.ts";
import { patchAi } from "../patch-ai.ts";
import { readSource, storeDocument } from "./read-source.ts";
import { readDocument } from "../../readers/read.ts";
import { refreshDueSources } from "./refresh-sources.ts";
import { requeue } from "../../work/handlers/recover.ts";
import { syncSources } from "./sync-sources.ts";
import type { VisitOptions } from "./visit-site.ts";
import { askApp } from "../../testing/ask-app.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-knowledge-"));

const QUICK: VisitOptions = { pauseMs: 0, pagesMax: 50, depthMax: 3, withinMs: 60_000 };
const RETURNS = { kind: "text", title: "Returns", text: "# How long?\n\nYou have 30 days to return a tent." };

let workspaceId: number;
beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
});

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});
async function siteWith(pages: Parameters<typeof startSite>[0]): Promise<Site> {
  const site = await startSite(pages);
  sites.push(site);
  return site;
}

const createBot = async (sources: unknown[]) =>
  (await createAi(testCtx(workspaceId), { name: "Otto", type: "builtIn", integrationProperties: { sources } })).id;
const setSources = (id: string, sources: unknown[]) =>
  patchAi(testCtx(workspaceId), { id, integrationProperties: { sources } });
const sourcesOf = (aiId: string) =>
  database().knowledgeSource.findMany({
    where: { workspaceId, aiId, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
async function onlySource(aiId: string): Promise<KnowledgeSource> {
  const [source, ...others] = await sourcesOf(aiId);
  if (!source || others.length > 0) throw new Error(`there are ${others.length + 1} sources`);
  return source;
}
/** Reads the assistant's only source as the worker would, and returns its row. */
async function read(aiId: string): Promise<KnowledgeSource> {
  await readSource(workspaceId, (await onlySource(aiId)).id, QUICK);
  return onlySource(aiId);
}
const passagesOf = async (aiId: string) =>
  (
    await database().knowledgePassage.findMany({
      where: { workspaceId, source: { aiId } },
      orderBy: [{ sourceId: "asc" }, { position: "asc" }],
    })
  ).map(({ heading, content }) => [heading, content]);
const waitAgain = (aiId: string) =>
  database().knowledgeSource.updateMany({ where: { workspaceId, aiId }, data: { state: "waiting" } });
const jobsFor = async (sourceId: string) =>
  (
    await database().$queryRaw<{ count: number }[]>`
      select count(*)::int as count from pgboss.job where name = 'read-source' and data ->> 'sourceId' = ${sourceId}`
  )[0]?.count;
async function upload(bytes: Uint8Array | string, contentType: string, name: string): Promise<string> {
  const input = { contentType, purpose: "knowledge" as const, name };
  const { fileName, uploadUrl } = await createUpload(testCtx(workspaceId), input);
  const request = new Request(uploadUrl, {
    method: "PUT",
    body: typeof bytes === "string" ? bytes : new Uint8Array(bytes),
  });
  const stored = await askApp(request);
  if (stored.status !== 201) throw new Error(await stored.text());
  return fileName;
}

describe("rows follow what versions name", () => {
  test("a new source waits, with a job; naming it again changes nothing", async () => {
    const aiId = await createBot([RETURNS]);
    const source = await onlySource(aiId);
    expect(source).toMatchObject({ kind: "text", title: "Returns", state: "waiting", url: null, uploadName: null });
    expect(await jobsFor(source.id)).toBe(1);
    await setSources(aiId, [{ text: RETURNS.text, kind: "text", title: "Returns" }]);
    expect((await onlySource(aiId)).id).toBe(source.id);
    expect(await jobsFor(source.id)).toBe(1);
  });

  test("a changed text is another source; what nobody names any more goes, with what was read of it", async () => {
    const aiId = await createBot([RETURNS, { kind: "text", title: "Costs", text: "It is free." }]);
    for (const { id } of await sourcesOf(aiId)) await readSource(workspaceId, id);
    expect(await passagesOf(aiId)).toHaveLength(2);
    await setSources(aiId, [{ ...RETURNS, text: "You have 60 days to return a tent." }]);
    expect(await passagesOf(aiId)).toEqual([]);
    await read(aiId);
    expect(await passagesOf(aiId)).toEqual([[null, "You have 60 days to return a tent."]]);
    const gone = await database().knowledgeSource.count({ where: { workspaceId, aiId, deletedAt: { not: null } } });
    expect(gone).toBe(2);
  });

  test("two changes at the same time add a source once", async () => {
    const aiId = await createBot([]);
    await Promise.all(Array.from({ length: 8 }, () => setSources(aiId, [RETURNS])));
    expect(await sourcesOf(aiId)).toHaveLength(1);
  });

  test("a deleted assistant knows nothing, and a reading under way is thrown away", async () => {
    const aiId = await createBot([RETURNS]);
    const source = await read(aiId);
    await deleteAi(testCtx(workspaceId), { id: aiId });
    await storeDocument(testCtx(workspaceId), source, "Returns", {
      title: null,
      passages: [{ position: 0, heading: null, content: "late", language: "simple" }],
      contentHash: new Uint8Array(32),
      page: null,
    });
    expect(await passagesOf(aiId)).toEqual([]);
    await database().$transaction((db) => syncSources({ ...testCtx(workspaceId), db, wakes: new Set() }, aiId));
    expect(await sourcesOf(aiId)).toEqual([]);
  });
});

describe("files and texts", () => {
  test("a text is read, and found by its words as they are and by their stems", async () => {
    const aiId = await createBot([RETURNS]);
    expect(await read(aiId)).toMatchObject({ state: "ready", error: null, attempts: 0, nextFetchAt: null });
    expect(await passagesOf(aiId)).toEqual([["How long?", "You have 30 days to return a tent."]]);
    const found = async (query: string, language: string) =>
      (
        await database().$queryRaw<{ rank: number }[]>`
          select ts_rank('{0.1, 0.2, 0.4, 1}', search, to_tsquery(${language}::regconfig, ${query})) as rank
          from "KnowledgePassage" p
          where p."workspaceId" = ${workspaceId} and search @@ to_tsquery(${language}::regconfig, ${query})`
      ).length;
    expect(await found("returning & tents", "english")).toBe(1);
    expect(await found("30", "simple")).toBe(1);
    expect(await found("you", "simple")).toBe(1);
    expect(await found("bicycle", "english")).toBe(0);
  });

  test("an uploaded PDF, under the name that its owner gave it", async () => {
    const bytes = await handbookPdf([
      { title: "Warranty", paragraphs: ["Two years for every tent."] },
      { title: "Returns", paragraphs: ["Thirty days."] },
    ]);
    const fileName = await upload(bytes, "application/pdf", "Handbook 2026.pdf");
    const aiId = await createBot([{ kind: "file", fileName }]);
    expect((await onlySource(aiId)).title).toBe(fileName);
    expect(await read(aiId)).toMatchObject({ state: "ready", title: "Warranty", uploadName: fileName });
    expect(await passagesOf(aiId)).toEqual([
      ["Warranty", "Two years for every tent."],
      ["Returns", "Thirty days."],
    ]);
  });

  test("the title that the source was given stands", async () => {
    const fileName = await upload("<title>Old</title><p>Words.</p>", "text/html", "page.html");
    const aiId = await createBot([{ kind: "file", fileName, title: "Our page" }]);
    expect(await read(aiId)).toMatchObject({ state: "ready", title: "Our page" });
  });

  test("a broken file says what is wrong with it, and is not tried again", async () => {
    const fileName = await upload("%PDF-1.7\n%%EOF", "application/pdf", "broken.pdf");
    const aiId = await createBot([{ kind: "file", fileName }]);
    const source = await read(aiId);
    expect(source).toMatchObject({
      state: "failed",
      error: "it is not a PDF, or it is damaged",
      attempts: 1,
      nextFetchAt: null,
      failingSince: expect.any(Date) as Date,
    });
    expect(await refreshDueSources()).toBe(0);
  });

  test("a file that is gone says so", async () => {
    const fileName = await upload("Words.", "text/plain", "notes.txt");
    const aiId = await createBot([{ kind: "file", fileName }]);
    await (await blobs()).delete(`${workspaceId}/${fileName}`);
    expect((await read(aiId)).error).toBe("its file is no longer there; upload it again");
  });

  test("files that a version named are kept, others go after a week", async () => {
    const [named, forgotten] = [await upload("A", "text/plain", "a.txt"), await upload("B", "text/plain", "b.txt")];
    const aiId = await createBot([{ kind: "file", fileName: named }]);
    await setSources(aiId, []);
    const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1_000);
    await database().upload.updateMany({ where: { workspaceId }, data: { createdAt: old } });
    await pruneUploads();
    const left = await database().upload.findMany({ where: { workspaceId }, select: { fileName: true } });
    expect(left.map(({ fileName }) => fileName)).toEqual([named]);
    expect(left).not.toContainEqual({ fileName: forgotten });
    await deleteAi(testCtx(workspaceId), { id: aiId });
    await pruneUploads();
    expect(await database().upload.count({ where: { workspaceId } })).toBe(0);
  });
});

describe("sites", () => {
  const PAGES = {
    "/help": sitePage("Help", "Start here.", ["/help/returns", "/help/costs"]),
    "/help/returns": sitePage("Returns", "You have 30 days."),
    "/help/costs": sitePage("Costs", "It is free."),
  };
  const createSiteBot = async (site: Site) => createBot([{ kind: "site", url: `${site.origin}/help` }]);

  test("is read page by page, and again a day later", async () => {
    const site = await siteWith(PAGES);
    const aiId = await createSiteBot(site);
    const source = await read(aiId);
    const at = (path: string) => site.origin + path;
    expect(source).toMatchObject({
      state: "ready",
      title: "Help",
      lastChange: { added: [at("/help"), at("/help/returns"), at("/help/costs")], changed: [], gone: [] },
    });
    expect((source.nextFetchAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1_000);
    expect(await passagesOf(aiId)).toEqual([
      ["Help", "Start here."],
      ["Returns", "You have 30 days."],
      ["Costs", "It is free."],
    ]);
  });

  test("its changes are seen, and what has not changed is not cut again", async () => {
    const site = await siteWith(PAGES);
    const aiId = await createSiteBot(site);
    const first = await read(aiId);
    const ids = async () =>
      new Map(
        (await database().knowledgePassage.findMany({ where: { workspaceId, sourceId: first.id } })).map(
          ({ content, id }) => [content, id],
        ),
      );
    const before = await ids();
    await waitAgain(aiId);
    const { changedAt, lastChange, contentHash } = first;
    expect(await read(aiId)).toMatchObject({ changedAt, lastChange, contentHash });
    expect(await ids()).toEqual(before);

    site.pages.set("/help/returns", sitePage("Returns", "You have 60 days.", ["/help/new"]));
    site.pages.set("/help/new", sitePage("New", "Brand new."));
    site.pages.delete("/help/costs");
    await waitAgain(aiId);
    const second = await read(aiId);
    expect(second.lastChange).toEqual({
      added: [`${site.origin}/help/new`],
      changed: [`${site.origin}/help/returns`],
      gone: [],
    });
    expect(second.changedAt).not.toEqual(first.changedAt);
    expect(second.contentHash).not.toEqual(first.contentHash);
    const after = await ids();
    expect([...after.keys()].sort()).toEqual(["Brand new.", "It is free.", "Start here.", "You have 60 days."]);
    expect(after.get("Start here.")).toBe(before.get("Start here."));

    await waitAgain(aiId);
    expect((await read(aiId)).lastChange).toEqual({ added: [], changed: [], gone: [`${site.origin}/help/costs`] });
    expect([...(await ids()).keys()]).not.toContain("It is free.");
    expect(await database().knowledgePage.count({ where: { workspaceId, sourceId: first.id } })).toBe(3);
  });

  test("a page that is linked under other addresses too stays, visit after visit", async () => {
    const own = `<link rel="canonical" href="/help/returns">`;
    const page = sitePage("Returns", "You have 30 days.", [], own);
    const aside = sitePage("Draft", "Not yet.", [], `${own}<meta name="robots" content="noindex">`);
    const site = await siteWith({
      "/help": sitePage("Help", "Start here.", ["/help/draft", "/help/returns?from=help", "/help/returns"]),
      "/help/draft": aside,
      "/help/returns?from=help": page,
      "/help/returns": page,
    });
    const aiId = await createSiteBot(site);
    for (let round = 0; round < 4; round++) {
      await waitAgain(aiId);
      await read(aiId);
      expect(await passagesOf(aiId)).toContainEqual(["Returns", "You have 30 days."]);
    }
  });

  test("one that fails keeps what was read, says since when, and is tried again; then all is well", async () => {
    const site = await siteWith(PAGES);
    const aiId = await createSiteBot(site);
    await read(aiId);
    const known = await passagesOf(aiId);
    site.pages.set("/help", (response) => response.writeHead(502).end());
    await waitAgain(aiId);
    const failed = await read(aiId);
    expect(failed).toMatchObject({ state: "failed", error: "its server answered 502", attempts: 1 });
    expect(await passagesOf(aiId)).toEqual(known);
    const minutes = ((failed.nextFetchAt?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4);
    expect(minutes).toBeLessThan(6);
    await waitAgain(aiId);
    expect(await read(aiId)).toMatchObject({ attempts: 2, failingSince: failed.failingSince });

    site.pages.set("/help", PAGES["/help"]);
    await database().knowledgeSource.updateMany({ where: { workspaceId, aiId }, data: { nextFetchAt: new Date(0) } });
    expect(await refreshDueSources()).toBe(1);
    expect((await onlySource(aiId)).state).toBe("waiting");
    expect(await read(aiId)).toMatchObject({ state: "ready", error: null, attempts: 0, failingSince: null });
  });

  test("nobody is visited for a workspace that was deleted, or has no assistants any more", async () => {
    const aiId = await createSiteBot(await siteWith(PAGES));
    await read(aiId);
    const due = () =>
      database().knowledgeSource.updateMany({ where: { workspaceId, aiId }, data: { nextFetchAt: new Date(0) } });
    await due();
    await database().workspace.update({ where: { id: workspaceId }, data: { plan: "GATEWAY" } });
    expect(await refreshDueSources()).toBe(0);
    await database().workspace.update({ where: { id: workspaceId }, data: { plan: "BASIC", deletedAt: new Date() } });
    expect(await refreshDueSources()).toBe(0);
    await database().workspace.update({ where: { id: workspaceId }, data: { deletedAt: null } });
    expect(await refreshDueSources()).toBe(1);
  });

  test("a site that needs scripts to say anything says so", async () => {
    const site = await siteWith({ "/help": "<div id=app></div><script>render()</script>" });
    expect((await read(await createSiteBot(site))).error).toMatch(
      /^it has no text that can be read without running its scripts/,
    );
  });
});

describe("nothing is lost, and nothing is seen by halves", () => {
  test("a source without its job is found by the recovery", async () => {
    const { id } = await onlySource(await createBot([RETURNS]));
    await database().$executeRaw`delete from pgboss.job where name = 'read-source'`;
    expect(await requeue("read-source")).toBeGreaterThan(0);
    expect(await jobsFor(id)).toBe(1);
    expect(await requeue("read-source")).toBe(0);
  });

  test("read twice at the same time, it is read once", async () => {
    const aiId = await createBot([RETURNS]);
    const { id } = await onlySource(aiId);
    await Promise.all(Array.from({ length: 4 }, () => readSource(workspaceId, id)));
    expect(await passagesOf(aiId)).toHaveLength(1);
    await readSource(workspaceId, id);
    await readSource(workspaceId, randomUUID());
    expect((await onlySource(aiId)).state).toBe("ready");
  });

  test("whoever searches while two hundred pages are replaced finds the old ones or the new ones", async () => {
    const edition = (year: number) =>
      handbookPdf(
        Array.from({ length: 200 }, (_, page) => ({
          title: `Chapter ${page}`,
          paragraphs: [`Edition ${year}, rule ${page}: a tent may be returned within ${page} days of its delivery.`],
        })),
      );
    const fileName = await upload(await edition(2025), "application/pdf", "handbook.pdf");
    const aiId = await createBot([{ kind: "file", fileName }]);
    const source = await read(aiId);
    const seen = new Set<string>();
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        const rows = await database().$queryRaw<{ edition: string; count: number }[]>`
          select substring(content from 'Edition [0-9]+') as edition, count(*)::int as count from "KnowledgePassage"
          where "workspaceId" = ${workspaceId} and "sourceId" = ${source.id}::uuid group by 1`;
        seen.add(rows.map(({ edition: name, count }) => `${count} of ${name}`).join(", "));
      }
    })();
    const bytes = await edition(2026);
    const document = await readDocument(workspaceId, {
      bytes,
      contentType: "application/pdf",
      fileName: null,
      url: null,
      encoding: "identity",
    });
    for (let round = 0; round < 3; round++) {
      const flipped = { ...document, contentHash: new Uint8Array(32).fill(round) };
      await storeDocument(testCtx(workspaceId), source, "Handbook", flipped);
    }
    isDone = true;
    await watch;
    expect([...seen].sort()).toEqual(["200 of Edition 2025", "200 of Edition 2026"]);
  });

  test("through the worker: what was added is ready within seconds", async () => {
    const worker = await startWorker({ pollMs: 100, recoverMs: 500 });
    try {
      const aiId = await createBot([RETURNS]);
      await eventually(async () => (await onlySource(aiId)).state === "ready", 15_000);
      expect(await passagesOf(aiId)).toHaveLength(1);
    } finally {
      await worker.stop();
    }
  });
});
