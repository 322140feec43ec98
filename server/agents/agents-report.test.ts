import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import type { AgentReport } from "./agents-report.ts";

const REPORT = `query ($input: AgentsReportInput!) { agentsReport(input: $input) { nodes { agentId name surname assignedCount endedCount
  messageCount firstResponseSecondsAvg resolutionSecondsAvg ratingAvg ratingCount ratings { rating count } } } }`;
const NOTHING = {
  assignedCount: 0,
  endedCount: 0,
  messageCount: 0,
  firstResponseSecondsAvg: null,
  resolutionSecondsAvg: null,
  ratingAvg: null,
  ratingCount: 0,
  ratings: [],
};
const DAY = { startDate: "2026-03-10T00:00:00Z", endDate: "2026-03-11T00:00:00Z" };
const at = (time: string) => new Date(`2026-03-10T${time}Z`);

async function world() {
  const workspace = await createTestWorkspace();
  const { workspaceId, api } = workspace;
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { id: clientId } = await createTestClient(workspaceId);
  const own = (await database().agent.findMany({ where: { workspaceId } })).map(({ id }) => id);
  await database().agent.updateMany({ where: { id: { in: own } }, data: { deletedAt: new Date() } });
  const report = async (input: object = DAY) => (await api.ok<{ nodes: AgentReport[] }>(REPORT, { ...input })).nodes;
  return { ...workspace, integrationId, clientId, report };
}
type World = Awaited<ReturnType<typeof world>>;

type Line = { from: string | null; at: Date; isNote?: boolean };
type Thread = {
  createdAt: Date;
  assigneeId?: string | null;
  endedAt?: Date | null;
  rating?: number;
  ratedAt?: Date;
  lines: Line[];
  given?: { agentId: string; at: Date }[];
};

/** Inserts conversations with their rows at given times. `from` is an agent's id, or null for the contact. */
async function play({ workspaceId, integrationId, clientId }: World, threads: Thread[]): Promise<void> {
  const db = database();
  const convs: Prisma.ConversationCreateManyInput[] = [];
  const messages: Prisma.MessageCreateManyInput[] = [];
  const assignments: Prisma.ConvAssignmentCreateManyInput[] = [];
  for (const { lines, given = [], endedAt = null, ...rest } of threads) {
    const id = randomUUID();
    const place = { workspaceId, integrationId, clientId };
    convs.push({ ...place, id, externalConversationId: id, ended: endedAt !== null, endedAt, ...rest });
    assignments.push(...given.map((one) => ({ workspaceId, convId: id, agentId: one.agentId, createdAt: one.at })));
    messages.push(
      ...lines.map((line, index) => ({
        ...place,
        convId: id,
        seq: index + 1,
        content: "…",
        type: line.isNote ? ("note" as const) : ("text" as const),
        isAgent: line.from !== null || line.isNote === true,
        agentId: line.from,
        createdBy: line.from ?? clientId,
        status: "delivered" as const,
        createdAt: line.at,
      })),
    );
  }
  await db.conversation.createMany({ data: convs });
  await db.message.createMany({ data: messages });
  await db.convAssignment.createMany({ data: assignments });
}

