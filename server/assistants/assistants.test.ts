import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { api, type Api } from "../testing/api.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { propertiesOf } from "./access.ts";

const AI = "id workspaceId name type integrationProperties createdAt patchedAt";
const CREATE = `mutation ($input: AICreateInput!) { createAi(input: $input) { ${AI} } }`;
const PATCH = `mutation ($input: AIPatchInput!) { patchAi(input: $input) { ${AI} } }`;
const DELETE = `mutation ($input: AIDeleteInput!) { deleteAi(input: $input) { ${AI} } }`;
const GET = `query ($input: AIInput!) { ai(input: $input) { ${AI} } }`;
const LIST = `query ($input: AIsInput!) { ais(input: $input) { nodes { ${AI} } pageInfo { hasNextPage endCursor count } } }`;

type Ai = { id: string; name: string; integrationProperties: Record<string, unknown>; patchedAt: string | null };
type Page = { nodes: Ai[]; pageInfo: { count: number } };

const HIDDEN = ["sk-live-4f9a8e7d6c", "Bearer hunter2-hunter2"];
const PROVIDER_A = { apiKey: HIDDEN[0], model: "gpt-5", baseUrl: "http://127.0.0.1:9/v1", temperature: 0.3 };
const CUSTOM = { endpoint: "http://127.0.0.1:9/answer", headers: { authorization: HIDDEN[1] } };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;
let bot: Api;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  bot = api({ key: workspace.apiKey }, workspace.workspaceId, "/bot/gq");
});

const create = (input: Record<string, unknown> = {}) =>
  bot.ok<Ai>(CREATE, { name: "Bot", type: "provider_a", integrationProperties: PROVIDER_A, ...input });
const stored = async (id: string) => propertiesOf(await database().assistant.findFirstOrThrow({ where: { id } }));

