import { beforeEach, describe, expect, test } from "vitest";
import { createBroadcast } from "../broadcasts/create-broadcast.ts";
import { launchBroadcast } from "../broadcasts/launch-broadcast.ts";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { forgetSegments } from "./segment-filter.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";

const SEGMENTS = "query ($input: SegmentsInput!) { segments(input: $input) { nodes { id name count filter } } }";
const CREATE = "mutation ($input: SegmentCreateInput!) { createSegment(input: $input) { id name filter count } }";
const PATCH = "mutation ($input: SegmentPatchInput!) { patchSegment(input: $input) { id name filter count } }";
const CLIENTS = "query ($input: ClientsInput!) { clients(input: $input) { nodes { id name } pageInfo { count } } }";
const PREFLIGHT =
  "query ($input: BroadcastPreflightInput!) { broadcastPreflight(input: $input) { recipientCount leftOut { reason count } } }";
const AUDIENCE = "query ($input: BroadcastAudienceInput!) { broadcastAudience(input: $input) { nodes { name } } }";

type Shown = { id: string; name: string; count: number | null; filter: Record<string, unknown> };
type Clients = { nodes: { id: string; name: string }[]; pageInfo: { count: number } };

let workspaceId: number;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let integrationId: string;
let ctx: Ctx;

beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ctx = testCtx(workspaceId);
  for (const [name, tags, country] of [
    ["Ana", ["vip", "new"], "PL"],
    ["Bo", ["vip"], "DE"],
    ["Cyd", ["new"], "PL"],
    ["Dan", [], "PL"],
  ] as const)
    await createTestClient(workspaceId, { name, tags: [...tags], country, externalClientId: name.toLowerCase() });
});

const names = async (input: Record<string, unknown>) =>
  (await api.ok<Clients>(CLIENTS, input)).nodes.map(({ name }) => name).toSorted();
const newSegment = async (name: string, filter: Record<string, unknown>) => api.ok<Shown>(CREATE, { name, filter });

