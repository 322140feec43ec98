import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

type Condition = { field: string; op: string; values: string[] };
type Page = { nodes: { id: string; unreadCount: number; isSnoozed: boolean }[]; pageInfo: { count: number } };

const ROWS = `query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id unreadCount isSnoozed } pageInfo { count } } }`;
const COUNTS = `query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) {
  mine needsReply unassigned aiHandling mentions snoozed windowClosing failed drafts all unread filters } }`;
const HOUR = 3_600_000;

let workspaceId: number;
let owner: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let mia: Awaited<ReturnType<typeof createTestMember>>;
let anaId: string;
let stageId: string;
let aiId: string;
let whatsappId: string;
let shopId: string;
const ids: Record<string, string> = {};
const nameOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
const found = async (input: object, api = mia.api) =>
  (await api.ok<Page>(ROWS, input as Record<string, unknown>)).nodes.map(({ id }) => nameOf(id)).sort();
const by = (...all: Condition[]) => ({ filter: { any: [{ all }] } });
const is = (field: string, ...values: string[]): Condition => ({ field, op: "is", values });

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId, api: owner } = workspace);
  const db = database();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  shopId = integrationId;
  const customer = customerSystem(integrationId);
  mia = await createTestMember(workspaceId, "AGENT_PLUS");
  anaId = (await createTestAgentKey(workspaceId, "Ana")).agentId;
  stageId = (await db.tag.create({ data: { workspaceId, tag: "Shipping", type: "convStage" } })).id;
  aiId = (await db.assistant.create({ data: { workspaceId, name: "Bot", type: "builtIn", properties: "" } })).id;
  whatsappId = (
    await db.integration.create({
      data: { workspaceId, name: "WA", type: "WHATSAPP", state: "active", credentials: "" },
    })
  ).id;
  for (const name of ["plain", "mine", "vip", "bot", "snoozed", "myself", "closing", "failed", "ended", "others"]) {
    const said = await customer.text(name, `Hello from ${name}`, { clientInfo: { name } });
    ids[name] = said.conversationId;
  }
  const set = (name: string, data: object) =>
    db.conversation.update({ where: { workspaceId_id: { workspaceId, id: ids[name] ?? "" } }, data });
  await set("mine", { assigneeId: mia.agentId });
  await set("vip", { tags: ["vip"], stageId, orderNo: "SO-7", rating: 5, ratingScale: 5, ratedAt: new Date() });
  await set("bot", { aiId, rating: 2, ratingScale: 5, ratedAt: new Date() });
  await set("snoozed", { snoozedAt: new Date() });
  await set("others", { assigneeId: anaId });
  await set("ended", { ended: true, endedAt: new Date(), needsResponse: false });
  await set("closing", { integrationId: whatsappId, lastClientMessageAt: new Date(Date.now() - 23 * HOUR) });
  await db.convSnooze.create({ data: { workspaceId, convId: ids.myself ?? "", agentId: mia.agentId } });
  const message = await db.message.findFirstOrThrow({ where: { workspaceId, convId: ids.failed ?? "" } });
  await db.message.create({
    data: {
      workspaceId,
      convId: message.convId,
      clientId: message.clientId,
      integrationId,
      seq: 900,
      content: "No way",
      type: "text",
      isAgent: true,
      createdBy: "SYSTEM",
      status: "failed",
    },
  });
  await db.draft.create({
    data: { workspaceId, convId: ids.plain ?? "", agentId: mia.agentId, mode: "reply", text: "Dear" },
  });
  await db.noteMention.create({
    data: { workspaceId, messageId: message.id, convId: ids.failed ?? "", agentId: mia.agentId },
  });
});

describe("views", () => {
  test("each has its conversations, and what is put aside is in none of work to do", async () => {
    const views = {
      mine: ["mine"],
      needsReply: ["bot", "closing", "failed", "mine", "plain", "vip"],
      unassigned: ["closing", "failed", "plain", "vip"],
      aiHandling: ["bot"],
      mentions: ["failed"],
      snoozed: ["myself", "snoozed"],
      windowClosing: ["closing"],
      failed: ["failed"],
      drafts: ["plain"],
      all: ["bot", "closing", "failed", "mine", "plain", "vip"],
    };
    for (const [view, names] of Object.entries(views)) expect([view, await found({ view })]).toEqual([view, names]);
    expect(await found({ view: "ended" })).toEqual(["ended"]);
    const counts = await mia.api.ok<Record<string, number>>(COUNTS, { filters: [by(is("tag", "vip")).filter] });
    const sizes = Object.fromEntries(Object.entries(views).map(([view, names]) => [view, names.length]));
    expect(counts).toEqual({ ...sizes, unread: 5, filters: [1] });
  });

  test("a key without an agent has nothing of its own, and sees what only an agent put aside", async () => {
    for (const view of ["mine", "mentions", "drafts"]) expect(await found({ view }, owner)).toEqual([]);
    expect(await found({ view: "snoozed" }, owner)).toEqual(["snoozed"]);
    expect(await found({ view: "all" }, owner)).toContain("myself");
  });

  test("named rows of a view: those that it holds", async () => {
    const named = [ids.mine, ids.vip, ids.others];
    expect(await found({ view: "unassigned", ids: named })).toEqual(["vip"]);
  });
});

