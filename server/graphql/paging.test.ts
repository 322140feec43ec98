import { randomUUID } from "node:crypto";
import { getNamedType, isObjectType, type GraphQLSchema } from "graphql";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createAi } from "../assistants/create-ai.ts";
import { addEvalQuestion } from "../assistants/evals/add-eval-question.ts";
import { startPlaygroundChat } from "../assistants/playground/start-playground-chat.ts";
import { discardAiDraft } from "../assistants/versions/discard-ai-draft.ts";
import { saveAiDraft } from "../assistants/versions/save-ai-draft.ts";
import { database, pool } from "../db.ts";
import type { Plan } from "../generated/prisma/enums.ts";
import { api as apiOf } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { assistantSchema, coreSchema } from "./schema.ts";

/** Rows of a paged list, and a way to add more. */
type Rows = {
  /** Creates a row and returns its id. `at`: its time, if the time cannot be changed afterwards. */
  add: (index: number, at?: Date) => Promise<string>;
  /** The list's input without paging. */
  input?: Record<string, unknown>;
};
type List = {
  path?: "/bot/gq";
  plan?: Plan;
  /** The field that identifies a node. */
  key?: string;
  /** Table and time column that the list is sorted by; null if rows cannot be changed. */
  order: [table: string, time: string] | null;
  rows: (workspaceId: number) => Promise<Rows>;
};

const CONVERSATION: Pick<List, "rows"> = {
  async rows(workspaceId) {
    const { id } = await createTestIntegration(workspaceId);
    return { add: async (index) => (await customerSystem(id).text(`sender-${index}`, "Hello")).conversationId };
  },
};

const newAi = async (workspaceId: number) =>
  (await createAi(testCtx(workspaceId), { name: "Otto", type: "builtIn", integrationProperties: {} })).id;
const newQuestion = async (workspaceId: number, aiId: string) =>
  (await addEvalQuestion(testCtx(workspaceId), { aiId, question: "How long?", expects: { refuses: true } })).id;
const newRun = async (workspaceId: number, aiId: string) =>
  (
    await database().evalRun.create({
      data: {
        workspaceId,
        aiId,
        versionNumber: 1,
        propertiesHash: "",
        knowledgeHash: "",
        createdBy: "test",
        state: "failed",
      },
    })
  ).id;

