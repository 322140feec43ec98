import { beforeEach, describe, expect, test, vi } from "vitest";
import { database, pool } from "../db.ts";
import { createTag } from "../tags/create-tag.ts";
import type { Api } from "../testing/api.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { countOutcomes } from "./count-outcomes.ts";

const FIELDS = `workspaceId id name integrationId state templateName templateLang templateComponents clientTags clientStageId
  country scheduledAt startedAt completedAt createdAt totalCount failedCount error`;
const CREATE = `mutation ($input: BroadcastCreateInput!) { createBroadcast(input: $input) { ${FIELDS} } }`;
const LAUNCH = `mutation ($input: BroadcastLaunchInput!) { launchBroadcast(input: $input) { ${FIELDS} } }`;
const CANCEL = `mutation ($input: BroadcastCancelInput!) { cancelBroadcast(input: $input) { ${FIELDS} } }`;
const ONE = `query ($input: BroadcastInput!) { broadcast(input: $input) { ${FIELDS} } }`;
const LIST = `query ($input: BroadcastsInput!) { broadcasts(input: $input) {
  nodes { id name state templateName integrationId createdAt failedCount } pageInfo { hasNextPage endCursor count } } }`;
const REPORT = `query ($input: BroadcastReportInput!) { broadcastReport(input: $input) { nodes { id } } }`;

type Broadcast = {
  id: string;
  name: string;
  state: string;
  scheduledAt: string | null;
  startedAt: string | null;
  completedAt: string | null;
  totalCount: number;
  failedCount: number;
  error: string | null;
};
type Page = { nodes: Broadcast[]; pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number } };

