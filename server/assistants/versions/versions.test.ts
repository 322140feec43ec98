import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { api, type Api } from "../../testing/api.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../../testing/factories.ts";
import { sealProperties, propertiesOf, propertiesOfVersion } from "../access.ts";

const AI = "id name versionNumber gateScore integrationProperties draft { id number } patchedAt";
const VERSION = "id number state note integrationProperties createdByName createdAt patchedAt publishedAt score";
const CREATE = `mutation ($input: AICreateInput!) { createAi(input: $input) { ${AI} } }`;
const PATCH = `mutation ($input: AIPatchInput!) { patchAi(input: $input) { ${AI} } }`;
const GET = `query ($input: AIInput!) { ai(input: $input) { ${AI} } }`;
const SAVE = `mutation ($input: AIDraftInput!) { saveAiDraft(input: $input) { ${VERSION} } }`;
const DISCARD = `mutation ($input: AIDraftDiscardInput!) { discardAiDraft(input: $input) { ${VERSION} } }`;
const PUBLISH = `mutation ($input: AIPublishInput!) { publishAi(input: $input) { ${AI} } }`;
const RESTORE = `mutation ($input: AIVersionRestoreInput!) { restoreAiVersion(input: $input) { ${VERSION} } }`;
const GATE = `mutation ($input: AIGateInput!) { setAiGate(input: $input) { ${AI} } }`;
const LIST = `query ($input: AIVersionsInput!) { aiVersions(input: $input) { nodes { ${VERSION} } } }`;

type Ai = {
  id: string;
  name: string;
  versionNumber: number;
  gateScore: number | null;
  integrationProperties: Record<string, unknown>;
  draft: { id: string; number: number } | null;
};
type Version = {
  id: string;
  number: number;
  state: "draft" | "live" | "past";
  note: string | null;
  integrationProperties: Record<string, unknown>;
  createdByName: string | null;
  patchedAt: string | null;
  publishedAt: string | null;
  score: number | null;
};

const KEY = "sk-live-4f9a8e7d6c";
const LIVE = { apiKey: KEY, model: "one", baseUrl: "http://127.0.0.1:9/v1" };
const UNGATED = { code: "NOT_FOUND", message: "Draft of this AI assistant not found" };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let bot: Api;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  bot = api({ key: workspace.apiKey }, workspace.workspaceId, "/bot/gq");
});

const create = (integrationProperties: object = LIVE, type = "provider_a") =>
  bot.ok<Ai>(CREATE, { name: "Bot", type, integrationProperties });
const patch = (id: string, integrationProperties: object) => bot.ok<Ai>(PATCH, { id, integrationProperties });
const saveDraft = (aiId: string, integrationProperties: object, more: object = {}) =>
  bot.ok<Version>(SAVE, { aiId, integrationProperties, ...more });
const versions = async (aiId: string) => (await bot.ok<{ nodes: Version[] }>(LIST, { aiId })).nodes;
const states = async (aiId: string) => (await versions(aiId)).map(({ number, state }) => `${number} ${state}`);
const stored = async (id: string) => propertiesOf(await database().assistant.findFirstOrThrow({ where: { id } }));
const storedVersion = async (id: string) =>
  propertiesOfVersion(await database().assistantVersion.findFirstOrThrow({ where: { id } }));

