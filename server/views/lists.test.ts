import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { database, pool } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

type Page = {
  nodes: Record<string, unknown>[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number };
};
const PAGE = "pageInfo { hasNextPage endCursor count }";
const CONVS = `query ($input: ConvsInput!) { convs(input: $input) { nodes { id } ${PAGE} } }`;
const MESSAGES = `query ($input: MessagesInput!) { messages(input: $input) { nodes { messageId seq content } ${PAGE} } }`;
const ROWS = `query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id needsResponse waitingSince lastMessage { content } } ${PAGE} } }`;
const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId createdAt } }";

let workspaceId: number;
let integrationId: string;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let customer: ReturnType<typeof customerSystem>;

async function world() {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
}

const ids = (page: Page, key = "id") => page.nodes.map((row) => row[key]);

describe("paging", () => {
  beforeEach(world);

  test("convs come newest first, each once, while rows are added", async () => {
    const made: string[] = [];
    for (let i = 0; i < 12; i++) made.unshift((await customer.text(`s-${i}`, "Hello")).conversationId);
    const seen: unknown[] = [];
    let after: string | null = null;
    for (let page = 0; ; page++) {
      const answer: Page = await api.ok(CONVS, { first: 5, after });
      seen.push(...ids(answer));
      await customer.text(`late-${page}`, "Hello");
      expect(answer.pageInfo.count).toBe(12 + page);
      if (!answer.pageInfo.hasNextPage) break;
      after = answer.pageInfo.endCursor;
    }
    expect(seen).toEqual(made);
  });

  test("messages of a conversation come newest first, each once, while messages are added", async () => {
    const { conversationId: convId } = await customer.text("maria", "0");
    await Promise.all(Array.from({ length: 24 }, (_, i) => customer.text("maria", `${i + 1}`)));
    const seen: unknown[] = [];
    let after: string | null = null;
    do {
      const answer: Page = await api.ok(MESSAGES, { convId, first: 7, after });
      seen.push(...ids(answer, "seq"));
      await customer.text("maria", "late");
      after = answer.pageInfo.hasNextPage ? answer.pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i));
  });

  test("convRows page by activity, and by waiting", async () => {
    for (let i = 0; i < 7; i++) await customer.text(`s-${i}`, "Hello");
    for (const sort of ["newest", "oldestWaiting"]) {
      const all: Page = await api.ok(ROWS, { sort });
      const seen: unknown[] = [];
      let after: string | null = null;
      do {
        const answer: Page = await api.ok(ROWS, { sort, first: 3, after });
        expect(answer.pageInfo.count).toBe(7);
        seen.push(...ids(answer));
        after = answer.pageInfo.hasNextPage ? answer.pageInfo.endCursor : null;
      } while (after);
      expect(seen).toEqual(ids(all));
    }
    const [newest, waiting] = [await api.ok<Page>(ROWS, {}), await api.ok<Page>(ROWS, { sort: "oldestWaiting" })];
    expect(ids(waiting)).toEqual(ids(newest).reverse());
  });

  test.each([
    ["first", { first: 0 }],
    ["first", { first: 201 }],
    ["after", { after: "rubbish" }],
  ])("a wrong %s is refused", async (path, input) => {
    for (const query of [CONVS, MESSAGES, ROWS]) {
      expect(await api.refusal(query, input)).toMatchObject({ code: "BAD_INPUT", paths: [`input.${path}`] });
    }
  });
});

