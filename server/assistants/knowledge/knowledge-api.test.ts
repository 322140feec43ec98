import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { api, type Api } from "../../testing/api.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../../testing/factories.ts";
import { readSource } from "./read-source.ts";
import { askApp } from "../../testing/ask-app.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-knowledge-api-"));

const CREATE_AI = "mutation ($input: AICreateInput!) { createAi(input: $input) { id } }";
const CREATE_UPLOAD =
  "mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName uploadUrl url } }";
const SOURCES = `query ($input: AISourcesInput!) { aiSources(input: $input) { nodes {
  id kind title url fileName state error failingSince passageCount pageCount fetchedAt nextFetchAt changedAt lastChange livePosition draftPosition createdAt } } }`;
const PASSAGES = `query ($input: AIPassagesInput!) { aiPassages(input: $input) {
  nodes { id position heading content language pageUrl } pageInfo { hasNextPage endCursor count } } }`;
const REFRESH = "mutation ($input: AISourceRefreshInput!) { refreshAiSource(input: $input) { id state passageCount } }";

type Source = { id: string; state: string; passageCount: number };
type Passages = {
  nodes: { position: number; heading: string; content: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string; count: number };
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let bot: Api;
beforeAll(async () => {
  workspace = await createTestWorkspace();
  bot = api({ key: workspace.apiKey }, workspace.workspaceId, "/bot/gq");
});

const createBot = async (sources: unknown[]) =>
  (await bot.ok<{ id: string }>(CREATE_AI, { name: "Otto", type: "builtIn", integrationProperties: { sources } })).id;
const sourcesOf = async (aiId: string) => (await bot.ok<{ nodes: Source[] }>(SOURCES, { aiId })).nodes;

/** Uploads as the portal does, and returns the name and the response to the PUT. */
async function upload(contentType: string, bytes: Uint8Array | string) {
  const input = { contentType, purpose: "knowledge", name: "Our file" };
  const { fileName, uploadUrl, url } = await workspace.api.ok<Record<"fileName" | "uploadUrl" | "url", string>>(
    CREATE_UPLOAD,
    input,
  );
  const body = typeof bytes === "string" ? bytes : new Uint8Array(bytes);
  const stored = await askApp(new Request(uploadUrl, { method: "PUT", body }));
  return {
    fileName,
    url,
    status: stored.status,
    answer: (await stored.json()) as { error?: { message: string } },
  };
}

describe("a file comes in", () => {
  test.each([
    ["text/html; charset=utf-8", "html", "<!doctype html><h1>Returns</h1><p>Thirty days.</p>"],
    ["text/markdown", "md", "# Returns\n\nThirty days."],
    ["text/x-markdown", "md", "# Returns\n\nThirty days."],
    ["text/plain", "txt", Buffer.from("RETURNS\n\nDreißig Tage.", "latin1")],
    ["text/csv", "csv", "Question,Answer\nReturns?,Thirty days.\n"],
  ])("%s: it is stored under our name, read, and never given out", async (contentType, extension, bytes) => {
    const { fileName, url, status } = await upload(contentType, bytes);
    expect([status, url]).toEqual([201, null]);
    expect(fileName).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`));
    const asked = new Request(`http://localhost/uploads/${workspace.workspaceId}/${fileName}`, {
      headers: { authorization: workspace.apiKey },
    });
    expect((await askApp(asked)).status).toBe(404);

    const aiId = await createBot([{ kind: "file", fileName }]);
    const [waiting] = await sourcesOf(aiId);
    expect(waiting).toMatchObject({ kind: "file", fileName, state: "waiting", passageCount: 0, fetchedAt: null });
    await readSource(workspace.workspaceId, waiting?.id ?? "");
    expect(await sourcesOf(aiId)).toMatchObject([{ state: "ready", passageCount: 1, pageCount: 0, error: null }]);
    const { nodes } = await bot.ok<Passages>(PASSAGES, { aiId, sourceId: waiting?.id });
    expect(nodes).toMatchObject([
      {
        heading: expect.stringMatching(/^returns/i) as string,
        content: expect.stringMatching(/Thirty days|Dreißig Tage/) as string,
      },
    ]);
  });

  test.each([
    ["application/pdf", "<h1>no PDF</h1>", "The file is not what was announced: its content is not application/pdf"],
    [
      "text/plain",
      Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0]),
      "The file is not what was announced: its content is not text/plain",
    ],
    ["text/csv", Buffer.from("a,b\n1,\0"), "The file is not text: it has NUL characters"],
    ["text/html", "", "The file is empty"],
  ])("%s that is none is refused", async (contentType, bytes, words) => {
    const { status, answer } = await upload(contentType, bytes);
    expect([status, answer.error?.message]).toEqual([422, words]);
  });

  test("pictures, and files of other purposes, are no knowledge", async () => {
    const refusal = await workspace.api.refusal(CREATE_UPLOAD, { contentType: "image/png", purpose: "knowledge" });
    expect(refusal).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.contentType"],
      message: "an assistant cannot read files of this type; one of these it can: pdf, docx, txt, csv, md, html",
    });
    const media = {
      fileName: "0".repeat(32) + ".pdf",
      contentType: "application/pdf",
      createdBy: "test",
      storedAt: new Date(),
    };
    await database().upload.create({ data: { workspaceId: workspace.workspaceId, purpose: "media", ...media } });
    const integrationProperties = { sources: [{ kind: "file", fileName: media.fileName }] };
    expect(await bot.refusal(CREATE_AI, { name: "Otto", type: "builtIn", integrationProperties })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.integrationProperties.sources.0.fileName"],
    });
  });

  test("agents may not bring knowledge, and a Gateway workspace has none", async () => {
    const input = { contentType: "text/plain", purpose: "knowledge" };
    const { api: agent } = await createTestAgentKey(workspace.workspaceId);
    expect((await agent.refusal(CREATE_UPLOAD, input)).code).toBe("FORBIDDEN_ROLE");
    const gateway = await createTestWorkspace({ plan: "GATEWAY" });
    expect((await gateway.api.refusal(CREATE_UPLOAD, input)).code).toBe("PLAN_REQUIRED");
  });
});