describe("changes that go live at once", () => {
  test("createAi makes version 1, patchAi the next; a new name, or the same properties again, make none", async () => {
    const made = await create();
    expect(made).toMatchObject({ versionNumber: 1, gateScore: null, draft: null });
    expect(await patch(made.id, { model: "two" })).toMatchObject({ versionNumber: 2 });
    expect(await bot.ok<Ai>(PATCH, { id: made.id, name: "Otto" })).toMatchObject({ name: "Otto", versionNumber: 2 });
    // Masked as shown, and in another order.
    const { model, baseUrl, apiKey } = (await bot.ok<Ai>(GET, { id: made.id })).integrationProperties;
    expect(await patch(made.id, { model, baseUrl, apiKey })).toMatchObject({ versionNumber: 2 });
    const [live, past] = await versions(made.id);
    expect(await states(made.id)).toEqual(["2 live", "1 past"]);
    expect(live).toMatchObject({ publishedAt: expect.any(String) as string, score: null });
    expect(live?.integrationProperties).toEqual({ ...LIVE, apiKey: "•••7d6c", model: "two" });
    expect(past?.integrationProperties).toEqual({ ...LIVE, apiKey: "•••7d6c" });
    expect(await storedVersion(past?.id ?? "")).toEqual(LIVE);
  });

  test("what was live before versions were kept is written down by the first change", async () => {
    const { workspaceId } = workspace;
    const place = { workspaceId, id: crypto.randomUUID() };
    await database().assistant.create({
      data: { ...place, name: "Old", type: "provider_a", properties: await sealProperties(place, LIVE) },
    });
    expect(await bot.ok<Ai>(GET, { id: place.id })).toMatchObject({ versionNumber: 0 });
    expect(await versions(place.id)).toEqual([]);
    expect(await patch(place.id, { model: "two" })).toMatchObject({ versionNumber: 2 });
    expect(await states(place.id)).toEqual(["2 live", "1 past"]);
    const [, first] = await versions(place.id);
    expect(await storedVersion(first?.id ?? "")).toEqual(LIVE);
  });

  test("patches of different keys at the same time are a version each, all kept, one live", async () => {
    const { id } = await create();
    const patches = [{ model: "m" }, { temperature: 1 }, { instructions: "i" }, { baseUrl: "http://127.0.0.1:9/v2" }];
    await Promise.all(patches.map((change) => patch(id, change)));
    expect(await stored(id)).toEqual(Object.assign({ apiKey: KEY }, ...patches));
    expect((await states(id)).map((state) => state.split(" ")[1])).toEqual(["live", "past", "past", "past", "past"]);
    const [live] = await versions(id);
    expect(await storedVersion(live?.id ?? "")).toEqual(await stored(id));
  });
});