let workspaceId: number;
let api: Api;
let integrationId: string;
let apiKey: string;
beforeEach(async () => {
  ({ workspaceId, api, apiKey } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});

const create = (input: Record<string, unknown> = {}) =>
  api.ok<Broadcast>(CREATE, { name: "Spring sale", integrationId, templateName: "sale", ...input });
const launch = (id: string) => api.ok<Broadcast>(LAUNCH, { id });
const read = (id: string) => api.ok<Broadcast>(ONE, { id });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const set = (id: string, data: Parameters<ReturnType<typeof database>["broadcast"]["update"]>[0]["data"]) =>
  database().broadcast.update({ where: { workspaceId_id: { workspaceId, id } }, data });
const audited = async () =>
  (
    await database().auditEntry.findMany({
      where: { workspaceId, action: { contains: "Broadcast" } },
      orderBy: { id: "asc" },
    })
  ).map(({ action, after, before }) => ({ action, before, after }));

describe("createBroadcast", () => {
  test("without a time makes a draft that nothing has been sent of", async () => {
    const stage = await api.ok<{ id: string }>(
      "mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }",
      { tag: "customer", type: "clientStage" },
    );
    const made = await create({
      name: " Spring sale ",
      clientTags: ["vip", "vip", " berlin "],
      clientStageId: stage.id,
      country: "de",
      templateLang: "de",
      templateComponents: [{ type: "body", text: "Hallo {{name}}" }],
    });
    expect(made).toEqual({
      workspaceId,
      id: made.id,
      name: "Spring sale",
      integrationId,
      state: "draft",
      templateName: "sale",
      templateLang: "de",
      templateComponents: [{ type: "body", text: "Hallo {{name}}" }],
      clientTags: ["vip", "berlin"],
      clientStageId: stage.id,
      country: "DE",
      scheduledAt: null,
      startedAt: null,
      completedAt: null,
      createdAt: expect.any(String) as string,
      totalCount: 0,
      failedCount: 0,
      error: null,
    });
    expect(await read(made.id)).toEqual(made);
    expect(await audited()).toMatchObject([
      { action: "createBroadcast", after: { name: "Spring sale", state: "draft" } },
    ]);
    expect(await database().event.count({ where: { workspaceId, name: "WORKSPACE_CHANGED" } })).toBeGreaterThan(0);
  });

  test("with a time in the future is scheduled, with one that has passed refused", async () => {
    const scheduledAt = inAnHour();
    expect(await create({ scheduledAt })).toMatchObject({ state: "scheduled", scheduledAt });
    const passed = new Date(Date.now() - 1_000).toISOString();
    expect(
      await api.refusal(CREATE, { name: "x", integrationId, templateName: "sale", scheduledAt: passed }),
    ).toMatchObject({ code: "BAD_INPUT", paths: ["input.scheduledAt"] });
  });

  test.each<[string, Record<string, unknown>, string, string[]]>([
    ["a blank name", { name: "  " }, "BAD_INPUT", ["input.name"]],
    ["a blank template", { templateName: " " }, "BAD_INPUT", ["input.templateName"]],
    ["a channel that is not there", { integrationId: "01900000-0000-7000-8000-000000000000" }, "NOT_FOUND", []],
    ["a stage that is not there", { clientStageId: "01900000-0000-7000-8000-000000000000" }, "NOT_FOUND", []],
    ["a stage by another text", { clientStageId: "customer" }, "NOT_FOUND", []],
    ["a country by its name", { country: "Germany" }, "BAD_INPUT", ["input.country"]],
    ["a blank tag", { clientTags: ["vip", " "] }, "BAD_INPUT", ["input.clientTags.1"]],
  ])("refuses %s and stores nothing", async (_, input, code, paths) => {
    const refusal = await api.refusal(CREATE, { name: "Sale", integrationId, templateName: "sale", ...input });
    expect(refusal).toMatchObject({ code, paths });
    expect(await database().broadcast.count({ where: { workspaceId } })).toBe(0);
  });

  test("refuses a channel without templates, a tag that is no client stage, and another workspace's channel and stage", async () => {
    const { ctx } = await createTestWorkspace();
    const foreign = await createTestIntegration(ctx.workspaceId);
    const foreignStage = await createTag(ctx, { tag: "theirs", type: "clientStage" });
    const convStage = await api.ok<{ id: string }>(
      "mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }",
      { tag: "open", type: "convStage" },
    );
    const telegram = await database().integration.create({
      data: { workspaceId, name: "Bot", type: "TELEGRAM", state: "active", credentials: "-" },
    });
    const refused = (input: Record<string, unknown>) =>
      api.refusal(CREATE, { name: "Sale", integrationId, templateName: "sale", ...input });
    expect(await refused({ integrationId: telegram.id })).toEqual({
      code: "BAD_INPUT",
      message: "TELEGRAM channels have no templates; send a message with addMessage",
      paths: ["input.templateName"],
    });
    expect(await refused({ clientStageId: convStage.id })).toMatchObject({ code: "NOT_FOUND" });
    expect(await refused({ clientStageId: foreignStage.id })).toMatchObject({ code: "NOT_FOUND" });
    expect(await refused({ integrationId: foreign.id })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("makes one broadcast per Idempotency-Key, and gives the same answer again", async () => {
    const scheduledAt = inAnHour();
    const post = (input: Record<string, unknown>) =>
      api.post(
        { query: CREATE, variables: { input: { workspaceId, integrationId, templateName: "sale", ...input } } },
        { "idempotency-key": "once", authorization: apiKey },
      );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post({ name: "Sale", clientTags: ["vip"], scheduledAt })),
    );
    for (const { data, errors } of answers) {
      expect(errors).toEqual([]);
      expect(data).toEqual(answers[0]?.data);
    }
    expect(await database().broadcast.count({ where: { workspaceId } })).toBe(1);
    expect((await post({ name: "Another" })).errors[0]?.extensions.code).toBe("CONFLICT");
  });
});

describe("who may", () => {
  const id = "01900000-0000-7000-8000-000000000000";
  const day = "2026-11-21T00:00:00Z";
  const OPERATIONS: [string, string, (integrationId: string) => Record<string, unknown>][] = [
    ["broadcasts", LIST, () => ({})],
    ["broadcast", ONE, () => ({ id })],
    ["broadcastReport", REPORT, () => ({ startDate: day, endDate: day })],
    ["createBroadcast", CREATE, (channel) => ({ name: "Sale", integrationId: channel, templateName: "sale" })],
    ["launchBroadcast", LAUNCH, () => ({ id })],
    ["cancelBroadcast", CANCEL, () => ({ id })],
  ];

  test.each(OPERATIONS)(
    "%s: admin and workspace key, no lower role, no agent-linked key; not on the Gateway plan",
    async (_, query, input) => {
      const plus = await createTestMember(workspaceId, "AGENT_PLUS");
      const agent = await createTestMember(workspaceId, "AGENT");
      const admin = await createTestMember(workspaceId, "ADMIN");
      const agentKey = await createTestAgentKey(workspaceId);
      for (const refused of [plus.api, agent.api, agentKey.api]) {
        expect(await refused.refusal(query, input(integrationId))).toMatchObject({ code: "FORBIDDEN_ROLE" });
      }
      for (const allowed of [admin.api, api]) {
        const { errors } = await allowed.call(query, input(integrationId));
        expect(errors.map(({ extensions }) => extensions.code).filter((code) => code !== "NOT_FOUND")).toEqual([]);
      }
      const gateway = await createTestWorkspace({ plan: "GATEWAY" });
      const { id: channel } = await createTestIntegration(gateway.workspaceId);
      expect(await gateway.api.refusal(query, input(channel))).toMatchObject({
        code: "PLAN_REQUIRED",
        message: "Broadcasts are not part of the Gateway plan; send messages with POST /core/v1/messages",
      });
    },
  );

  test("another workspace's broadcast is not found, in the same words as none at all", async () => {
    const foreign = await createTestWorkspace();
    const channel = await createTestIntegration(foreign.workspaceId);
    const theirs = await foreign.api.ok<Broadcast>(CREATE, {
      name: "Theirs",
      integrationId: channel.id,
      templateName: "sale",
    });
    for (const query of [ONE, LAUNCH, CANCEL]) {
      const refusal = await api.refusal(query, { id: theirs.id });
      expect(refusal).toEqual({ code: "NOT_FOUND", message: "Broadcast not found", paths: [] });
      expect(await api.refusal(query, { id })).toEqual(refusal);
    }
    expect(await foreign.api.ok<Broadcast>(ONE, { id: theirs.id })).toEqual(theirs);
  });
});

describe("broadcasts", () => {
  test("are filtered by part of the name or the template, by channel and by state, and paged newest first", async () => {
    const other = await createTestIntegration(workspaceId, { name: "Other" });
    const made: Broadcast[] = [];
    for (const input of [
      { name: "Spring sale" },
      { name: "Autumn SALE 100%", templateName: "autumn_sale" },
      { name: "News", integrationId: other.id, templateName: "news" },
      { name: "Later", scheduledAt: inAnHour() },
      { name: "Saloon" },
    ]) {
      made.push(await create(input));
    }
    const foreign = await createTestWorkspace();
    const channel = await createTestIntegration(foreign.workspaceId);
    await foreign.api.ok(CREATE, { name: "Foreign sale", integrationId: channel.id, templateName: "sale" });

    const names = async (input: Record<string, unknown>) =>
      (await api.ok<Page>(LIST, input)).nodes.map(({ name }) => name);
    expect(await names({})).toEqual(["Saloon", "Later", "News", "Autumn SALE 100%", "Spring sale"]);
    expect(await names({ name: "sale" })).toEqual(["Autumn SALE 100%", "Spring sale"]);
    expect(await names({ name: "%" })).toEqual(["Autumn SALE 100%"]);
    expect(await names({ templateName: "AUTUMN" })).toEqual(["Autumn SALE 100%"]);
    expect(await names({ integrationId: other.id })).toEqual(["News"]);
    expect(await names({ integrationId: channel.id })).toEqual([]);
    expect(await names({ state: "scheduled" })).toEqual(["Later"]);
    expect(await names({ state: "draft", name: "sal", integrationId })).toEqual([
      "Saloon",
      "Autumn SALE 100%",
      "Spring sale",
    ]);

    const first = await api.ok<Page>(LIST, { first: 2 });
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, count: 5 });
    await create({ name: "Made meanwhile" });
    const second = await api.ok<Page>(LIST, { first: 2, after: first.pageInfo.endCursor });
    const third = await api.ok<Page>(LIST, { first: 2, after: second.pageInfo.endCursor });
    const ids = [...first.nodes, ...second.nodes, ...third.nodes].map((node) => node.id);
    expect(ids).toEqual(made.map((broadcast) => broadcast.id).reverse());
    expect(third.pageInfo.hasNextPage).toBe(false);
    expect(await api.refusal(LIST, { first: 201 })).toMatchObject({ code: "BAD_INPUT", paths: ["input.first"] });
    expect(await api.refusal(LIST, { after: "x" })).toMatchObject({ code: "BAD_INPUT", paths: ["input.after"] });
  });
});