describe("conditions", () => {
  test("by what brought the client: the first of a conversation's beginning", async () => {
    const db = database();
    const first = (name: string) => ({ workspaceId, convId: ids[name] ?? "", seq: 1 });
    await db.message.updateMany({ where: first("plain"), data: { sourceType: "ad" } });
    await db.message.updateMany({ where: first("ended"), data: { sourceType: "link" } });
    await db.message.updateMany({ where: { ...first("failed"), seq: 900 }, data: { sourceType: "ad" } });
    const { clientId, integrationId } = await db.message.findFirstOrThrow({ where: first("ended") });
    const later = { clientId, integrationId, content: "By an ad, later", type: "note", sourceType: "ad" } as const;
    await db.message.create({
      data: { ...first("ended"), ...later, seq: 9, isAgent: true, createdBy: "SYSTEM", status: "delivered" },
    });
    expect(await found(by(is("source", "ad")))).toEqual(["plain"]);
    expect(await found(by(is("source", "ad", "link")))).toEqual(["ended", "plain"]);
    expect(await found(by(is("source", "any")))).toEqual(["ended", "plain"]);
    const others = Object.keys(ids).filter((name) => !["ended", "plain", "others"].includes(name));
    expect(await found(by(is("source", "none")), mia.api)).toEqual(others.sort());
    expect(await found(by({ field: "source", op: "isNot", values: ["any"] }))).toEqual(others.sort());
  });

  test("find what they say, together and in groups", async () => {
    const open = ["bot", "closing", "failed", "mine", "myself", "plain", "snoozed", "vip"];
    const cases: [string, object, string[]][] = [
      ["ended", by(is("state", "ended")), ["ended"]],
      ["open", by(is("state", "open")), open],
      ["snoozed", by(is("state", "snoozed")), ["myself", "snoozed"]],
      ["owner me", by(is("owner", "me")), ["mine"]],
      [
        "owner none, not of an assistant",
        by(is("owner", "none"), is("ai", "no"), is("state", "open")),
        open.filter((n) => !["bot", "mine"].includes(n)),
      ],
      ["an assistant", by(is("ai", aiId)), ["bot"]],
      ["tag", by(is("tag", "vip", "other")), ["vip"]],
      [
        "not a tag",
        by({ field: "tag", op: "isNot", values: ["vip"] }, is("state", "open")),
        open.filter((n) => n !== "vip"),
      ],
      ["stage", by(is("stage", stageId)), ["vip"]],
      ["order", by(is("orderNo", "SO-7")), ["vip"]],
      ["any order", by(is("orderNo", "any")), ["vip"]],
      ["rating", by(is("rating", "2")), ["bot"]],
      ["ratings", by(is("rating", "2", "5")), ["bot", "vip"]],
      ["not a rating", by({ field: "rating", op: "isNot", values: ["2"] }, is("orderNo", "any")), ["vip"]],
      ["channel", by(is("channel", whatsappId)), ["closing"]],
      ["not a channel", by({ field: "channel", op: "isNot", values: [shopId] }), ["closing"]],
      ["window within", by({ field: "window", op: "within", values: ["2h"] }), ["closing"]],
      ["window within less", by({ field: "window", op: "within", values: ["30m"] }), []],
      ["window closed", by(is("window", "closed")), []],
      ["failed", by(is("has", "failed")), ["failed"]],
      ["draft or mention", by(is("has", "draft", "mention")), ["failed", "plain"]],
      ["text", by(is("text", "LAI")), ["plain"]],
      ["created before", by({ field: "created", op: "before", values: ["2020-01-01"] }), []],
      [
        "last message within",
        by({ field: "lastMessage", op: "within", values: ["7d"] }, is("state", "ended")),
        ["ended"],
      ],
      ["groups", { filter: { any: [{ all: [is("tag", "vip")] }, { all: [is("owner", "me")] }] } }, ["mine", "vip"]],
    ];
    for (const [what, input, names] of cases) expect([what, await found(input)]).toEqual([what, names]);
  });

  test("an agent finds nothing of others by any of them", async () => {
    expect(await found(by(is("owner", anaId)))).toEqual([]);
    expect(await found(by(is("owner", anaId)), owner)).toEqual(["others"]);
  });

  test.each([
    ["op", { field: "tag", op: "before", values: ["x"] }],
    ["values", { field: "tag", op: "is", values: [] }],
    ["values.0", { field: "owner", op: "is", values: ["Ana"] }],
    ["values.0", { field: "window", op: "within", values: ["soon"] }],
    ["values.0", { field: "created", op: "after", values: ["yesterday"] }],
    ["values", { field: "tag", op: "is", values: Array.from({ length: 51 }, String) }],
  ])("a wrong %s is named", async (path, condition) => {
    expect(await mia.api.refusal(ROWS, by(condition))).toMatchObject({
      code: "BAD_INPUT",
      paths: [`input.filter.any.0.all.0.${path}`],
    });
  });
});

