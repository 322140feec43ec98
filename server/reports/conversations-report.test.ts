import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

const REPORT = `query ($input: ConversationsReportInput!) { conversationsReport(input: $input) {
  totals { opened ended inbound byPerson byAssistant byProgram }
  series { at opened ended inbound byPerson byAssistant byProgram }
  byChannel { name opened ended inbound }
  byTag { tag opened }
  bySource { sourceType adId headline url convs }
  byPrice { category messages charged }
  byHour { weekday hour inbound }
  times { firstResponseByPerson { count median p90 } firstResponseByAssistant { count median p90 } resolution { count median p90 } }
  ratings { asked count average distribution { rating count } byChannel { name asked count average distribution { rating count } } }
  backlog { open needsResponse unassigned }
} }`;

type Report = {
  totals: Record<string, number>;
  series: { at: string; opened: number; inbound: number }[];
  byChannel: { name: string; opened: number }[];
  byTag: { tag: string; opened: number }[];
  bySource: object[];
  byPrice: object[];
  byHour: { weekday: number; hour: number; inbound: number }[];
  times: Record<string, { count: number; median: number | null; p90: number | null }>;
  ratings: object;
  backlog: Record<string, number>;
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let agentId: string;
let aiId: string;
let shop: { id: string };
let site: { id: string };

/** Minutes after 2026-03-28T22:30Z: half an hour before midnight in Berlin, in the night in which its clocks go forward. */
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 28, 22, 30) + minutes * 60_000);
const PERIOD = {
  startDate: at(0).toISOString(),
  endDate: at(3 * 24 * 60).toISOString(),
  interval: "day",
  timeZone: "Europe/Berlin",
};

/** In the order of creation. */
const convIds: string[] = [];

type Line = { from: "client" | "person" | "assistant" | "program"; minute: number; type?: "note" };

async function conv(input: { channel: string; opened: number; ended?: number; tags?: string[]; lines: Line[] }) {
  const { workspaceId } = workspace;
  const db = database();
  const client = await createTestClient(workspaceId);
  const { id } = await createTestConv(workspaceId, { clientId: client.id, integrationId: input.channel });
  const isEnded = input.ended !== undefined;
  await db.conversation.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: {
      createdAt: at(input.opened),
      tags: input.tags ?? [],
      ended: isEnded,
      endedAt: isEnded ? at(input.ended ?? 0) : null,
      needsResponse: !isEnded && input.lines.at(-1)?.from === "client",
    },
  });
  await db.message.deleteMany({ where: { workspaceId, convId: id } });
  await db.message.createMany({
    data: input.lines.map(({ from, minute, type }, index) => ({
      workspaceId,
      convId: id,
      clientId: client.id,
      integrationId: input.channel,
      seq: index + 1,
      content: "Hello",
      type: type ?? "text",
      isAgent: from !== "client",
      agentId: from === "person" ? agentId : null,
      aiId: from === "assistant" ? aiId : null,
      createdBy: "test",
      status: "delivered",
      createdAt: at(minute),
    })),
  });
  convIds.push(id);
}

async function change(conv: number, seq: number, data: Prisma.MessageUpdateInput): Promise<void> {
  const { workspaceId } = workspace;
  const place = { workspaceId, convId: convIds[conv] ?? "", seq };
  await database().message.update({ where: { workspaceId_convId_seq: place }, data });
}