describe("launchBroadcast", () => {
  test("puts a draft under way, with its audience fixed", async () => {
    await createTestClient(workspaceId, { tags: ["vip"] });
    await createTestClient(workspaceId);
    const { id } = await create({ clientTags: ["vip"] });
    const launched = await launch(id);
    expect(launched).toMatchObject({
      state: "inProgress",
      completedAt: null,
      totalCount: 1,
      failedCount: 0,
      error: null,
    });
    expect(Date.parse(launched.startedAt ?? "")).toBeGreaterThan(Date.now() - 10_000);
    await createTestClient(workspaceId, { tags: ["vip"] });
    expect(await database().broadcastRecipient.count({ where: { workspaceId, broadcastId: id } })).toBe(1);
    expect(await audited()).toMatchObject([
      { action: "createBroadcast" },
      { action: "launchBroadcast", before: { state: "draft" }, after: { state: "inProgress", totalCount: 1 } },
    ]);
  });

  test("puts a scheduled one under way ahead of its time", async () => {
    await createTestClient(workspaceId);
    const { id, scheduledAt } = await create({ scheduledAt: inAnHour() });
    expect(await launch(id)).toMatchObject({ state: "inProgress", scheduledAt, totalCount: 1 });
  });

  test("of fifty calls at once starts it once; the others learn where it is", async () => {
    for (let index = 0; index < 3; index++) await createTestClient(workspaceId);
    const { id } = await create();
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call(LAUNCH, { id })));
    const refusals = answers.flatMap(({ errors }) => errors);
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(new Set(refusals.map(({ message, extensions }) => `${extensions.code}: ${message}`))).toEqual(
      new Set(["CONFLICT: This broadcast is inProgress; only one that is draft or scheduled can be launched"]),
    );
    expect(await read(id)).toMatchObject({ totalCount: 3 });
    expect(await database().broadcastRecipient.count({ where: { workspaceId, broadcastId: id } })).toBe(3);
  });

  test.each(["inProgress", "completed", "failed"] as const)("refuses one that is %s", async (state) => {
    const { id } = await create();
    await set(id, { state });
    expect(await api.refusal(LAUNCH, { id })).toEqual({
      code: "CONFLICT",
      message: `This broadcast is ${state}; only one that is draft or scheduled can be launched`,
      paths: [],
    });
    expect(await read(id)).toMatchObject({ state, startedAt: null });
  });
});