describe("conditions", () => {
  test.each([
    [{ noneTags: ["vip"] }, ["Cyd", "Dan"]],
    [{ noneTags: ["vip", "new"] }, ["Dan"]],
    [{ anyTags: ["vip", "new"], noneTags: ["nowhere"] }, ["Ana", "Bo", "Cyd"]],
    [{ createdWithinDays: 1 }, ["Ana", "Bo", "Cyd", "Dan"]],
    [{ lastBroadcast: "none" }, ["Ana", "Bo", "Cyd", "Dan"]],
    [{ lastBroadcast: "read" }, []],
    [{ isOptedOut: false, country: "PL" }, ["Ana", "Cyd", "Dan"]],
  ])("%j", async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  test("who wrote lately, and who did not", async () => {
    const { conversationId } = await customerSystem(integrationId).text("ana", "Hello");
    expect(await names({ wroteWithinDays: 7 })).toEqual(["Ana"]);
    expect(await names({ silentForDays: 7 })).toEqual(["Bo", "Cyd", "Dan"]);
    await database().conversation.updateMany({
      where: { workspaceId, id: conversationId },
      data: { lastClientMessageAt: new Date(Date.now() - 8 * 86_400_000) },
    });
    expect(await names({ wroteWithinDays: 7 })).toEqual([]);
    expect(await names({ silentForDays: 7 })).toEqual(["Ana", "Bo", "Cyd", "Dan"]);
    expect(await names({ silentForDays: 9 })).toEqual(["Bo", "Cyd", "Dan"]);
  });

  test("a span of days is a whole number up to ten years", async () => {
    for (const days of [0, -1, 4_000])
      expect(await api.refusal(CLIENTS, { silentForDays: days })).toMatchObject({
        code: "BAD_INPUT",
        paths: ["input.silentForDays"],
      });
  });

  test("who opted out, and who did not", async () => {
    await database().client.updateMany({ where: { workspaceId, name: "Cyd" }, data: { optedOutAt: new Date() } });
    expect(await names({ isOptedOut: true })).toEqual(["Cyd"]);
    expect(await names({ isOptedOut: false })).toEqual(["Ana", "Bo", "Dan"]);
  });
});

describe("a segment", () => {
  test("keeps the conditions that are set, counts now, and narrows the list", async () => {
    const segment = await newSegment(" VIPs ", { tags: ["vip"], city: null, search: "", noStage: false });
    expect(segment).toMatchObject({ name: "VIPs", filter: { tags: ["vip"] }, count: 2 });
    await createTestClient(workspaceId, { name: "Eve", tags: ["vip"], externalClientId: "eve" });
    expect((await api.ok<{ nodes: Shown[] }>(SEGMENTS, {})).nodes).toMatchObject([{ id: segment.id, count: 3 }]);
    expect(await names({ segmentId: segment.id })).toEqual(["Ana", "Bo", "Eve"]);
    expect(await names({ segmentId: segment.id, country: "PL" })).toEqual(["Ana"]);
  });

  test("needs a condition, a name of its own, and what exists", async () => {
    expect(await api.refusal(CREATE, { name: "All", filter: {} })).toMatchObject({ code: "BAD_INPUT" });
    await newSegment("VIPs", { tags: ["vip"] });
    expect(await api.refusal(CREATE, { name: "vips", filter: { country: "PL" } })).toMatchObject({ code: "CONFLICT" });
    expect(
      await api.refusal(CREATE, { name: "Gone", filter: { integrationId: "0198a1b2-0000-7000-8000-000000000000" } }),
    ).toMatchObject({ code: "NOT_FOUND" });
    expect(await api.refusal(CREATE, { name: "Long", filter: { search: "x".repeat(201) } })).toMatchObject({
      code: "BAD_INPUT",
    });
  });

  test("is renamed, changed as a whole, deleted and restored", async () => {
    const { id } = await newSegment("VIPs", { tags: ["vip"], country: "PL" });
    expect(await api.ok<Shown>(PATCH, { id, name: "Very important" })).toMatchObject({
      name: "Very important",
      count: 1,
    });
    const from = "2026-01-01T00:00:00.000Z";
    expect(await api.ok<Shown>(PATCH, { id, filter: { createdFrom: from } })).toMatchObject({
      filter: { createdFrom: from },
      count: 4,
    });
    await api.ok(PATCH, { id, isDeleted: true });
    expect((await api.ok<{ nodes: Shown[] }>(SEGMENTS, {})).nodes).toEqual([]);
    expect(await api.refusal(CLIENTS, { segmentId: id })).toMatchObject({ code: "NOT_FOUND" });
    await api.ok(PATCH, { id, isDeleted: false });
    expect(await names({ segmentId: id })).toEqual(["Ana", "Bo", "Cyd", "Dan"]);
  });

  test("is made by who manages contacts, and shows nobody more than they may see", async () => {
    const agent = await createTestMember(workspaceId, "AGENT");
    expect(await agent.api.refusal(CREATE, { name: "Mine", filter: { country: "PL" } })).toMatchObject({
      code: "FORBIDDEN_ROLE",
    });
    const { id } = await newSegment("One number", { phone: "600" });
    const shown = await agent.api.ok<{ nodes: Shown[] }>(SEGMENTS, {});
    expect(shown.nodes).toMatchObject([{ id, count: null }]);
    expect(shown.nodes[0]?.filter).toEqual({});
    expect(await agent.api.refusal(CLIENTS, { segmentId: id })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  });
});

describe("archived contacts", () => {
  beforeEach(async () => {
    const archive = "mutation ($input: ClientArchiveInput!) { archiveClient(input: $input) { id } }";
    const { id } = await database().client.findFirstOrThrow({ where: { workspaceId, name: "Cyd" } });
    await api.ok(archive, { id });
  });

  test("are in a segment of them, and in no other", async () => {
    const archived = await newSegment("Archived", { isDeleted: true });
    expect(archived).toMatchObject({ count: 1 });
    expect(await names({ segmentId: archived.id })).toEqual(["Cyd"]);
    const poland = await newSegment("Poland", { country: "PL" });
    expect(await names({ segmentId: poland.id })).toEqual(["Ana", "Dan"]);
    expect(await names({ segmentId: poland.id, isDeleted: true })).toEqual([]);
  });

  test("who opted out are left out where the segment says so", async () => {
    await database().client.updateMany({
      where: { workspaceId, name: { in: ["Ana", "Cyd"] } },
      data: { optedOutAt: new Date() },
    });
    const all = await newSegment("Opted out", { isOptedOut: true });
    const present = await newSegment("Opted out and here", { isOptedOut: true, isDeleted: false });
    expect(await names({ segmentId: all.id })).toEqual(["Ana", "Cyd"]);
    expect(await names({ segmentId: present.id })).toEqual(["Ana"]);
  });
});

describe("a broadcast", () => {
  const plan = (more: Record<string, unknown>) => ({ integrationId, templateName: "sale", ...more });

  test("goes to who is in its segment and in none that it leaves out: preview and launch agree", async () => {
    const vips = await newSegment("VIPs", { tags: ["vip"] });
    const poland = await newSegment("Poland", { country: "PL" });
    const fresh = await newSegment("New", { tags: ["new"] });
    const input = plan({ segmentId: poland.id, excludeSegmentIds: [vips.id] });
    expect(await api.ok(PREFLIGHT, input)).toMatchObject({ recipientCount: 2 });
    const { nodes } = await api.ok<{ nodes: { name: string }[] }>(AUDIENCE, input);
    expect(nodes.map(({ name }) => name).toSorted()).toEqual(["Cyd", "Dan"]);

    const { id } = await createBroadcast(ctx, { ...input, name: "Sale", integrationId, templateName: "sale" });
    expect(await api.refusal(PATCH, { id: vips.id, isDeleted: true })).toMatchObject({ code: "CONFLICT" });
    // Who belongs to it is decided at the launch.
    await database().client.updateMany({ where: { workspaceId, name: "Bo" }, data: { country: "PL", tags: [] } });
    expect(await launchBroadcast(ctx, { id })).toMatchObject({ state: "inProgress", totalCount: 3 });
    await api.ok(PATCH, { id: vips.id, isDeleted: true });
    expect(await api.ok(PREFLIGHT, plan({ excludeSegmentIds: [fresh.id, poland.id] }))).toMatchObject({
      recipientCount: 0,
    });
  });

  test("goes to nobody if a segment is gone, rather than to too many", async () => {
    const vips = await newSegment("VIPs", { tags: ["vip"] });
    const input = plan({ excludeSegmentIds: [vips.id] });
    const { id } = await createBroadcast(ctx, { ...input, name: "Sale", integrationId, templateName: "sale" });
    await forgetSegments(ctx, ["VIPs"]);
    expect(await launchBroadcast(ctx, { id })).toMatchObject({ state: "failed", totalCount: 0 });
  });

  test("refuses segments of others, and too many", async () => {
    const other = await createTestWorkspace();
    const theirs = await other.api.ok<Shown>(CREATE, { name: "Theirs", filter: { country: "PL" } });
    for (const more of [{ segmentId: theirs.id }, { excludeSegmentIds: [theirs.id] }])
      expect(await api.refusal(PREFLIGHT, plan(more))).toMatchObject({ code: "NOT_FOUND" });
    const many = Array.from({ length: 21 }, () => crypto.randomUUID());
    expect(await api.refusal(PREFLIGHT, plan({ excludeSegmentIds: many }))).toMatchObject({ code: "BAD_INPUT" });
  });

  test("its outcome is a condition of the next: failed, unread, read, replied", async () => {
    const { id } = await createBroadcast(ctx, { name: "First", integrationId, templateName: "sale" });
    await launchBroadcast(ctx, { id });
    const recipientOf = async (name: string) => {
      const { id: clientId } = await database().client.findFirstOrThrow({ where: { workspaceId, name } });
      return { workspaceId, broadcastId: id, clientId };
    };
    const customer = customerSystem(integrationId);
    const { conversationId } = await customer.text("ana", "Hello");
    const place = { workspaceId, integrationId, convId: conversationId };
    for (const [name, status] of [
      ["Ana", "delivered"],
      ["Bo", "read"],
      ["Cyd", "sent"],
    ] as const) {
      const recipient = await recipientOf(name);
      const { clientId } = recipient;
      const seq = (await database().conversation.findFirstOrThrow({ where: { id: conversationId } })).lastSeq + 1;
      const message = await database().message.create({
        data: {
          ...{ ...place, clientId, seq, isAgent: true, type: "template", content: "sale", status },
          ...{ broadcastId: id, createdBy: "SYSTEM" },
        },
      });
      await database().conversation.updateMany({ where: { id: conversationId }, data: { lastSeq: seq } });
      await database().broadcastRecipient.updateMany({ where: recipient, data: { messageId: message.id } });
    }
    await database().broadcastRecipient.updateMany({
      where: await recipientOf("Dan"),
      data: { error: "no address" },
    });
    expect(await names({ lastBroadcast: "unread" })).toEqual(["Ana", "Cyd"]);
    expect(await names({ lastBroadcast: "read" })).toEqual(["Bo"]);
    expect(await names({ lastBroadcast: "failed" })).toEqual(["Dan"]);
    expect(await names({ lastBroadcast: "replied" })).toEqual([]);
    await customer.text("ana", "Thank you");
    expect(await names({ lastBroadcast: "replied" })).toEqual(["Ana", "Bo", "Cyd"]);
    expect(await names({ lastBroadcast: "none" })).toEqual([]);
  });
});