beforeAll(async () => {
  workspace = await createTestWorkspace();
  const { workspaceId } = workspace;
  agentId = (await createTestAgentKey(workspaceId)).agentId;
  aiId = (await database().assistant.create({ data: { workspaceId, name: "Otto", type: "builtIn", properties: "" } }))
    .id;
  shop = await createTestIntegration(workspaceId, { name: "Shop" });
  await database().integration.updateMany({ where: { workspaceId, id: shop.id }, data: { type: "WHATSAPP" } });
  site = await createTestIntegration(workspaceId, { name: "Site" });
  // Answered by a person after 10 minutes (the note before is no answer), ended after 100.
  await conv({
    channel: shop.id,
    opened: 10,
    ended: 110,
    tags: ["vip", "refund"],
    lines: [
      { from: "client", minute: 10 },
      { from: "person", minute: 12, type: "note" },
      { from: "person", minute: 20 },
      { from: "client", minute: 40 },
    ],
  });
  // Answered by the assistant after one minute, then by a person: the first answer is the assistant's. It is already Sunday in Berlin.
  await conv({
    channel: site.id,
    opened: 60,
    tags: ["vip"],
    lines: [
      { from: "client", minute: 60 },
      { from: "assistant", minute: 61 },
      { from: "person", minute: 90 },
      { from: "client", minute: 24 * 60 },
    ],
  });
  // Opened by a program, which is not an answer to anyone.
  await conv({ channel: site.id, opened: 70, lines: [{ from: "program", minute: 70 }] });
  // Answered by a person after 30 minutes.
  await conv({
    channel: shop.id,
    opened: 80,
    lines: [
      { from: "client", minute: 80 },
      { from: "person", minute: 110 },
    ],
  });
  // One opened before the period and ended in it. One opened at the moment at which the period ends, which is no longer part of it.
  await conv({ channel: shop.id, opened: -600, ended: 0, lines: [{ from: "client", minute: -600 }] });
  await conv({ channel: shop.id, opened: 3 * 24 * 60, lines: [{ from: "client", minute: 3 * 24 * 60 }] });
  // Two conversations by one ad, the first of them twice, whose headline changed. One by a page. One by an ad after the period.
  const ad = (headline: string | null) => ({ sourceType: "ad", ad: { id: "7", headline, text: null, clickId: null } });
  await change(0, 1, ad("Shoes"));
  await change(0, 4, ad(null));
  await change(1, 1, ad("Boots"));
  await change(3, 1, { sourceType: "page", sourceUrl: "https://shop.example/" });
  await change(5, 1, ad("Later"));
  // Three answers with prices, one of them free, one without a type. One that failed.
  await change(0, 3, { price: { category: "service", type: "free_customer_service" } });
  await change(1, 2, { price: { category: "service", type: "regular" } });
  await change(3, 2, { price: { category: "utility", type: null } });
  await change(1, 3, { price: { category: "marketing", type: "regular" }, status: "failed" });
});

test("counts what began, ended, came in and went out, each at its moment in the reader's time zone", async () => {
  const report = await workspace.api.ok<Report>(REPORT, PERIOD);
  expect(report.totals).toEqual({ opened: 4, ended: 2, inbound: 5, byPerson: 3, byAssistant: 1, byProgram: 1 });
  // The 28th in Berlin, and the 29th with 23 hours, which begins at 23:00Z and ends at 22:00Z.
  expect(report.series).toEqual([
    { at: "2026-03-27T23:00:00.000Z", opened: 1, ended: 1, inbound: 1, byPerson: 1, byAssistant: 0, byProgram: 0 },
    { at: "2026-03-28T23:00:00.000Z", opened: 3, ended: 1, inbound: 3, byPerson: 2, byAssistant: 1, byProgram: 1 },
    { at: "2026-03-29T22:00:00.000Z", opened: 0, ended: 0, inbound: 1, byPerson: 0, byAssistant: 0, byProgram: 0 },
  ]);
  expect(report.byChannel).toEqual([
    { name: "Shop", opened: 2, ended: 2, inbound: 3 },
    { name: "Site", opened: 2, ended: 0, inbound: 2 },
  ]);
  expect(report.byTag).toEqual([
    { tag: "vip", opened: 2 },
    { tag: "refund", opened: 1 },
  ]);
  expect(report.bySource).toEqual([
    { sourceType: "ad", adId: "7", headline: "Boots", url: null, convs: 2 },
    { sourceType: "page", adId: null, headline: null, url: "https://shop.example/", convs: 1 },
  ]);
  expect(report.byPrice).toEqual([
    { category: "service", messages: 2, charged: 1 },
    { category: "utility", messages: 1, charged: 0 },
  ]);
  // Saturday 23:40; Sunday 0:10, 0:30 and 0:50; Monday 0:30, already in summer time.
  expect(report.byHour).toEqual([
    { weekday: 1, hour: 0, inbound: 1 },
    { weekday: 6, hour: 23, inbound: 1 },
    { weekday: 7, hour: 0, inbound: 3 },
  ]);
  expect(report.backlog).toEqual({ open: 4, needsResponse: 2, unassigned: 4 });
});

test("measures first answers of persons and assistants apart, and how long it took to the end", async () => {
  const { times } = await workspace.api.ok<Report>(REPORT, PERIOD);
  expect(times).toEqual({
    firstResponseByPerson: { count: 2, median: 20 * 60, p90: expect.closeTo(28 * 60, 3) as number },
    firstResponseByAssistant: { count: 1, median: 60, p90: 60 },
    resolution: { count: 2, median: 350 * 60, p90: expect.closeTo(550 * 60, 3) as number },
  });
});

