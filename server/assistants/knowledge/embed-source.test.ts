// @own-process: its own worker takes the jobs, and the model's name changes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAi, type AiServer } from "../../../simulator/ai.ts";
import { database, pool } from "../../db.ts";
import { startWorker } from "../../work/worker.ts";
import { createTestWorkspace, testCtx } from "../../testing/factories.ts";
import { createTestKnowledge } from "../../testing/knowledge.ts";
import { eventually } from "../../testing/receiver.ts";
import { EngineFailure } from "../engine.ts";
import { embedSource, embedStaleSources } from "./embed-source.ts";
import { listAiSources } from "./list-ai-sources.ts";
import { readSource } from "./read-source.ts";
import { sourceFacts } from "./source-facts.ts";
import { createAi } from "../create-ai.ts";

let ai: AiServer;
const use = (model: string | null) => {
  if (model === null) delete process.env.AI_EMBEDDING_MODEL;
  else process.env.AI_EMBEDDING_MODEL = model;
};
beforeAll(async () => {
  ai = await startAi();
  process.env.AI_BASE_URL = ai.openAiUrl;
  process.env.AI_MODEL = "grounded";
  process.env.AI_API_KEY = "sk-operator";
  use("words-small");
});
afterAll(() => ai.stop());

const embeddings = () => ai.openAi.calls.filter(({ path }) => path === "POST /v1/embeddings");
const queued = async (workspaceId: number) => {
  const { rows } = await pool().query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where name = 'embed-source' and state < 'active' and data ->> 'workspaceId' = $1",
    [String(workspaceId)],
  );
  return rows[0]?.count;
};
/** A table with this many rows. Each becomes a passage. */
const table = (rows: number) => ({
  name: "prices.csv",
  mediaType: "text/csv",
  bytes: Buffer.from(
    `Article,Words\n${Array.from({ length: rows }, (_, at) => `Article ${at},${"word ".repeat(30)}`).join("\n")}\n`,
  ),
});
async function knowledge(rows: number) {
  const { workspaceId } = await createTestWorkspace();
  const place = await createTestKnowledge(workspaceId, [table(rows)]);
  const source = await database().knowledgeSource.findFirstOrThrow({ where: { workspaceId } });
  await database().knowledgeSource.updateMany({ where: { workspaceId }, data: { fetchedAt: new Date() } });
  return { ...place, sourceId: source.id };
}
const sourceOf = (workspaceId: number) => database().knowledgeSource.findFirstOrThrow({ where: { workspaceId } });
const withVectors = (workspaceId: number, embeddingModel: string) =>
  database().knowledgePassage.count({ where: { workspaceId, embeddingModel, embedding: { not: null } } });

test("what was read is queued with its passages, and each gets a vector; the source says how far it is", async () => {
  const { workspaceId } = await createTestWorkspace();
  const sources = [{ kind: "text", title: "Returns", text: "You have 30 days to return what you bought." }];
  const ctx = testCtx(workspaceId);
  const { id: aiId } = await createAi(ctx, { name: "Otto", type: "builtIn", integrationProperties: { sources } });
  const { id: sourceId } = await sourceOf(workspaceId);
  const facts = async () =>
    Promise.all((await listAiSources(ctx, { aiId })).map((row) => sourceFacts(testCtx(workspaceId), row)));
  await readSource(workspaceId, sourceId);
  expect(await queued(workspaceId)).toBe(1);
  expect(await facts()).toMatchObject([{ passageCount: 1, embeddedCount: 0 }]);

  await embedSource(workspaceId, sourceId);
  expect(await facts()).toMatchObject([{ passageCount: 1, embeddedCount: 1 }]);
  expect(await sourceOf(workspaceId)).toMatchObject({ embeddingModel: "words-small" });
  const { embedding } = await database().knowledgePassage.findFirstOrThrow({ where: { workspaceId } });
  const vector = new Float32Array(new Uint8Array(embedding ?? []).buffer);
  expect([vector.length, Math.hypot(...vector)]).toEqual([256, expect.closeTo(1, 5)]);

  await database().knowledgeSource.updateMany({ where: { workspaceId }, data: { state: "waiting" } });
  await readSource(workspaceId, sourceId);
  expect(await sourceOf(workspaceId)).toMatchObject({ embeddingModel: null });
});

test("under another name of the model everything is embedded again, and without one nothing", async () => {
  const { workspaceId, sourceId } = await knowledge(3);
  await embedSource(workspaceId, sourceId);
  expect(await withVectors(workspaceId, "words-small")).toBe(3);
  const before = embeddings().length;
  await embedStaleSources();
  expect(await queued(workspaceId)).toBe(0);

  use("words-large");
  await embedStaleSources();
  await embedStaleSources();
  expect(await queued(workspaceId)).toBe(1);
  await embedSource(workspaceId, sourceId);
  expect([await withVectors(workspaceId, "words-large"), embeddings().length]).toEqual([3, before + 1]);

  use(null);
  expect(await embedStaleSources()).toBe(0);
  await embedSource(workspaceId, sourceId);
  expect(embeddings().length).toBe(before + 1);
  use("words-small");
});

test("what is done stays done when the model's server fails, and a long source goes on in another run", async () => {
  const { workspaceId, sourceId } = await knowledge(700);
  await embedSource(workspaceId, sourceId);
  const done = await withVectors(workspaceId, "words-small");
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(700);
  expect(await queued(workspaceId)).toBe(1);

  for (const fault of [{ status: 503 }, "strange", "malformed"] as const) {
    ai.openAi.fail(fault);
    await expect(embedSource(workspaceId, sourceId)).rejects.toBeInstanceOf(EngineFailure);
  }
  expect(await withVectors(workspaceId, "words-small")).toBe(done);
  expect(await sourceOf(workspaceId)).toMatchObject({ embeddingModel: null });
  await embedSource(workspaceId, sourceId);
  expect(await withVectors(workspaceId, "words-small")).toBe(700);
});

test("a long source gives its place back: another workspace's is embedded meanwhile", async () => {
  const long = await knowledge(1_200);
  const other = await knowledge(2);
  expect(await embedStaleSources()).toBeGreaterThanOrEqual(2);
  const worker = await startWorker({ pollMs: 100 });
  try {
    await eventually(
      async () => (await sourceOf(other.workspaceId)).embeddingModel !== null,
      20_000,
      () => "the short source was not embedded",
    );
    await eventually(
      async () => (await sourceOf(long.workspaceId)).embeddingModel !== null,
      30_000,
      () => "the long source was not embedded to its end",
    );
    expect(await withVectors(long.workspaceId, "words-small")).toBe(1_200);
  } finally {
    await worker.stop();
  }
});