describe("a launch that can send nothing at all", () => {
  const fails = async (error: string, totalCount = 1) => {
    const { id } = await create();
    const failed = await launch(id);
    expect(failed).toMatchObject({ state: "failed", startedAt: null, totalCount, failedCount: totalCount, error });
    expect(failed.completedAt).not.toBeNull();
    expect(await read(id)).toEqual(failed);
    expect(await database().broadcastRecipient.count({ where: { broadcastId: id, error } })).toBe(totalCount);
    expect(await database().message.count({ where: { workspaceId } })).toBe(0);
    expect(await api.refusal(LAUNCH, { id })).toMatchObject({ code: "CONFLICT" });
  };

  test("fails when nobody matches", async () => {
    await fails(
      "No client matches: all filters must hold, and archived clients, test numbers and clients whom this channel cannot reach are left out",
      0,
    );
  });

  test.each([
    ["disabled", null, "The channel Shop is not active; switch it on first"],
    ["pending", null, "The channel Shop is not active; switch it on first"],
    ["error", "token is old", "The channel Shop is in error (token is old); put its credentials right first"],
    ["error", null, "The channel Shop is in error; put its credentials right first"],
  ] as const)("fails on a channel that is %s", async (state, lastError, error) => {
    await createTestClient(workspaceId);
    await database().integration.updateMany({ where: { workspaceId }, data: { state, lastError } });
    await fails(error);
  });

  test("fails when the provider's list has no such template, or has not approved it", async () => {
    await createTestClient(workspaceId, { phone: "+4915112345678" });
    const { id } = await database().integration.create({
      data: {
        workspaceId,
        name: "WhatsApp",
        type: "WHATSAPP",
        state: "active",
        credentials: "-",
        templatesFetchedAt: new Date(),
      },
    });
    integrationId = id;
    await fails('The channel WhatsApp has no template "sale"');
    const template = {
      workspaceId,
      integrationId,
      name: "sale",
      language: "de",
      category: "MARKETING",
      components: [],
    };
    await database().messageTemplate.create({ data: { ...template, id: "1", status: "REJECTED" } });
    await fails('The template "sale" is REJECTED; only an approved one can be sent');
    await database().messageTemplate.create({ data: { ...template, id: "2", language: "en", status: "APPROVED" } });
    expect(await launch((await create()).id)).toMatchObject({ state: "inProgress", totalCount: 1, error: null });
    const german = await create({ templateLang: "de" });
    expect(await launch(german.id)).toMatchObject({ state: "failed" });
  });
});

