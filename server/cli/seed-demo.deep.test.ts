import { beforeAll, expect, test } from "vitest";
import { database } from "../db.ts";
import { api, type Api } from "../testing/api.ts";
import { CONVERSATIONS, planDemo } from "./demo/plan.ts";
import { seededRandom } from "./demo/random.ts";
import { seedDemo, type DemoFacts } from "./seed-demo.ts";

let demo: DemoFacts;
let core: Api;
let startedAt: number;

beforeAll(async () => {
  startedAt = Date.now();
  demo = await seedDemo();
  core = api({ key: demo.apiKey }, demo.workspaceId);
}, 120_000);

test("the key it tells works, and the inbox it shows is alive", async () => {
  const counts = await core.ok<Record<string, number>>(
    `query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { needsReply unassigned all } }`,
  );
  expect(counts).toEqual({ needsReply: 40, unassigned: 14, all: 74 });
  const convs = await core.ok<{ pageInfo: { count: number } }>(
    `query ($input: ConvsInput!) { convs(input: $input) { pageInfo { count } } }`,
  );
  expect(convs.pageInfo.count).toBe(CONVERSATIONS);
  const agents = await core.ok<{ pageInfo: { count: number } }>(
    `query ($input: AgentsInput!) { agents(input: $input) { pageInfo { count } } }`,
  );
  expect(agents.pageInfo.count).toBe(4);
});

test("nothing is left to be sent, and every agent's message has its outcome and its attempt", async () => {
  const { workspaceId } = demo;
  expect(await database().sendQueue.count()).toBe(0);
  const byStatus = await database().message.groupBy({
    by: ["status"],
    where: { workspaceId, isAgent: true, type: { not: "note" } },
    _count: true,
  });
  expect(byStatus.map(({ status }) => status).sort()).toEqual(["failed", "read"]);
  const sent = await database().message.count({ where: { workspaceId, isAgent: true, type: { not: "note" } } });
  expect(await database().sendAttempt.count({ where: { workspaceId, outcome: { in: ["accepted", "refused"] } } })).toBe(
    sent,
  );
});

test("times are believable: in the past, in the order of the thread, over several weeks, and kept by their conversation", async () => {
  const { workspaceId } = demo;
  const messages = await database().message.findMany({
    where: { workspaceId },
    orderBy: [{ convId: "asc" }, { seq: "asc" }],
  });
  expect(
    messages.filter(
      (message, i) =>
        messages[i - 1]?.convId === message.convId && message.createdAt < (messages[i - 1]?.createdAt ?? 0),
    ),
  ).toEqual([]);
  expect(messages.filter(({ createdAt }) => createdAt.getTime() > startedAt + 60_000)).toEqual([]);
  const oldest = Math.min(...messages.map(({ createdAt }) => createdAt.getTime()));
  expect((startedAt - oldest) / 86_400_000).toBeGreaterThan(30);
  const convs = await database().conversation.findMany({ where: { workspaceId } });
  const last = new Map(
    messages.filter(({ noteType }) => noteType !== "system").map((message) => [message.convId, message]),
  );
  expect(
    convs.filter(
      (conv) =>
        conv.lastMessageAt.getTime() !== last.get(conv.id)?.createdAt.getTime() ||
        conv.lastMessageId !== last.get(conv.id)?.id,
    ),
  ).toEqual([]);
  // The question for a rating comes after the conversation's end.
  expect(
    convs.filter(
      ({ ended, endedAt, ratingAskedAt, lastMessageAt }) =>
        ended && (endedAt === null || endedAt < lastMessageAt !== (ratingAskedAt !== null)),
    ),
  ).toEqual([]);
});

test("half of the shop's customers rated, some with a comment, so that reports and filters have something to show", async () => {
  const { workspaceId } = demo;
  const asked = await database().conversation.findMany({ where: { workspaceId, ratingAskedAt: { not: null } } });
  const rated = asked.filter(({ rating }) => rating !== null);
  expect(rated.length).toBeGreaterThan(asked.length / 3);
  expect(rated.length).toBeLessThan(asked.length);
  expect(new Set(rated.map(({ rating }) => rating))).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(rated.filter(({ ratingComment }) => ratingComment !== null).length).toBeGreaterThan(5);
  expect(
    asked.filter(
      ({ endedAt, ratingAskedAt, ratedAt, ratingUntil, rating }) =>
        ratingAskedAt?.getTime() !== endedAt?.getTime() ||
        ratingUntil !== null ||
        (ratedAt === null) !== (rating === null),
    ),
  ).toEqual([]);
  expect(
    rated.filter(({ ratedAt, endedAt }) => Number(ratedAt) <= Number(endedAt) || Number(ratedAt) > startedAt),
  ).toEqual([]);
  const { nodes } = await core.ok<{ nodes: { rating: number }[] }>(
    `query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { rating } } }`,
    { filter: { any: [{ all: [{ field: "rating", op: "is", values: ["5"] }] }] } },
  );
  expect(nodes.length).toBeGreaterThan(5);
  expect(nodes.every(({ rating }) => rating === 5)).toBe(true);
});

test("all forms of message occur, in several languages", async () => {
  const { workspaceId } = demo;
  const types = await database().message.groupBy({ by: ["type"], where: { workspaceId } });
  expect(types.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["text", "image", "audio", "document", "location", "note"]),
  );
  const countries = await database().client.groupBy({ by: ["country"], where: { workspaceId } });
  expect(countries.length).toBeGreaterThan(20);
});

test("the demo's webhook hears nothing of what was before it", async () => {
  const webhook = await database().webhook.findFirstOrThrow({ where: { workspaceId: demo.workspaceId } });
  expect(
    await database().event.count({
      where: { workspaceId: demo.workspaceId, payload: { not: {} }, createdAt: { gte: webhook.createdAt } },
    }),
  ).toBe(0);
});

test("the plan is the same in every installation", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(planDemo(seededRandom(1), now, "m")).toEqual(planDemo(seededRandom(1), now, "m"));
  expect(planDemo(seededRandom(1), now, "m")).not.toEqual(planDemo(seededRandom(2), now, "m"));
});