describe("filters", () => {
  let ana: Awaited<ReturnType<typeof createTestAgentKey>>;
  const conv: Record<string, { conversationId: string; clientId: string; messageId: string }> = {};
  const id = (name: string) => conv[name]?.conversationId ?? "";

  beforeAll(async () => {
    await world();
    ana = await createTestAgentKey(workspaceId, "Ana");
    conv.maria = await customer.text("m-1", "Hello", {
      conversationId: "t-1",
      clientInfo: { name: "Maria", surname: "Silva", phone: "+5511998765432" },
    });
    conv.bo = await customer.text("b_1", "Hello", { clientInfo: { name: "Bo 100%" } });
    conv.cy = await customer.text("c-1", "https://example.com/a.jpg", { type: "image", clientInfo: { name: "Cy" } });
    const assistant = await database().assistant.create({
      data: { workspaceId, name: "Bot", type: "builtIn", properties: "" },
    });
    const stage = await database().tag.create({ data: { workspaceId, tag: "Shipping", type: "convStage" } });
    const set = (name: string, data: object) =>
      database().conversation.update({ where: { workspaceId_id: { workspaceId, id: id(name) } }, data });
    await set("maria", { assigneeId: ana.agentId, stageId: stage.id, tags: ["vip", "late"] });
    await set("bo", { aiId: assistant.id, tags: ["vip"] });
    await set("cy", { ended: true, endedAt: new Date(), needsResponse: false });
    byName = {
      integrationId: [{ integrationId }, ["cy", "bo", "maria"]],
      "another integrationId": [{ integrationId: stage.id }, []],
      clientId: [{ clientId: conv.maria.clientId }, ["maria"]],
      "ended true": [{ ended: true }, ["cy"]],
      "ended false": [{ ended: false }, ["bo", "maria"]],
      "one tag": [{ tags: ["vip"] }, ["bo", "maria"]],
      "both tags": [{ tags: ["late", "vip"] }, ["maria"]],
      assigneeId: [{ assigneeId: ana.agentId }, ["maria"]],
      aiId: [{ aiId: assistant.id }, ["bo"]],
      stageId: [{ stageId: stage.id }, ["maria"]],
      "a stageId that is no id": [{ stageId: "Shipping" }, []],
      "part of a name": [{ nameOrPhone: "ARIA" }, ["maria"]],
      "first and last name": [{ nameOrPhone: "maria silva" }, ["maria"]],
      "part of a phone": [{ nameOrPhone: "99876" }, ["maria"]],
      "an outside id": [{ nameOrPhone: "b_1" }, ["bo"]],
      "% as a character": [{ nameOrPhone: "%" }, ["bo"]],
      "_ as a character": [{ nameOrPhone: "m_1" }, []],
      externalConversationId: [{ externalConversationId: "t-1" }, ["maria"]],
      "two together": [{ ended: false, tags: ["vip"], assigneeId: ana.agentId }, ["maria"]],
    };
  });

  let byName: Record<string, [Record<string, unknown>, string[]]> = {};

  test("of convs", async () => {
    for (const [name, [input, names]] of Object.entries(byName)) {
      const page: Page = await api.ok(CONVS, input);
      expect([name, ids(page), page.pageInfo.count]).toEqual([name, names.map(id), names.length]);
    }
  });

  test("of messages", async () => {
    const find = async (input: Record<string, unknown>) => ids(await api.ok<Page>(MESSAGES, input), "messageId");
    const own = (...names: string[]) => names.map((name) => conv[name]?.messageId);
    // A second apart, because a fast machine could create two in the same millisecond.
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const set = (name: string, createdAt: Date) =>
      database().message.updateMany({ where: { workspaceId, id: conv[name]?.messageId ?? "" }, data: { createdAt } });
    const bos = ago(2);
    await set("maria", ago(3));
    await set("bo", bos);
    await set("cy", ago(1));
    const at = bos.toISOString();
    await database().message.updateMany({
      where: { workspaceId, id: conv.cy?.messageId ?? "" },
      data: { tags: ["photo"] },
    });
    expect(await find({ convId: id("maria") })).toEqual(own("maria"));
    expect(await find({ clientId: conv.bo?.clientId })).toEqual(own("bo"));
    expect(await find({ assigneeId: ana.agentId })).toEqual(own("maria"));
    expect(await find({ type: "image" })).toEqual(own("cy"));
    expect(await find({ tags: ["photo"] })).toEqual(own("cy"));
    expect(await find({ startDate: at })).toEqual(own("cy", "bo"));
    expect(await find({ endDate: at })).toEqual(own("bo", "maria"));
    expect(await find({ startDate: at, endDate: at })).toEqual(own("bo"));
  });

  test("of convRows, by view and by filter", async () => {
    const find = async (input: Record<string, unknown>, caller = api) => ids(await caller.ok<Page>(ROWS, input));
    expect(await find({ view: "all" })).toEqual([id("bo"), id("maria")]);
    expect(await find({ view: "ended" })).toEqual([id("cy")]);
    expect(await find({ view: "needsReply" })).toEqual([id("bo"), id("maria")]);
    expect(await find({ view: "unassigned" })).toEqual([]);
    expect(await find({ view: "mine" })).toEqual([]);
    expect(await find({ view: "mine" }, ana.api)).toEqual([id("maria")]);
    expect(await find({ view: "all", search: " SILVA" })).toEqual([id("maria")]);
    expect(await find({ search: "%" })).toEqual([id("bo")]);
    expect(await find({ tags: ["vip", "late"] })).toEqual([id("maria")]);
    expect(await find({ clientId: conv.cy?.clientId })).toEqual([id("cy")]);
    expect(await find({ integrationId })).toHaveLength(3);
    expect(await find({ ids: [id("cy"), "none"] })).toEqual([id("cy")]);
    expect(await find({ ids: [] })).toEqual([]);
    expect(
      await api.ok(
        "query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { mine needsReply unassigned all } }",
      ),
    ).toEqual({
      mine: 0,
      needsReply: 2,
      unassigned: 0,
      all: 2,
    });
  });
});