test("counts ratings when they were given and asked for, over all and by channel", async () => {
  const { workspaceId } = workspace;
  const rate = (index: number, data: object) =>
    database().conversation.update({
      where: { workspaceId_id: { workspaceId, id: convIds[index] ?? "" } },
      data: { ratingScale: 5, ratingAskedAt: at(90), ...data },
    });
  await rate(0, { rating: 5, ratedAt: at(100) });
  await rate(3, { rating: 2, ratedAt: at(120) });
  await rate(1, {});
  // Asked before the period, rated after it.
  await rate(4, { rating: 1, ratingAskedAt: at(-1), ratedAt: at(3 * 24 * 60) });
  const shopRatings = {
    asked: 2,
    count: 2,
    average: 3.5,
    distribution: [
      { rating: 2, count: 1 },
      { rating: 5, count: 1 },
    ],
  };
  expect((await workspace.api.ok<Report>(REPORT, PERIOD)).ratings).toEqual({
    ...shopRatings,
    asked: 3,
    byChannel: [
      { name: "Shop", ...shopRatings },
      { name: "Site", asked: 1, count: 0, average: null, distribution: [] },
    ],
  });
  expect((await workspace.api.ok<Report>(REPORT, { ...PERIOD, integrationId: shop.id })).ratings).toMatchObject(
    shopRatings,
  );
});

test("of one channel or tag only what is theirs", async () => {
  const ofShop = await workspace.api.ok<Report>(REPORT, { ...PERIOD, integrationId: shop.id });
  expect(ofShop.totals).toMatchObject({ opened: 2, inbound: 3, byAssistant: 0 });
  expect(ofShop.times["firstResponseByAssistant"]).toEqual({ count: 0, median: null, p90: null });
  const ofRefund = await workspace.api.ok<Report>(REPORT, { ...PERIOD, tag: "refund" });
  expect(ofRefund.totals).toEqual({ opened: 1, ended: 1, inbound: 2, byPerson: 1, byAssistant: 0, byProgram: 0 });
  expect(ofRefund.backlog).toEqual({ open: 0, needsResponse: 0, unassigned: 0 });
  const empty = { ...PERIOD, startDate: PERIOD.endDate };
  expect(await workspace.api.ok<Report>(REPORT, empty)).toMatchObject({
    totals: { opened: 0, ended: 0, inbound: 0, byPerson: 0, byAssistant: 0, byProgram: 0 },
    series: [],
    byHour: [],
  });
});