describe("createAi", () => {
  test.each([
    ["provider_a", PROVIDER_A, { ...PROVIDER_A, apiKey: "•••7d6c" }],
    ["provider_b", { apiKey: "short-key", model: "docs" }, { apiKey: "•••", model: "docs" }],
    ["custom", CUSTOM, { ...CUSTOM, headers: { authorization: "•••" } }],
    ["builtIn", {}, {}],
    [
      "builtIn",
      {
        instructions: " Be brief ",
        sources: [
          { kind: "text", title: "Returns", text: "Within 30 days." },
          { kind: "site", url: "http://127.0.0.1:9/help" },
        ],
        gather: ["email", "name", "email"],
        handover: { enabled: true },
        tagging: { enabled: true, tags: ["order", "return", "order"] },
      },
      {
        instructions: "Be brief",
        sources: [
          { kind: "text", title: "Returns", text: "Within 30 days." },
          { kind: "site", url: "http://127.0.0.1:9/help" },
        ],
        gather: ["email", "name"],
        handover: { enabled: true },
        tagging: { enabled: true, tags: ["order", "return"] },
      },
    ],
  ])("%s: answers everything but the secrets", async (type, integrationProperties, shown) => {
    const answer = await bot.ok(CREATE, { name: " Bot ", type, integrationProperties });
    expect(answer).toEqual({
      id: expect.any(String) as string,
      workspaceId: workspace.workspaceId,
      name: "Bot",
      type,
      integrationProperties: shown,
      createdAt: expect.stringMatching(/Z$/) as string,
      patchedAt: null,
    });
  });

  test("secrets are in no answer, no row in clear, no event and no record; whole only for who calls the provider", async () => {
    const answers = [
      await bot.call(CREATE, { name: "A", type: "provider_a", integrationProperties: PROVIDER_A }),
      await bot.call(CREATE, { name: "C", type: "custom", integrationProperties: CUSTOM }),
      await bot.call(LIST),
    ];
    const [{ id = "" } = {}] = Object.values(answers[0]?.data ?? {}) as unknown as Ai[];
    answers.push(await bot.call(GET, { id }), await bot.call(PATCH, { id, integrationProperties: { model: "gpt-6" } }));
    const where = { workspaceId: workspace.workspaceId };
    const rows = [
      await database().assistant.findMany({ where }),
      await database().auditEntry.findMany({ where }),
      (await database().event.findMany({ where, select: { name: true, payload: true } })) as object,
    ];
    for (const secret of HIDDEN) expect(JSON.stringify([answers, rows])).not.toContain(secret);
    expect(await stored(id)).toEqual({ ...PROVIDER_A, model: "gpt-6" });
  });

  test("a sealed text that is put into another row does not open", async () => {
    const [one, two] = [await create(), await create()];
    const row = await database().assistant.findFirstOrThrow({ where: { id: one.id } });
    await database().assistant.updateMany({ where: { id: two.id }, data: { properties: row.properties } });
    await expect(stored(two.id)).rejects.toThrow();
    await database().assistant.updateMany({ where: { id: two.id }, data: { deletedAt: new Date() } });
  });

  test.each([
    ["provider_a", {}, ["apiKey", "model"]],
    ["provider_a", "rubbish", [""]],
    ["provider_a", { ...PROVIDER_A, apiKey: "•••7d6c" }, ["apiKey"]],
    ["provider_a", { ...PROVIDER_A, temperature: 3 }, ["temperature"]],
    ["provider_a", { ...PROVIDER_A, endpoint: "https://example.com" }, [""]],
    ["provider_a", { ...PROVIDER_A, baseUrl: "ftp://example.com" }, ["baseUrl"]],
    ["provider_a", { ...PROVIDER_A, baseUrl: "http://10.0.0.1/v1" }, ["baseUrl"]],
    ["provider_b", { apiKey: "k", model: "docs", temperature: 1 }, [""]],
    ["custom", { endpoint: "http://169.254.169.254/latest" }, ["endpoint"]],
    ["custom", { endpoint: "not an address" }, ["endpoint"]],
    ["custom", { ...CUSTOM, headers: { host: "example.com" } }, ["headers.host"]],
    ["custom", { ...CUSTOM, headers: { authorization: "•••" } }, ["headers.authorization"]],
    ["custom", { ...CUSTOM, headers: { authorization: 7 } }, ["headers.authorization"]],
    ["builtIn", { gather: ["password"] }, ["gather.0"]],
    ["builtIn", { handover: { enabled: "yes" } }, ["handover.enabled"]],
    ["builtIn", { tagging: { enabled: true } }, ["tagging.tags"]],
    ["builtIn", { clarify: { enabled: "yes" } }, ["clarify.enabled"]],
    ["builtIn", { sources: [{ kind: "text", title: "Returns" }] }, ["sources.0.text"]],
    ["builtIn", { sources: [{ kind: "rss", url: "https://example.com" }] }, ["sources.0.kind"]],
    ["builtIn", { sources: [{ kind: "site", url: "http://192.168.1.1/" }] }, ["sources.0.url"]],
    ["builtIn", { sources: [{ kind: "file", fileName: "nobody.pdf" }] }, ["sources.0.fileName"]],
  ])("%s with %j is BAD_INPUT that names its place", async (type, integrationProperties, places) => {
    const refusal = await bot.refusal(CREATE, { name: "Bot", type, integrationProperties });
    expect(refusal.code).toBe("BAD_INPUT");
    expect(refusal.paths).toEqual(places.map((place) => `input.integrationProperties${place && `.${place}`}`));
  });

  test("a source may name a file that was uploaded to the workspace, and no other workspace's", async () => {
    const upload = {
      fileName: "guide.pdf",
      contentType: "application/pdf",
      purpose: "knowledge",
      createdBy: "test",
      storedAt: new Date(),
    };
    await database().upload.create({ data: { workspaceId: other.workspaceId, ...upload } });
    const input = {
      name: "Bot",
      type: "builtIn",
      integrationProperties: { sources: [{ kind: "file", fileName: "guide.pdf" }] },
    };
    expect(await bot.refusal(CREATE, input)).toMatchObject({ code: "BAD_INPUT" });
    await database().upload.create({ data: { workspaceId: workspace.workspaceId, ...upload } });
    expect(await bot.ok(CREATE, input)).toMatchObject({ integrationProperties: input.integrationProperties });
  });

  test("an empty name and an unknown type are BAD_INPUT", async () => {
    const input = { type: "provider_a", integrationProperties: PROVIDER_A };
    expect(await bot.refusal(CREATE, { ...input, name: "  " })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.name"],
    });
    expect(await bot.refusal(CREATE, { ...input, name: "Bot", type: "provider_c" })).toMatchObject({
      code: "BAD_INPUT",
    });
  });
});