describe("sorts", () => {
  test("who waits longest comes first, and the others last", async () => {
    const { nodes } = await mia.api.ok<Page>(ROWS, { sort: "oldestWaiting" });
    const order = nodes.map(({ id }) => nameOf(id));
    expect(order[0]).toBe("plain");
    expect(order.at(-1)).toBe("ended");
    const rows = await database().conversation.findMany({ where: { workspaceId } });
    for (const row of rows) expect(row.waitingSince !== null).toBe(row.needsResponse);
  });

  test("whose window closes comes first, page by page", async () => {
    const { nodes } = await mia.api.ok<Page>(ROWS, { sort: "windowClosing" });
    expect(nameOf(nodes[0]?.id ?? "")).toBe("closing");
  });

  test("the list of those who wait longest is read in its index's order", async () => {
    const plan = await database().$transaction(async (db) => {
      await db.$executeRaw`set local enable_seqscan = off`;
      return db.$queryRaw<{ "QUERY PLAN": string }[]>`explain select c.id from "Conversation" c
        where c."workspaceId" = ${workspaceId} and not c.ended and c."needsResponse"
        order by c."waitingSince", c.id limit 51`;
    });
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("Conversation_needs_response_idx");
  });
});

describe("unread", () => {
  const READ = "mutation ($input: ConvSetReadInput!) { setConvRead(input: $input) { id } }";
  const UNREAD = "mutation ($input: ConvMarkUnreadInput!) { markUnread(input: $input) { id } }";
  const unread = async (name: string, api = mia.api) =>
    (await api.ok<Page>(ROWS, { ids: [ids[name]] })).nodes[0]?.unreadCount;

  test("is each agent's own, goes only forward, and can be set back", async () => {
    const customer = customerSystem(shopId);
    const noor = await createTestMember(workspaceId, "AGENT");
    const convId = ids.vip ?? "";
    expect([await unread("vip"), await unread("vip", noor.api), await unread("ended")]).toEqual([1, 1, 0]);
    await customer.text("vip", "And another");
    expect(await unread("vip")).toBe(2);
    await mia.api.ok(READ, { convId, seq: 2 });
    await mia.api.ok(READ, { convId, seq: 1 });
    expect([await unread("vip"), await unread("vip", noor.api)]).toEqual([0, 2]);
    expect(await found(by(is("unread", "yes"), is("tag", "vip")))).toEqual([]);
    await mia.api.ok(UNREAD, { convId, fromSeq: 2 });
    expect(await unread("vip")).toBe(1);
    expect(await found(by(is("unread", "yes"), is("tag", "vip")))).toEqual(["vip"]);
    await mia.api.ok(READ, { convId, seq: 99 });
    await customer.text("vip", "A third");
    expect(await unread("vip")).toBe(1);
  });

  test("what is another agent's cannot be marked, and a note that was seen is no longer new", async () => {
    expect(await mia.api.refusal(READ, { convId: ids.others, seq: 1 })).toMatchObject({ code: "NOT_FOUND" });
    expect(await mia.api.refusal(UNREAD, { convId: ids.others })).toMatchObject({ code: "NOT_FOUND" });
    await mia.api.ok(READ, { convId: ids.failed, seq: 1 });
    const mention = await database().noteMention.findFirstOrThrow({ where: { workspaceId } });
    expect(mention.seenAt).not.toBeNull();
  });
});