describe("what a row shows", () => {
  beforeEach(world);

  test("waitingSince is the first message after our last answer; notes end no waiting", async () => {
    const { conversationId: convId } = await customer.text("maria", "Hello");
    await customer.text("maria", "Anyone?");
    const times = await database().message.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } });
    const row = async () => (await api.ok<Page>(ROWS, { ids: [convId] })).nodes[0];
    expect(await row()).toMatchObject({ needsResponse: true, waitingSince: times[0]?.createdAt.toISOString() });
    await api.ok(ADD, { integrationId, convId, content: "Be kind", type: "note" });
    expect(await row()).toMatchObject({
      needsResponse: true,
      waitingSince: times[0]?.createdAt.toISOString(),
      lastMessage: { content: "Be kind" },
    });
    await api.ok(ADD, { integrationId, convId, content: "Hi", type: "text" });
    expect(await row()).toMatchObject({ needsResponse: false, waitingSince: null });
    const { messageId } = await customer.text("maria", "Thanks");
    const last = await database().message.findFirstOrThrow({ where: { workspaceId, id: messageId } });
    expect(await row()).toMatchObject({
      needsResponse: true,
      waitingSince: last.createdAt.toISOString(),
      lastMessage: { content: "Thanks" },
    });
  });

  test("who waits longest comes first, whoever wrote last; who does not wait comes after", async () => {
    const answered = await customer.text("answered", "Hello");
    await api.ok(ADD, { integrationId, convId: answered.conversationId, content: "Hi", type: "text" });
    const first = await customer.text("first", "Hello");
    const second = await customer.text("second", "Hello");
    // Within one millisecond the order would be undefined.
    await wait(5);
    await customer.text("first", "Hello??");
    const page: Page = await api.ok(ROWS, { view: "all", sort: "oldestWaiting" });
    expect(ids(page)).toEqual([first.conversationId, second.conversationId, answered.conversationId]);
    expect(ids(await api.ok<Page>(ROWS, { view: "all" }))).toEqual([
      first.conversationId,
      second.conversationId,
      answered.conversationId,
    ]);
  });

  test("the reply window and the rest of the row", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    const { conversationId: id } = await customer.text("maria", "Hello", {
      clientInfo: { name: "Maria", surname: "Silva", phone: "+5511998765432" },
    });
    await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: ana.agentId } });
    const query = `query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { integrationName integrationType clientName clientPhone
      clientAvatarUrl clientArchived assigneeName replyWindowClosesAt broadcastName stageId orderNo tags ended endedBy endedAt } } }`;
    const row = async () => (await api.ok<Page>(query, { ids: [id] })).nodes[0];
    expect(await row()).toEqual({
      integrationName: "Shop",
      integrationType: "CUSTOM",
      clientName: "Maria Silva",
      clientPhone: "+5511998765432",
      clientAvatarUrl: null,
      clientArchived: false,
      assigneeName: "Ana",
      replyWindowClosesAt: null,
      broadcastName: null,
      stageId: null,
      orderNo: null,
      tags: [],
      ended: false,
      endedBy: null,
      endedAt: null,
    });
    await database().integration.updateMany({ where: { workspaceId }, data: { type: "WHATSAPP" } });
    const { lastClientMessageAt } = await database().conversation.findFirstOrThrow({ where: { workspaceId } });
    expect(await row()).toMatchObject({
      replyWindowClosesAt: new Date((lastClientMessageAt?.getTime() ?? 0) + 86_400_000).toISOString(),
    });
    await database().conversation.updateMany({
      where: { workspaceId },
      data: { lastClientMessageAt: new Date(Date.now() - 90_000_000) },
    });
    expect(await row()).toMatchObject({ replyWindowClosesAt: null });
  });
});