describe("what is counted", () => {
  test("an agent's day, with everything that does not belong to it left out", async () => {
    const w = await world();
    const ana = await createTestAgentKey(w.workspaceId, "Ana");
    const bo = await createTestAgentKey(w.workspaceId, "Bo");
    await play(w, [
      {
        // Answered after 30 s, by a colleague after 90 s; ended after 10 min; rated.
        createdAt: at("09:00:00"),
        assigneeId: ana.agentId,
        endedAt: at("09:10:00"),
        rating: 4,
        ratedAt: at("09:11:00"),
        given: [
          { agentId: ana.agentId, at: at("09:00:00") },
          { agentId: bo.agentId, at: at("09:01:00") },
          { agentId: ana.agentId, at: at("09:02:00") },
        ],
        lines: [
          { from: null, at: at("09:00:00") },
          { from: ana.agentId, at: at("09:00:10"), isNote: true },
          { from: null, at: at("09:00:20") },
          { from: ana.agentId, at: at("09:00:30") },
          { from: bo.agentId, at: at("09:01:30") },
          { from: ana.agentId, at: at("09:05:00") },
        ],
      },
      {
        // Opened by Ana: her message before the contact wrote is no answer.
        createdAt: at("10:00:00"),
        assigneeId: ana.agentId,
        lines: [
          { from: ana.agentId, at: at("10:00:00") },
          { from: null, at: at("10:30:00") },
          { from: ana.agentId, at: at("10:31:00") },
        ],
      },
      {
        // The first answer, the assignment and the opening are on the day before. A message and the end are on the day itself.
        createdAt: new Date("2026-03-09T23:00:00Z"),
        assigneeId: ana.agentId,
        endedAt: at("01:00:00"),
        given: [{ agentId: ana.agentId, at: new Date("2026-03-09T23:59:59.999Z") }],
        lines: [
          { from: null, at: new Date("2026-03-09T23:00:00Z") },
          { from: ana.agentId, at: new Date("2026-03-09T23:30:00Z") },
          { from: ana.agentId, at: at("00:00:00") },
        ],
      },
      {
        // The next day starts at endDate, so this does not count.
        createdAt: at("23:00:00"),
        assigneeId: ana.agentId,
        endedAt: new Date(DAY.endDate),
        rating: 1,
        ratedAt: new Date(DAY.endDate),
        given: [{ agentId: ana.agentId, at: new Date(DAY.endDate) }],
        lines: [
          { from: null, at: at("23:00:00") },
          { from: ana.agentId, at: new Date(DAY.endDate) },
        ],
      },
    ]);
    expect(await w.report()).toEqual([
      {
        agentId: ana.agentId,
        name: "Ana",
        surname: null,
        assignedCount: 1,
        endedCount: 2,
        messageCount: 5,
        firstResponseSecondsAvg: (30 + 60) / 2,
        resolutionSecondsAvg: (600 + 7_200) / 2,
        ratingAvg: 4,
        ratingCount: 1,
        ratings: [{ rating: 4, count: 1 }],
      },
      {
        agentId: bo.agentId,
        name: "Bo",
        surname: null,
        ...NOTHING,
        assignedCount: 1,
        messageCount: 1,
        firstResponseSecondsAvg: 90,
      },
    ]);
    // Each figure links to the conversations that it counts.
    const NAMES = ["before", "answered", "opened by her", "after"];
    const rows = await database().conversation.findMany({
      where: { workspaceId: w.workspaceId },
      orderBy: { createdAt: "asc" },
    });
    const found = async (...all: [field: string, op: string, value: string][]) => {
      const filter = { any: [{ all: all.map(([field, op, value]) => ({ field, op, values: [value] })) }] };
      const { nodes } = await w.api.ok<{ nodes: { id: string }[] }>(
        "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id } } }",
        { filter },
      );
      return rows.flatMap(({ id }, index) => (nodes.some((node) => node.id === id) ? [NAMES[index]] : []));
    };
    const her = `${ana.agentId}/${DAY.startDate}/${DAY.endDate}`;
    expect(await found(["given", "is", her])).toEqual(["answered"]);
    expect(await found(["wrote", "is", her])).toEqual(["before", "answered", "opened by her"]);
    expect(await found(["answered", "is", her])).toEqual(["answered", "opened by her"]);
    for (const [field, names] of [
      ["endedAt", ["before", "answered"]],
      ["rated", ["answered"]],
    ] as const) {
      const span = [
        [field, "after", DAY.startDate],
        [field, "before", DAY.endDate],
      ] as const satisfies [string, string, string][];
      expect(await found(["owner", "is", ana.agentId], ...span)).toEqual(names);
    }
    const twoDays = await w.report({ ...DAY, endDate: "2026-03-12T00:00:00Z" });
    expect(twoDays[0]).toMatchObject({
      endedCount: 3,
      ratingCount: 2,
      ratingAvg: 2.5,
      ratings: [
        { rating: 1, count: 1 },
        { rating: 4, count: 1 },
      ],
      assignedCount: 2,
      messageCount: 6,
    });
  });

  test("what the operations themselves leave behind: assigned, answered, ended", async () => {
    const w = await world();
    const ana = await createTestAgentKey(w.workspaceId, "Ana");
    const { conversationId: convId } = await customerSystem(w.integrationId).text("m-1", "hello");
    const place = { integrationId: w.integrationId, convId };
    await w.api.ok("mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }", {
      ...place,
      agentId: ana.agentId,
    });
    await ana.api.ok("mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }", {
      ...place,
      content: "Hi",
      type: "text",
    });
    await ana.api.ok("mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }", place);
    const [row] = await w.report({ startDate: "2026-01-01", endDate: "2199-01-01", agentId: ana.agentId });
    expect(row).toMatchObject({
      agentId: ana.agentId,
      assignedCount: 1,
      endedCount: 1,
      messageCount: 1,
      ratingCount: 0,
    });
    expect(row?.firstResponseSecondsAvg).toBeGreaterThan(0);
    expect(row?.resolutionSecondsAvg).toBeGreaterThan(row?.firstResponseSecondsAvg ?? 0);
  });

  test("agents without anything are listed, by name; deleted ones while the period has something of theirs", async () => {
    const w = await world();
    const zoe = await createTestAgentKey(w.workspaceId, "zoe");
    const ana = await createTestAgentKey(w.workspaceId, "Ana");
    const bo = await createTestAgentKey(w.workspaceId, "Bo");
    await play(w, [{ createdAt: at("08:00:00"), lines: [{ from: bo.agentId, at: at("08:00:00") }] }]);
    await database().agent.updateMany({ where: { id: bo.agentId }, data: { deletedAt: new Date() } });
    expect((await w.report()).map(({ name, messageCount }) => [name, messageCount])).toEqual([
      ["Ana", 0],
      ["Bo", 1],
      ["zoe", 0],
    ]);
    const later = { startDate: DAY.endDate, endDate: "2026-03-12" };
    expect((await w.report(later)).map(({ agentId }) => agentId)).toEqual([ana.agentId, zoe.agentId]);
    expect(await w.report({ ...DAY, agentId: bo.agentId })).toMatchObject([{ agentId: bo.agentId, messageCount: 1 }]);
    expect(await w.report({ ...DAY, agentId: zoe.agentId })).toEqual([
      { agentId: zoe.agentId, name: "zoe", surname: null, ...NOTHING },
    ]);
  });
});