/** Every paged list of both schemas. A list that is missing here fails. */
const LISTS: Record<string, List> = {
  agents: {
    order: ["Agent", "createdAt"],
    rows: (workspaceId) =>
      Promise.resolve({ add: async (index) => (await createTestAgentKey(workspaceId, `Agent ${index}`)).agentId }),
  },
  aiAnswers: {
    path: "/bot/gq",
    order: ["AssistantAnswer", "createdAt"],
    async rows(workspaceId) {
      const aiId = await newAi(workspaceId);
      const { id } = await createTestIntegration(workspaceId);
      const { conversationId: convId, messageId: clientMessageId } = await customerSystem(id).text("carla", "Hello");
      const data = { workspaceId, aiId, convId, clientMessageId, outcome: "answered" as const, durationMs: 1 };
      return {
        input: { aiId },
        add: async (ownerVersion) => (await database().assistantAnswer.create({ data: { ...data, ownerVersion } })).id,
      };
    },
  },
  aiVersions: {
    path: "/bot/gq",
    order: ["AssistantVersion", "createdAt"],
    async rows(workspaceId) {
      const aiId = await newAi(workspaceId);
      return {
        input: { aiId },
        add: async () => {
          await saveAiDraft(testCtx(workspaceId), { aiId, integrationProperties: {} });
          return (await discardAiDraft(testCtx(workspaceId), { aiId })).id;
        },
      };
    },
  },
  ais: {
    path: "/bot/gq",
    order: ["Assistant", "createdAt"],
    rows: (workspaceId) =>
      Promise.resolve({
        add: async (index) =>
          (
            await database().assistant.create({
              data: { workspaceId, name: `Bot ${index}`, type: "builtIn", properties: "" },
            })
          ).id,
      }),
  },
  broadcastAudience: {
    order: ["Client", "createdAt"],
    async rows(workspaceId) {
      const { id: integrationId } = await createTestIntegration(workspaceId);
      return {
        input: { integrationId, templateName: "hello" },
        add: async () => (await createTestClient(workspaceId)).id,
      };
    },
  },
  broadcastRecipients: {
    key: "clientId",
    // All recipients have the time of their broadcast.
    order: ["Broadcast", "createdAt"],
    async rows(workspaceId) {
      const { id: integrationId } = await createTestIntegration(workspaceId);
      const data = { workspaceId, integrationId, templateName: "hello", createdBy: "test", name: "Sale" };
      const { id: broadcastId } = await database().broadcast.create({ data: { ...data, state: "inProgress" } });
      return {
        input: { broadcastId },
        add: async () => {
          const { id: clientId } = await createTestClient(workspaceId);
          await database().broadcastRecipient.create({ data: { workspaceId, broadcastId, clientId } });
          const place = { workspaceId_id: { workspaceId, id: broadcastId } };
          await database().broadcast.update({ where: place, data: { totalCount: { increment: 1 } } });
          return clientId;
        },
      };
    },
  },
  broadcasts: {
    order: ["Broadcast", "createdAt"],
    async rows(workspaceId) {
      const { id: integrationId } = await createTestIntegration(workspaceId);
      const data = { workspaceId, integrationId, state: "draft", templateName: "hello", createdBy: "test" } as const;
      return { add: async (index) => (await database().broadcast.create({ data: { ...data, name: `${index}` } })).id };
    },
  },
  bulkImportJobs: {
    key: "jobId",
    order: ["ImportJob", "createdAt"],
    rows: (workspaceId) =>
      Promise.resolve({
        add: async () =>
          (
            await database().importJob.create({
              data: { workspaceId, fileName: "", skipErrors: false, createdBy: "test" },
            })
          ).id,
      }),
  },
  clientTimeline: {
    order: ["Conversation", "createdAt"],
    async rows(workspaceId) {
      const [{ id: clientId }, { id: integrationId }] = [
        await createTestClient(workspaceId),
        await createTestIntegration(workspaceId),
      ];
      return {
        input: { clientId },
        add: async () => (await createTestConv(workspaceId, { integrationId, clientId })).id,
      };
    },
  },
  clients: {
    order: ["Client", "createdAt"],
    rows: (workspaceId) => Promise.resolve({ add: async () => (await createTestClient(workspaceId)).id }),
  },
  auditEntries: {
    order: null,
    rows: (workspaceId) =>
      Promise.resolve({
        input: { actions: ["test"] },
        add: async (_index, createdAt) =>
          (
            await database().auditEntry.create({
              data: {
                workspaceId,
                actorKind: "system",
                actorId: "SYSTEM",
                action: "test",
                ...(createdAt && { createdAt }),
              },
            })
          ).id,
      }),
  },
  convRows: { order: ["Conversation", "lastMessageAt"], ...CONVERSATION },
  convs: { order: ["Conversation", "createdAt"], ...CONVERSATION },
  creditEntries: {
    plan: "GATEWAY",
    order: ["CreditEntry", "createdAt"],
    rows: (workspaceId) =>
      Promise.resolve({
        add: async (index) =>
          (
            await database().creditEntry.create({
              data: { workspaceId, delta: index, kind: "grant", createdBy: "test" },
            })
          ).id,
      }),
  },
  evalQuestions: {
    path: "/bot/gq",
    order: ["EvalQuestion", "createdAt"],
    async rows(workspaceId) {
      const aiId = await newAi(workspaceId);
      return { input: { aiId }, add: () => newQuestion(workspaceId, aiId) };
    },
  },
  evalResults: {
    path: "/bot/gq",
    key: "questionId",
    // All results have the time of their run.
    order: ["EvalRun", "createdAt"],
    async rows(workspaceId) {
      const aiId = await newAi(workspaceId);
      const runId = await newRun(workspaceId, aiId);
      return {
        input: { runId },
        add: async () => {
          const questionId = await newQuestion(workspaceId, aiId);
          const said = { question: "How long?", history: [], expects: { refuses: true } };
          await database().evalResult.create({ data: { workspaceId, runId, questionId, ...said } });
          return questionId;
        },
      };
    },
  },
  evalRuns: {
    path: "/bot/gq",
    order: ["EvalRun", "createdAt"],
    async rows(workspaceId) {
      const aiId = await newAi(workspaceId);
      return { input: { aiId }, add: () => newRun(workspaceId, aiId) };
    },
  },
  messages: {
    key: "messageId",
    order: ["Message", "createdAt"],
    async rows(workspaceId) {
      const { id } = await createTestIntegration(workspaceId);
      return { add: async (index) => (await customerSystem(id).text("sender", `${index}`)).messageId };
    },
  },
  playgroundChats: {
    path: "/bot/gq",
    key: "convId",
    order: ["PlaygroundChat", "createdAt"],
    async rows(workspaceId) {
      const ctx = testCtx(workspaceId);
      const phone = "+48601234567";
      await database().workspaceTestNumber.create({ data: { workspaceId, phone, active: true, position: 0 } });
      const { id: aiId } = await createAi(ctx, { name: "Otto", type: "builtIn", integrationProperties: {} });
      return { add: async () => (await startPlaygroundChat(ctx, { aiId, phone })).convId };
    },
  },
  webhookDeliveries: {
    order: ["WebhookDelivery", "createdAt"],
    async rows(workspaceId) {
      const url = "http://127.0.0.1:9/";
      const webhook = await database().webhook.create({
        data: { workspaceId, label: "CRM", url, event: "ANY_EVENT", secret: "" },
      });
      return {
        input: { webhookId: webhook.id },
        add: async () => {
          const event = { workspaceId, name: "NEW_CLIENT", payload: {} };
          const { id: eventId, seq: eventSeq } = await database().event.create({ data: event });
          const delivery = { workspaceId, webhookId: webhook.id, eventId, eventSeq };
          return (await database().webhookDelivery.create({ data: delivery })).id;
        },
      };
    },
  },
};