describe("Conversation", () => {
  beforeEach(world);

  test("messages are the newest 100, oldest first, with the fields of Message; client says whether it is archived", async () => {
    const { conversationId: id, clientId } = await customer.text("maria", "0", {
      clientInfo: { name: "Maria", code: "C-7" },
    });
    for (let i = 1; i <= 104; i++) await customer.text("maria", `${i}`);
    const conv = await api.ok<{ messages: Record<string, unknown>[]; client: unknown }>(
      "query ($input: ConvInput!) { conv(input: $input) { integrationType messages client aiAssigneed broadcastName } }",
      { id },
    );
    expect(conv).toMatchObject({ integrationType: "CUSTOM", aiAssigneed: false, broadcastName: null });
    expect(conv.messages.map(({ content }) => content)).toEqual(Array.from({ length: 100 }, (_, i) => `${i + 5}`));
    expect(conv.messages.at(-1)).toEqual({
      messageId: expect.any(String) as string,
      convId: id,
      clientId,
      integrationId,
      content: "104",
      caption: null,
      type: "text",
      noteType: null,
      isAgent: false,
      agentId: null,
      aiId: null,
      status: "delivered",
      error: null,
      externalMessageId: null,
      replyToMessageId: null,
      tags: [],
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    expect(conv.client).toEqual({ name: "Maria", surname: null, code: "C-7", phone: null, isDeleted: false });
    const last = await api.ok("query ($input: ConvLastMessageInput!) { convLastMessage(input: $input) { content } }", {
      convId: id,
    });
    expect(last).toEqual({ content: "104" });
  });

  test("a list of 40 makes as many queries as a list of 4", async () => {
    const member = await createTestMember(workspaceId, "ADMIN");
    for (let i = 0; i < 40; i++) await customer.text(`s-${i}`, "Hello", { clientInfo: { name: `Client ${i}` } });
    const queries = async (query: string, first: number) => {
      await member.api.ok(query, { first });
      const spy = vi.spyOn(pool(), "query");
      await member.api.ok(query, { first });
      // Earlier writes may still be sending their notification.
      const count = spy.mock.calls.filter((call) => !JSON.stringify(call).includes("pg_notify")).length;
      spy.mockRestore();
      return count;
    };
    const convs =
      "query ($input: ConvsInput!) { convs(input: $input) { nodes { id integrationType messages client broadcastName } } }";
    const rows =
      "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id integrationName clientName assigneeName lastMessage { content senderName } } } }";
    for (const query of [convs, rows]) {
      const few = await queries(query, 4);
      expect(few).toBeGreaterThan(0);
      expect(await queries(query, 40)).toBe(few);
      expect(few).toBeLessThan(14);
    }
  });
});