describe("drafts", () => {
  test("a draft changes nothing that is live; a second change is one of the draft; published it is live", async () => {
    const { id } = await create();
    const first = await saveDraft(id, { model: "two" }, { note: "Another model" });
    expect(first).toMatchObject({
      number: 2,
      state: "draft",
      note: "Another model",
      publishedAt: null,
      patchedAt: null,
    });
    const second = await saveDraft(id, { ...first.integrationProperties, temperature: 0.5 });
    expect(second).toMatchObject({ id: first.id, number: 2, note: "Another model", state: "draft" });
    expect(second.patchedAt).not.toBeNull();
    expect(second.integrationProperties).toEqual({ ...LIVE, apiKey: "•••7d6c", model: "two", temperature: 0.5 });
    expect(await storedVersion(first.id)).toEqual({ ...LIVE, model: "two", temperature: 0.5 });
    expect(await stored(id)).toEqual(LIVE);
    const live = await bot.ok<Ai>(GET, { id });
    expect(live).toMatchObject({ versionNumber: 1, draft: { id: first.id, number: 2 } });

    const published = await bot.ok<Ai>(PUBLISH, { aiId: id });
    expect(published).toMatchObject({ versionNumber: 2, draft: null });
    expect(await stored(id)).toEqual({ ...LIVE, model: "two", temperature: 0.5 });
    expect(await states(id)).toEqual(["2 live", "1 past"]);
    expect((await versions(id))[0]).toMatchObject({ note: "Another model", publishedAt: expect.any(String) as string });
    expect(await bot.refusal(PUBLISH, { aiId: id })).toMatchObject(UNGATED);
  });

  test("a draft goes on from itself, whatever goes live beside it; numbers are in the order in which versions came about", async () => {
    const { id } = await create();
    await saveDraft(id, { model: "drafted" });
    await patch(id, { temperature: 1 });
    await saveDraft(id, { instructions: "Be brief" });
    expect(await states(id)).toEqual(["3 live", "2 draft", "1 past"]);
    await bot.ok(PUBLISH, { aiId: id, note: "Live now" });
    expect(await stored(id)).toEqual({ ...LIVE, model: "drafted", instructions: "Be brief" });
    expect(await bot.ok<Ai>(GET, { id })).toMatchObject({ versionNumber: 2 });
    expect((await versions(id)).map(({ number, state, note }) => [number, state, note])).toEqual([
      [3, "past", null],
      [2, "live", "Live now"],
      [1, "past", null],
    ]);
  });

  test("a draft that was given up is kept, and restored into a new one, secrets and all", async () => {
    const { id } = await create();
    await saveDraft(id, { apiKey: "sk-live-another-0001", model: "two" });
    const discarded = await bot.ok<Version>(DISCARD, { aiId: id });
    expect(discarded).toMatchObject({ number: 2, state: "past", publishedAt: null });
    expect(await bot.refusal(DISCARD, { aiId: id })).toMatchObject(UNGATED);
    await saveDraft(id, { model: "three" });
    const restored = await bot.ok<Version>(RESTORE, { aiId: id, versionId: discarded.id });
    expect(restored).toMatchObject({ number: 4, state: "draft", note: "Restored from version 2" });
    expect(restored.integrationProperties).toMatchObject({ apiKey: "•••0001", model: "two" });
    expect(await states(id)).toEqual(["4 draft", "3 past", "2 past", "1 live"]);
    expect(await stored(id)).toEqual(LIVE);
    await bot.ok(PUBLISH, { aiId: id });
    expect(await stored(id)).toEqual({ ...LIVE, apiKey: "sk-live-another-0001", model: "two" });
  });

  test("many at the same time make one draft that holds every change, and one of many publishes it", async () => {
    const { id } = await create();
    const changes = [{ model: "m" }, { temperature: 1 }, { instructions: "i" }, { baseUrl: "http://127.0.0.1:9/v2" }];
    await Promise.all(changes.map((change) => saveDraft(id, change)));
    expect(await states(id)).toEqual(["2 draft", "1 live"]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => bot.call(PUBLISH, { aiId: id })));
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    const refused = answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code));
    expect(refused).toEqual(["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
    expect(await stored(id)).toEqual(Object.assign({ apiKey: KEY }, ...changes));
    expect(await states(id)).toEqual(["2 live", "1 past"]);
  });

  test.each([
    ["no key", { integrationProperties: { apiKey: null } }, "input.integrationProperties.apiKey"],
    ["another type's", { integrationProperties: { endpoint: "https://example.com" } }, "input.integrationProperties"],
    [
      "a private address",
      { integrationProperties: { baseUrl: "http://10.0.0.1" } },
      "input.integrationProperties.baseUrl",
    ],
    ["no object", { integrationProperties: [] }, "input.integrationProperties"],
    ["a note without end", { integrationProperties: {}, note: "x".repeat(1_001) }, "input.note"],
  ])("%s is BAD_INPUT, and there is no draft", async (_, change, path) => {
    const { id } = await create();
    expect(await bot.refusal(SAVE, { aiId: id, ...change })).toMatchObject({ code: "BAD_INPUT", paths: [path] });
    expect(await states(id)).toEqual(["1 live"]);
  });

  test("neither the draft itself nor another assistant's version can be restored", async () => {
    const [one, two] = [await create(), await create()];
    const draft = await saveDraft(one.id, { model: "two" });
    expect(await bot.refusal(RESTORE, { aiId: one.id, versionId: draft.id })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.versionId"],
    });
    expect(await bot.refusal(RESTORE, { aiId: two.id, versionId: draft.id })).toMatchObject({ code: "NOT_FOUND" });
    expect(await states(two.id)).toEqual(["1 live"]);
  });

  test("sources are those of what is live and of the draft: read when a draft names them, gone when nothing does", async () => {
    const page = (title: string) => ({ kind: "text", title, text: `${title}: within 30 days.` });
    const { id } = await create({ sources: [page("Returns")] }, "builtIn");
    const titles = async () => {
      const where = { aiId: id, deletedAt: null };
      const rows = await database().knowledgeSource.findMany({ where, orderBy: { title: "asc" } });
      return rows.map(({ title }) => title);
    };
    expect(await titles()).toEqual(["Returns"]);
    await saveDraft(id, { sources: [page("Returns"), page("Shipping")] });
    expect(await titles()).toEqual(["Returns", "Shipping"]);
    const { id: versionId } = await bot.ok<Version>(DISCARD, { aiId: id });
    expect(await titles()).toEqual(["Returns"]);
    await bot.ok(RESTORE, { aiId: id, versionId });
    await saveDraft(id, { sources: [page("Shipping")] });
    expect(await titles()).toEqual(["Returns", "Shipping"]);
    await bot.ok(PUBLISH, { aiId: id });
    expect(await titles()).toEqual(["Shipping"]);
  });
});