describe("each number opens the conversations that it counts:", () => {
  const ROWS = "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id } } }";
  const SPAN = `${PERIOD.startDate}/${PERIOD.endDate}`;
  type Condition = { field: string; op: string; values: string[] };
  const is = (field: string, ...values: string[]): Condition => ({ field, op: "is", values });
  const within = (field: string): Condition[] => [
    { field, op: "after", values: [PERIOD.startDate] },
    { field, op: "before", values: [PERIOD.endDate] },
  ];
  const ask = (all: Condition[]) => ({ filter: { any: [{ all }] } });
  async function found(all: Condition[]) {
    const { nodes } = await workspace.api.ok<{ nodes: { id: string }[] }>(ROWS, ask(all));
    return nodes.map(({ id }) => convIds.indexOf(id)).sort();
  }

  test.each<[string, () => Condition[], number[]]>([
    ["opened", () => within("created"), [0, 1, 2, 3]],
    ["ended", () => within("endedAt"), [0, 4]],
    ["from clients", () => [is("wrote", `client/${SPAN}`)], [0, 1, 3]],
    ["by agents", () => [is("wrote", `person/${SPAN}`)], [0, 1, 3]],
    ["by one agent", () => [is("wrote", `${agentId}/${SPAN}`)], [0, 1, 3]],
    ["by assistants", () => [is("wrote", `assistant/${SPAN}`)], [1]],
    ["by programs", () => [is("wrote", `program/${SPAN}`)], [2]],
    ["by assistants or programs", () => [is("wrote", `assistant/${SPAN}`, `program/${SPAN}`)], [1, 2]],
    ["not from clients", () => [{ field: "wrote", op: "isNot", values: [`client/${SPAN}`] }], [2, 4, 5]],
    ["Saturday from 23 o'clock", () => [is("wrote", `client/${SPAN}/6-23/Europe/Berlin`)], [0]],
    ["Sunday from 0 o'clock", () => [is("wrote", `client/${SPAN}/7-0/Europe/Berlin`)], [0, 1, 3]],
    ["Monday from 0 o'clock", () => [is("wrote", `client/${SPAN}/1-0/Europe/Berlin`)], [1]],
    ["Sunday from 22 o'clock in UTC", () => [is("wrote", `client/${SPAN}/7-22/UTC`)], [1]],
    ["first answered by persons", () => [...within("created"), is("answered", "person")], [0, 3]],
    ["first answered by assistants", () => [...within("created"), is("answered", "assistant")], [1]],
    ["an agent's first answers", () => [is("answered", `${agentId}/${SPAN}`)], [0, 1, 3]],
    ["of a channel", () => [is("wrote", `client/${SPAN}`), is("channel", site.id)], [1]],
    ["open", () => [is("state", "open")], [1, 2, 3, 5]],
    ["waiting", () => [is("state", "waiting")], [1, 5]],
    ["unassigned", () => [is("state", "open"), is("owner", "none"), is("ai", "no")], [1, 2, 3, 5]],
  ])("%s", async (_, all, expected) => {
    expect(await found(all())).toEqual(expected);
  });

  test("an assistant's turns, and those of one outcome", async () => {
    const { workspaceId } = workspace;
    const convId = convIds[1] ?? "";
    const { id: clientMessageId } = await database().message.findFirstOrThrow({ where: { workspaceId, convId } });
    const turn = { workspaceId, aiId, convId, clientMessageId, durationMs: 1, createdAt: at(61) };
    await database().assistantAnswer.create({ data: { ...turn, ownerVersion: 1, outcome: "handedOver" } });
    expect(await found([is("turn", `${aiId}/${SPAN}`)])).toEqual([1]);
    expect(await found([is("turn", `${aiId}/${SPAN}/handedOver`)])).toEqual([1]);
    for (const outcome of ["answered", "askedBack", "unanswered"])
      expect(await found([is("turn", `${aiId}/${SPAN}/${outcome}`)])).toEqual([]);
    expect(await found([is("turn", `${aiId}/${PERIOD.endDate}/2027-01-01`)])).toEqual([]);
  });

  test.each([
    is("wrote", "client"),
    is("wrote", `somebody/${SPAN}`),
    is("wrote", `client/${SPAN}/8-1/UTC`),
    is("wrote", `client/${SPAN}/1-24/UTC`),
    is("wrote", `client/${SPAN}/1-1`),
    is("wrote", `client/${SPAN}/1-1/+02:00`),
    is("given", `client/${SPAN}`),
    is("given", "00000000-0000-7000-8000-000000000000/2026-01-01/soon"),
    is("answered", "program"),
    is("turn", `00000000-0000-7000-8000-000000000000/${SPAN}/lost`),
    { field: "wrote", op: "after", values: ["2026-01-01"] },
  ])("refuses %o", async (condition) => {
    expect(await workspace.api.refusal(ROWS, ask([condition]))).toMatchObject({ code: "BAD_INPUT" });
  });
});

test.each(["UTC", "Asia/Kolkata", "Europe/Kyiv", "America/Argentina/Buenos_Aires"])(
  "takes the zone %s",
  async (timeZone) => {
    await workspace.api.ok(REPORT, { ...PERIOD, timeZone });
  },
);

describe("refuses", () => {
  test.each([
    [{ endDate: "2026-03-01T00:00:00Z" }, "input.endDate"],
    [{ interval: "hour", endDate: "2026-06-01T00:00:00Z" }, "input.interval"],
    [{ timeZone: "Mars/Olympus" }, "input.timeZone"],
    [{ timeZone: "+02:00" }, "input.timeZone"],
    [{ timeZone: "IST" }, "input.timeZone"],
  ])("%o", async (input, path) => {
    const refusal = await workspace.api.refusal(REPORT, { ...PERIOD, ...input });
    expect(refusal).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  });

  test("agents, and workspaces of the Gateway plan", async () => {
    const agent = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    expect(await agent.api.refusal(REPORT, PERIOD)).toMatchObject({ code: "FORBIDDEN_ROLE" });
    const gateway = await createTestWorkspace({ plan: "GATEWAY" });
    expect(await gateway.api.refusal(REPORT, PERIOD)).toMatchObject({ code: "PLAN_REQUIRED" });
  });
});