describe("against a recount of random conversations", () => {
  let w: World;
  let agents: string[];
  let threads: Thread[];
  const HOUR_MS = 3_600_000;
  const START = Date.parse("2026-03-01T00:00:00Z");
  // A fixed series of random numbers, so that every run has the same conversations.
  let state = 7;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };

  beforeAll(async () => {
    w = await world();
    agents = [];
    for (const name of ["Ana", "Bo", "Cy"]) agents.push((await createTestAgentKey(w.workspaceId, name)).agentId);
    const agent = () => agents[below(3)] ?? "";
    threads = Array.from({ length: 150 }, () => {
      let time = START + below(240) * HOUR_MS;
      const createdAt = new Date(time);
      const lines = Array.from({ length: below(12) }, () => {
        time += below(2 * HOUR_MS);
        const isNote = below(6) === 0;
        return { from: isNote || below(2) ? agent() : null, at: new Date(time), isNote };
      });
      const given = Array.from({ length: below(4) }, () => ({
        agentId: agent(),
        at: new Date(START + below(240 * HOUR_MS)),
      }));
      const ended = below(3) > 0 ? { endedAt: new Date(time + below(5 * HOUR_MS)) } : {};
      const rated =
        ended.endedAt && below(2)
          ? { rating: 1 + below(5), ratedAt: new Date(ended.endedAt.getTime() + below(HOUR_MS)) }
          : {};
      return { createdAt, assigneeId: below(4) ? agent() : null, lines, given, ...ended, ...rated };
    });
    await play(w, threads);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])("period %i", async (index) => {
    const startDate = new Date(START + index * 31 * HOUR_MS + index * 1_234);
    const endDate = new Date(startDate.getTime() + (index + 1) * 13 * HOUR_MS);
    const within = (time: Date | null | undefined) => time != null && time >= startDate && time < endDate;
    const rows = await w.report({ startDate: startDate.toISOString(), endDate: endDate.toISOString() });
    expect(rows.map(({ agentId }) => agentId)).toEqual(agents);
    for (const row of rows) {
      const mine = (from: string | null) => from === row.agentId;
      const owned = threads.filter(({ assigneeId }) => assigneeId === row.agentId);
      const ended = owned.filter(({ endedAt }) => within(endedAt));
      const ratings = owned.flatMap(({ rating, ratedAt }) => (within(ratedAt) ? [rating ?? 0] : []));
      const answers = threads.flatMap(({ lines }) => {
        const asked = lines.findIndex(({ from, isNote }) => from === null && !isNote);
        const answer = lines.slice(asked + 1).find(({ from, isNote }) => mine(from) && !isNote);
        return asked >= 0 && answer && within(answer.at)
          ? [answer.at.getTime() - (lines[asked]?.at.getTime() ?? 0)]
          : [];
      });
      const counts = {
        assignedCount: threads.filter(({ given = [] }) => given.some((one) => mine(one.agentId) && within(one.at)))
          .length,
        endedCount: ended.length,
        messageCount: threads.flatMap(({ lines }) =>
          lines.filter((line) => mine(line.from) && !line.isNote && within(line.at)),
        ).length,
        ratingCount: ratings.length,
        ratings: [1, 2, 3, 4, 5].flatMap((rating) => {
          const count = ratings.filter((given) => given === rating).length;
          return count === 0 ? [] : [{ rating, count }];
        }),
      };
      expect(row).toMatchObject(counts);
      const resolutions = ended.map(({ endedAt, createdAt }) => (endedAt?.getTime() ?? 0) - createdAt.getTime());
      expectAverage(row.firstResponseSecondsAvg, answers, 1_000);
      expectAverage(row.resolutionSecondsAvg, resolutions, 1_000);
      expectAverage(row.ratingAvg, ratings, 1);
    }
    expect(rows.reduce((sum, { messageCount, endedCount }) => sum + messageCount + endedCount, 0)).toBeGreaterThan(0);
  });

  function expectAverage(actual: number | null, values: number[], divisor: number): void {
    if (values.length === 0) return expect(actual).toBeNull();
    expect(actual).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length / divisor, 3);
  }
});