/**
 * Lists that are read forwards. Events start from a cursor that always exists and are never counted
 * (server/webhooks/list-events.test.ts). Passages follow their order in the source
 * (server/assistants/knowledge/knowledge-api.test.ts).
 */
const FORWARDS = ["events", "aiPassages"];

type Page = {
  nodes: Record<string, string>[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number };
};

test("every paged list is here", () => {
  const paged = [coreSchema, assistantSchema].flatMap(pagedLists);
  expect([...Object.keys(LISTS), ...FORWARDS].sort()).toEqual(paged.sort());
});

describe.each(Object.entries(LISTS))("%s", (name, list) => {
  const { key = "id", path = "/core/gq", plan = "PREMIUM" } = list;
  let workspaceId: number;
  let api: ReturnType<typeof apiOf>;
  let rows: Rows;
  let added: string[];

  const ask = (page: Record<string, unknown>, selection = "pageInfo { hasNextPage endCursor count }") =>
    api.ok<Page>(document(selection), { ...rows.input, ...page });
  const document = (selection: string) =>
    `query ($input: ${inputTypeOf(name)}!) { ${name}(input: $input) { nodes { ${key} } ${selection} } }`;
  const ids = (page: Page) => page.nodes.map((node) => node[key] ?? "");

  /** Reads all pages one after another. `between` runs before each next page. */
  async function readPages(first: number, between: (page: number) => Promise<unknown> = () => Promise.resolve()) {
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 100; page++) {
      const { nodes, pageInfo }: Page = await ask({ first, after });
      seen.push(...nodes.map((node) => node[key] ?? ""));
      expect(nodes.length).toBeLessThanOrEqual(first);
      if (!pageInfo.hasNextPage) return seen;
      expect(nodes).toHaveLength(first);
      after = pageInfo.endCursor;
      await between(page);
    }
    throw new Error("the list has no end");
  }

  beforeAll(async () => {
    const made = await createTestWorkspace({ plan });
    ({ workspaceId } = made);
    api = apiOf({ key: made.apiKey }, workspaceId, path);
    rows = await list.rows(workspaceId);
    added = [];
    for (let index = 0; index < 8; index++) added.unshift(await rows.add(index));
  });

  test("newest first; pages repeat nothing and leave nothing out while rows are added", async () => {
    const all = await ask({ first: 200 });
    expect(ids(all).slice(0, added.length)).toEqual(added);
    expect(all.pageInfo).toMatchObject({ hasNextPage: false, count: all.nodes.length });
    const late: string[] = [];
    const seen = await readPages(3, async (page) => late.push(await rows.add(100 + page)));
    expect(seen).toEqual(ids(all));
    expect(late.length).toBeGreaterThanOrEqual(2);
    const after = await ask({ first: 200 });
    expect(ids(after)).toEqual([...late.reverse(), ...ids(all)]);
    expect(after.pageInfo.count).toBe(all.pageInfo.count + late.length);
  });

  test("rows of the same moment come in pages as they come in one", async () => {
    const moment = new Date("2026-01-01T00:00:00Z");
    if (list.order) {
      const [table, time] = list.order;
      await pool().query(`update "${table}" set "${time}" = $2 where "workspaceId" = $1`, [workspaceId, moment]);
    } else {
      for (let index = 0; index < 8; index++) await rows.add(200 + index, moment);
    }
    const all = await ask({ first: 200 });
    const seen = await readPages(2);
    expect(seen).toEqual(ids(all));
    expect(new Set(seen).size).toBe(all.pageInfo.count);
  });

  test("counts only when count is selected", async () => {
    expect(await countingQueries("")).toBe(0);
    expect(await countingQueries("pageInfo { hasNextPage endCursor }")).toBe(0);
    expect(await countingQueries("pageInfo { count }")).toBe(1);
  });

  async function countingQueries(selection: string): Promise<number> {
    const spy = vi.spyOn(pool(), "query");
    try {
      await ask({ first: 2 }, selection);
      const statements = spy.mock.calls.map(([query]) =>
        typeof query === "string" ? query : (query as { text: string }).text,
      );
      expect(statements.length).toBeGreaterThan(0);
      return statements.filter((text) => /count\s*\(/i.test(text)).length;
    } finally {
      spy.mockRestore();
    }
  }

  const cursor = (text: string) => Buffer.from(text).toString("base64url");
  test.each([
    ["first", 0],
    ["first", -1],
    ["first", 201],
    ["after", ""],
    ["after", "rubbish"],
    ["after", cursor(`${Date.now()} not-an-id`)],
    ["after", cursor(`yesterday ${randomUUID()}`)],
    ["after", cursor(`-8640000000000000 ${randomUUID()}`)],
    ["after", cursor(`8640000000000000 ${randomUUID()}`)],
    ["after", cursor(randomUUID())],
  ])("%s: %j is BAD_INPUT", async (field, value) => {
    const refusal = await api.refusal(document(""), { ...rows.input, [field]: value });
    expect(refusal).toMatchObject({ code: "BAD_INPUT", paths: [`input.${field}`] });
  });

  test("one row and two hundred are pages; a cursor that is older than every row is followed by nothing", async () => {
    expect((await ask({ first: 1 })).nodes).toHaveLength(1);
    expect((await ask({ first: 200 })).nodes.length).toBeGreaterThan(1);
    const empty = await ask({ after: cursor(`0 ${randomUUID()}`) });
    expect(empty).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
    expect(empty.pageInfo.count).toBeGreaterThan(1);
  });
});

function pagedLists(schema: GraphQLSchema): string[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, type }) => {
    const page = getNamedType(type);
    return isObjectType(page) && "pageInfo" in page.getFields() ? [name] : [];
  });
}

function inputTypeOf(list: string): string {
  for (const schema of [coreSchema, assistantSchema]) {
    const field = schema.getQueryType()?.getFields()[list];
    if (field?.args[0]) return getNamedType(field.args[0].type).name;
  }
  throw new Error(`there is no list ${list}`);
}