describe("patchAi", () => {
  test("keys left out stay, null takes an optional one away, a masked key keeps the stored one", async () => {
    const made = await create();
    const patched = await bot.ok<Ai>(PATCH, {
      id: made.id,
      integrationProperties: { ...made.integrationProperties, model: "gpt-6", temperature: null },
    });
    expect(patched.patchedAt).not.toBeNull();
    expect(patched.integrationProperties).toEqual({ apiKey: "•••7d6c", model: "gpt-6", baseUrl: PROVIDER_A.baseUrl });
    expect(await stored(made.id)).toEqual({ apiKey: HIDDEN[0], model: "gpt-6", baseUrl: PROVIDER_A.baseUrl });
    const renamed = await bot.ok<Ai>(PATCH, {
      id: made.id,
      name: "Otto",
      integrationProperties: { apiKey: "sk-live-new-key-99" },
    });
    expect(renamed).toMatchObject({ name: "Otto", integrationProperties: { apiKey: "•••y-99", model: "gpt-6" } });
    expect(await stored(made.id)).toMatchObject({ apiKey: "sk-live-new-key-99" });
  });

  test("headers are a set of their own: masked ones keep their value, those left out are gone, null empties", async () => {
    const { id } = await create({ type: "custom", integrationProperties: { ...CUSTOM, headers: { a: "1", b: "2" } } });
    await bot.ok(PATCH, { id, integrationProperties: { headers: { a: "•••", c: "3" } } });
    expect(await stored(id)).toEqual({ ...CUSTOM, headers: { a: "1", c: "3" } });
    const patched = await bot.ok<Ai>(PATCH, { id, integrationProperties: { headers: null } });
    expect(patched.integrationProperties).toEqual({ endpoint: CUSTOM.endpoint });
  });

  test.each([
    [{ integrationProperties: { apiKey: null } }, "input.integrationProperties.apiKey"],
    [{ integrationProperties: { apiKey: "•••0000" } }, "input.integrationProperties.apiKey"],
    [{ integrationProperties: { endpoint: "https://example.com" } }, "input.integrationProperties"],
    [{ integrationProperties: { baseUrl: "http://10.0.0.1" } }, "input.integrationProperties.baseUrl"],
    [{ integrationProperties: [] }, "input.integrationProperties"],
    [{ integrationProperties: null }, "input.integrationProperties"],
    [{ name: null }, "input.name"],
    [{ name: "" }, "input.name"],
  ])("%j is BAD_INPUT, and nothing changes", async (patch, path) => {
    const { id } = await create();
    expect(await bot.refusal(PATCH, { id, ...patch })).toMatchObject({ code: "BAD_INPUT", paths: [path] });
    expect(await stored(id)).toEqual(PROVIDER_A);
  });

  test("the type cannot change", async () => {
    const { id } = await create();
    expect(await bot.refusal(PATCH, { id, type: "builtIn" })).toMatchObject({ code: "BAD_INPUT" });
  });

  test("patches of different keys at the same time are all kept", async () => {
    const { id } = await create();
    const patches = [{ model: "m" }, { temperature: 1 }, { instructions: "i" }, { baseUrl: "http://127.0.0.1:9/v2" }];
    await Promise.all(patches.map((integrationProperties) => bot.ok(PATCH, { id, integrationProperties })));
    expect(await stored(id)).toEqual(Object.assign({ apiKey: HIDDEN[0] }, ...patches));
  });
});