describe("who may ask, and for what", () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });

  test("MANAGE_CONVS: workspace key, OWNER and ADMIN; the others get the contract's sentence", async () => {
    const agentKey = await createTestAgentKey(w.workspaceId);
    const [admin, plus, agent] = [
      await createTestMember(w.workspaceId, "ADMIN"),
      await createTestMember(w.workspaceId, "AGENT_PLUS"),
      await createTestMember(w.workspaceId, "AGENT"),
    ];
    expect((await admin.api.call(REPORT, DAY)).errors).toEqual([]);
    for (const { api } of [agentKey, plus, agent]) {
      expect(await api.refusal(REPORT, DAY)).toMatchObject({
        code: "FORBIDDEN_ROLE",
        message: "You do not have permission to access this resource with your current role assignment",
      });
    }
  });

  test("a foreign agent gives an empty list, a Gateway workspace PLAN_REQUIRED", async () => {
    const other = await createTestWorkspace();
    const foreign = await createTestAgentKey(other.workspaceId);
    for (const agentId of [foreign.agentId, "nobody"]) expect(await w.report({ ...DAY, agentId })).toEqual([]);
    const gateway = await createTestWorkspace({ plan: "GATEWAY" });
    expect(await gateway.api.refusal(REPORT, DAY)).toMatchObject({ code: "PLAN_REQUIRED" });
  });

  test("a period that ends before it starts is BAD_INPUT; one without length is empty", async () => {
    expect(await w.api.refusal(REPORT, { startDate: DAY.endDate, endDate: DAY.startDate })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.endDate"],
    });
    expect(await w.api.refusal(REPORT, { ...DAY, startDate: "yesterday" })).toMatchObject({ code: "BAD_INPUT" });
    const rows = await w.report({ startDate: DAY.startDate, endDate: DAY.startDate });
    expect(rows.every((row) => row.messageCount === 0 && row.assignedCount === 0)).toBe(true);
  });
});
