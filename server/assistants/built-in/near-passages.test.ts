import { afterAll, beforeAll, expect, test } from "vitest";
import { startAi, type AiServer } from "../../../simulator/ai.ts";
import { database } from "../../db.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { createTestKnowledge, testTurn } from "../../testing/knowledge.ts";
import type { Reply } from "../engine.ts";
import { embedSource } from "../knowledge/embed-source.ts";
import { builtIn } from "./built-in.ts";

let ai: AiServer;
beforeAll(async () => {
  ai = await startAi();
  ai.openAi.meanSame("bicycle", "velocipede");
  process.env.AI_BASE_URL = ai.openAiUrl;
  process.env.AI_MODEL = "grounded";
  process.env.AI_API_KEY = "sk-operator";
  process.env.AI_EMBEDDING_MODEL = "words-small";
});
afterAll(() => ai.stop());

const page = (name: string, text: string) => ({ name, mediaType: "text/markdown", bytes: Buffer.from(text) });
const BICYCLES = page("bicycles.md", "# Bicycles\n\nA bicycle costs twelve euros a day.");
const BREAKFAST = page("breakfast.md", "# Breakfast\n\nBreakfast begins at eight.");
const LUNCH = page("lunch.md", "# Lunch\n\nLunch begins at noon.");

/** An assistant with these files. Those in `embedded` have vectors. */
async function knowing(files: (typeof BICYCLES)[], embedded = files) {
  const { workspaceId } = await createTestWorkspace();
  const place = await createTestKnowledge(workspaceId, files);
  for (const [id, name] of place.nameOf)
    if (embedded.some((file) => file.name === name)) await embedSource(workspaceId, id);
  return place;
}
const ask = (place: Awaited<ReturnType<typeof knowing>>, question: string): Promise<Reply> =>
  builtIn({ handover: { enabled: true } }, place)(testTurn(place, [question]));
const found = ({ trace }: Reply) => trace.passages.map(({ title }) => title);

test("a passage is found by its meaning where no word of the question stands in it", async () => {
  const question = "velocipede?";
  const [first] = found(await ask(await knowing([BREAKFAST, LUNCH, BICYCLES]), question));
  expect(first).toBe("Bicycles");
  expect(found(await ask(await knowing([BREAKFAST, LUNCH, BICYCLES], []), question))).toEqual([]);
});

test("what has no vectors yet is found by its words, beside what has", async () => {
  const place = await knowing([BREAKFAST, BICYCLES], [BICYCLES]);
  expect(found(await ask(place, "When does breakfast begin?"))[0]).toBe("Breakfast");
});

test("vectors of another model are not compared, and those of passages that are gone are forgotten", async () => {
  const place = await knowing([BREAKFAST, BICYCLES]);
  const where = { workspaceId: place.workspaceId };
  expect(found(await ask(place, "velocipede?"))).toContain("Bicycles");
  await database().knowledgePassage.updateMany({ where, data: { embeddingModel: "another" } });
  await database().knowledgeSource.updateMany({ where, data: { embeddedAt: new Date() } });
  expect(found(await ask(place, "velocipede?"))).toEqual([]);
  await database().knowledgePassage.deleteMany({ where });
  expect(found(await ask(place, "velocipede?"))).toEqual([]);
});

test("neither another assistant's passages nor another workspace's", async () => {
  await knowing([BICYCLES]);
  const place = await knowing([BREAKFAST]);
  expect(found(await ask(place, "velocipede?"))).toEqual(["Breakfast"]);
});

test("a server that makes no vector of the question leaves the words", async () => {
  const place = await knowing([BREAKFAST, BICYCLES]);
  ai.openAi.fail({ status: 503 });
  expect(found(await ask(place, "When does breakfast begin?"))).toEqual(["Breakfast"]);
});