describe("ais and ai", () => {
  test("filters: part of the name in any case, type; deleted ones are gone", async () => {
    const fresh = await createTestWorkspace();
    const own = api({ key: fresh.apiKey }, fresh.workspaceId, "/bot/gq");
    const make = (name: string, type: string, integrationProperties: unknown = {}) =>
      own.ok<Ai>(CREATE, { name, type, integrationProperties });
    await make("Otto 100%", "builtIn");
    await make("Lotte", "builtIn");
    await make("Anna", "custom", CUSTOM);
    const gone = await make("Otter", "builtIn");
    await own.ok(DELETE, { id: gone.id });
    const names = async (input: object) => {
      const page = await own.ok<Page>(LIST, { ...input });
      expect(page.pageInfo.count).toBe(page.nodes.length);
      return page.nodes.map(({ name }) => name);
    };
    expect(await names({})).toEqual(["Anna", "Lotte", "Otto 100%"]);
    expect(await names({ name: "OTT" })).toEqual(["Lotte", "Otto 100%"]);
    expect(await names({ name: "%" })).toEqual(["Otto 100%"]);
    expect(await names({ type: "custom" })).toEqual(["Anna"]);
    expect(await names({ name: "ott", type: "custom" })).toEqual([]);
  });

  test("deleted, foreign and missing ids are the same answer on every operation", async () => {
    const { id: gone } = await create();
    await bot.ok(DELETE, { id: gone });
    const foreign = api({ key: other.apiKey }, other.workspaceId, "/bot/gq");
    const { id: alive } = await create();
    for (const document of [GET, PATCH, DELETE]) {
      const answers = [
        await bot.refusal(document, { id: gone }),
        await bot.refusal(document, { id: "nothing" }),
        await foreign.refusal(document, { id: alive }),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ code: "NOT_FOUND", message: "AI assistant not found" });
    }
    expect(await bot.ok(GET, { id: alive })).toMatchObject({ id: alive });
  });
});

describe("who may", () => {
  const operations = { createAi: CREATE, patchAi: PATCH, deleteAi: DELETE, ai: GET, ais: LIST };
  const inputs = async () => {
    const { id } = await create();
    return { id, name: "Bot", type: "builtIn", integrationProperties: {} };
  };

  test.each(Object.entries(operations))("%s needs MANAGE_WORKSPACE", async (name, document) => {
    const { workspaceId } = workspace;
    const agentKey = await createTestAgentKey(workspaceId);
    const callers = {
      AGENT: api({ token: (await createTestMember(workspaceId, "AGENT")).token }, workspaceId, "/bot/gq"),
      AGENT_PLUS: api({ token: (await createTestMember(workspaceId, "AGENT_PLUS")).token }, workspaceId, "/bot/gq"),
      "agent-linked key": api({ key: agentKey.key }, workspaceId, "/bot/gq"),
    };
    const all = await inputs();
    const input = { createAi: { ...all, id: undefined }, ais: {} }[name] ?? { id: all.id };
    for (const caller of Object.values(callers)) {
      expect(await caller.refusal(document, input)).toMatchObject({
        code: "FORBIDDEN_ROLE",
        message: "You do not have permission to access this resource with your current role assignment",
      });
    }
    const admin = api({ token: (await createTestMember(workspaceId, "ADMIN")).token }, workspaceId, "/bot/gq");
    expect((await admin.call(document, input)).errors).toEqual([]);
  });

  test("a Gateway workspace has none of it; a missing workspaceId, a foreign key and no key get their sentences", async () => {
    const gateway = await createTestWorkspace({ plan: "GATEWAY" });
    const own = api({ key: gateway.apiKey }, gateway.workspaceId, "/bot/gq");
    const input = await inputs();
    for (const [name, document] of Object.entries(operations)) {
      const given = { createAi: { ...input, id: undefined }, ais: {} }[name] ?? { id: input.id };
      expect(await own.refusal(document, given)).toMatchObject({ code: "PLAN_REQUIRED" });
    }
    expect(await api({ key: workspace.apiKey }, undefined, "/bot/gq").refusal(LIST)).toMatchObject({
      message: "Your request does not have workspaceId in GraphQL variables",
    });
    expect(await api({ key: other.apiKey }, workspace.workspaceId, "/bot/gq").refusal(LIST)).toMatchObject({
      message: "You do not have permission to access this resource using that API key",
    });
    expect(await api(null, workspace.workspaceId, "/bot/gq").refusal(LIST)).toMatchObject({
      message: "Invalid API key",
    });
  });

  test("what was changed is written down, without secrets", async () => {
    const { id } = await create();
    await bot.ok(PATCH, { id, name: "Otto", integrationProperties: { model: "m" } });
    await bot.ok(DELETE, { id });
    const records = await database().auditEntry.findMany({ where: { targetId: id }, orderBy: { createdAt: "asc" } });
    expect(records.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: "createAi", before: null, after: { name: "Bot", type: "provider_a" } },
      { action: "patchAi", before: { name: "Bot" }, after: { name: "Otto", changed: ["model"] } },
      { action: "deleteAi", before: { name: "Otto", type: "provider_a" }, after: null },
    ]);
  });
});