describe("cancelBroadcast", () => {
  test("makes a scheduled one a draft again, without its time", async () => {
    const { id } = await create({ scheduledAt: inAnHour() });
    const cancelled = await api.ok<Broadcast>(CANCEL, { id });
    expect(cancelled).toMatchObject({ state: "draft", scheduledAt: null, error: null });
    expect(await audited()).toMatchObject([
      { action: "createBroadcast" },
      { action: "cancelBroadcast", before: { state: "scheduled" } },
    ]);
    await createTestClient(workspaceId);
    expect(await launch(id)).toMatchObject({ state: "inProgress" });
  });

  test("ends one of which nothing was sent as completed, with an error that says so", async () => {
    for (let index = 0; index < 5; index++) await createTestClient(workspaceId);
    const { id } = await create();
    await launch(id);
    const cancelled = await api.ok<Broadcast>(CANCEL, { id });
    expect(cancelled).toMatchObject({
      state: "completed",
      totalCount: 5,
      failedCount: 5,
      error: "Cancelled: 5 of 5 messages were not sent",
    });
    expect(cancelled.completedAt).not.toBeNull();
    expect(await database().message.count({ where: { workspaceId } })).toBe(0);
  });

  test.each(["draft", "completed", "failed"] as const)("refuses one that is %s", async (state) => {
    const { id } = await create();
    await set(id, { state });
    expect(await api.refusal(CANCEL, { id })).toEqual({
      code: "CONFLICT",
      message: `This broadcast is ${state}; only one that is scheduled or inProgress can be cancelled`,
      paths: [],
    });
    expect(await read(id)).toMatchObject({ state, error: null });
  });

  test("refuses one that is being cancelled", async () => {
    const { id } = await create();
    await set(id, { state: "inProgress", cancelledAt: new Date() });
    expect(await api.refusal(CANCEL, { id })).toMatchObject({
      code: "CONFLICT",
      message: "This broadcast is already being cancelled",
    });
  });
});

test("a page of broadcasts counts its outcomes in one query, and finds its retries in another", async () => {
  const made: Broadcast[] = [];
  for (let index = 0; index < 10; index++) made.push(await create({ name: `Sale ${index}` }));
  const retry = await create({ name: "Sale 3 (retry)" });
  await set(retry.id, { retryOfId: made[3]?.id ?? "" });
  const ctx = testCtx(workspaceId);
  const spy = vi.spyOn(pool(), "query");
  // Earlier changes may still be sending their signals.
  const asked = () => spy.mock.calls.filter((call) => !JSON.stringify(call).includes("pg_notify")).length;
  try {
    const counts = await Promise.all(made.map(({ id }) => countOutcomes(ctx, id)));
    expect(counts).toMatchObject(made.map(() => ({ total: 0, failed: 0 })));
    expect(asked()).toBe(1);
  } finally {
    spy.mockRestore();
  }
});