describe("what was read", () => {
  const text = Array.from({ length: 25 }, (_, at) => `# Rule ${at}\n\nNumber ${at} is this.`).join("\n\n");

  test("in pages, in reading order, counted", async () => {
    const aiId = await createBot([{ kind: "text", title: "Rules", text }]);
    const [source] = await sourcesOf(aiId);
    const sourceId = source?.id ?? "";
    await readSource(workspace.workspaceId, sourceId);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Passages = await bot.ok<Passages>(PASSAGES, { aiId, sourceId, first: 10, after });
      expect(page.pageInfo.count).toBe(25);
      seen.push(...page.nodes.map(({ heading }) => heading));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => `Rule ${at}`));
  });

  test("each source says where what is live, and the draft, name it", async () => {
    const page = (title: string) => ({ kind: "text", title, text: `About ${title}.` });
    const aiId = await createBot([page("Returns"), page("Shipping")]);
    const integrationProperties = { sources: [page("Prices"), page("Shipping")] };
    const saveDraft = "mutation ($input: AIDraftInput!) { saveAiDraft(input: $input) { id } }";
    await bot.ok(saveDraft, { aiId, integrationProperties });
    expect(await sourcesOf(aiId)).toMatchObject([
      { title: "Returns", livePosition: 0, draftPosition: null },
      { title: "Shipping", livePosition: 1, draftPosition: 1 },
      { title: "Prices", livePosition: null, draftPosition: 0 },
    ]);
  });

  test("refreshAiSource reads again; what was read before stays until then", async () => {
    const aiId = await createBot([{ kind: "text", title: "Rules", text: "Only one." }]);
    const [source] = await sourcesOf(aiId);
    const input = { aiId, sourceId: source?.id };
    expect(await bot.ok(REFRESH, input)).toMatchObject({ state: "waiting", passageCount: 0 });
    await readSource(workspace.workspaceId, source?.id ?? "");
    expect(await bot.ok(REFRESH, input)).toMatchObject({ state: "waiting", passageCount: 1 });
  });

  test("only for those who run the workspace, and only of this assistant", async () => {
    const aiId = await createBot([{ kind: "text", title: "Rules", text: "Only one." }]);
    const other = await createBot([{ kind: "text", title: "Rules", text: "Another." }]);
    const [source] = await sourcesOf(aiId);
    expect((await bot.refusal(PASSAGES, { aiId: other, sourceId: source?.id })).code).toBe("NOT_FOUND");
    expect((await bot.refusal(REFRESH, { aiId: other, sourceId: source?.id })).code).toBe("NOT_FOUND");
    const { token } = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    const agent = api({ token }, workspace.workspaceId, "/bot/gq");
    for (const [query, input] of [
      [SOURCES, { aiId }],
      [PASSAGES, { aiId, sourceId: source?.id }],
      [REFRESH, { aiId, sourceId: source?.id }],
    ] as const)
      expect((await agent.refusal(query, input)).code).toBe("FORBIDDEN_ROLE");
  });
});