describe("the gate", () => {
  test("leaves properties to publishAi; a name, and properties that stay the same, pass", async () => {
    const { id } = await create();
    expect(await bot.ok<Ai>(GATE, { aiId: id, score: 80 })).toMatchObject({ gateScore: 80 });
    expect(await bot.refusal(PATCH, { id, integrationProperties: { model: "two" } })).toEqual({
      code: "CONFLICT",
      message: "This assistant's changes go live after its evals pass: save a draft, run its evals and publish it",
      paths: [],
    });
    expect(await stored(id)).toEqual(LIVE);
    const same = { id, name: "Otto", integrationProperties: { model: "one", apiKey: "•••7d6c" } };
    expect(await bot.ok<Ai>(PATCH, same)).toMatchObject({ name: "Otto", versionNumber: 1 });
    await saveDraft(id, { model: "two" });
    expect(await bot.refusal(PUBLISH, { aiId: id })).toMatchObject({
      code: "CONFLICT",
      message: "This draft cannot go live: it has no golden questions; add some, or take its gate off",
    });
    await bot.ok(GATE, { aiId: id, score: null });
    expect(await patch(id, { model: "three" })).toMatchObject({ versionNumber: 3, gateScore: null });
  });

  test.each([0, -1, 101])("a gate of %i is BAD_INPUT", async (score) => {
    const { id } = await create();
    expect(await bot.refusal(GATE, { aiId: id, score })).toMatchObject({ code: "BAD_INPUT", paths: ["input.score"] });
  });
});

test("no secret is in an answer, in a row in clear, in an event or in a record", async () => {
  const hidden = ["sk-live-11112222aaaa", "sk-live-33334444bbbb"];
  const answers: unknown[] = [];
  const { id } = await create({ ...LIVE, apiKey: hidden[0] });
  answers.push(await bot.call(SAVE, { aiId: id, integrationProperties: { apiKey: hidden[1] } }));
  answers.push(await bot.call(LIST, { aiId: id }), await bot.call(GET, { id }), await bot.call(PUBLISH, { aiId: id }));
  const [, past] = await versions(id);
  answers.push(await bot.call(RESTORE, { aiId: id, versionId: past?.id }), await bot.call(DISCARD, { aiId: id }));
  const where = { workspaceId: workspace.workspaceId };
  const rows = [
    await database().assistantVersion.findMany({ where }),
    await database().auditEntry.findMany({ where }),
    (await database().event.findMany({ where, select: { name: true, payload: true } })) as object,
  ];
  for (const secret of hidden) expect(JSON.stringify([answers, rows])).not.toContain(secret);
});

test("a version's sealed text opens in its own row alone", async () => {
  const { id } = await create();
  const draft = await saveDraft(id, { model: "two" });
  const [live] = await database().assistantVersion.findMany({ where: { aiId: id, state: "live" } });
  await database().assistantVersion.updateMany({
    where: { id: draft.id },
    data: { properties: live?.properties ?? "" },
  });
  await expect(storedVersion(draft.id)).rejects.toThrow();
});

test("what was published, restored and gated is written down, with who did it", async () => {
  const { id } = await create();
  const member = await createTestMember(workspace.workspaceId, "ADMIN");
  const own = api({ token: member.token }, workspace.workspaceId, "/bot/gq");
  const draft = await own.ok<Version>(SAVE, { aiId: id, integrationProperties: { model: "two" }, note: "Why not" });
  expect(draft.createdByName).toBe("Mia ADMIN");
  await own.ok(PUBLISH, { aiId: id });
  const [, past] = await versions(id);
  expect(past?.createdByName).toBe("First key");
  await own.ok(RESTORE, { aiId: id, versionId: past?.id });
  await own.ok(GATE, { aiId: id, score: 50 });
  const where = { workspaceId: workspace.workspaceId, targetId: id, actorId: member.userId };
  const records = await testCtx(workspace.workspaceId).db.auditEntry.findMany({ where, orderBy: { createdAt: "asc" } });
  expect(records.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: "publishAi", before: { version: 1 }, after: { version: 2, gateScore: null, note: "Why not" } },
    { action: "restoreAiVersion", before: { draft: null }, after: { version: 1, draft: 3 } },
    { action: "setAiGate", before: { gateScore: null }, after: { gateScore: 50 } },
  ]);
});
