import { beforeEach, expect, test } from "vitest";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";

type View = { id: string; name: string; isShared: boolean; isCounted: boolean; query: string };
const FIELDS = "id name isShared isCounted query";
const LIST = `query ($input: SavedViewsInput!) { savedViews(input: $input) { nodes { ${FIELDS} } } }`;
const CREATE = `mutation ($input: SavedViewCreateInput!) { createSavedView(input: $input) { ${FIELDS} } }`;
const PATCH = `mutation ($input: SavedViewPatchInput!) { patchSavedView(input: $input) { ${FIELDS} } }`;
const ORDER = `mutation ($input: SavedViewsOrderInput!) { orderSavedViews(input: $input) { nodes { ${FIELDS} } } }`;

let workspaceId: number;
let admin: Awaited<ReturnType<typeof createTestMember>>["api"];
let agent: Awaited<ReturnType<typeof createTestMember>>["api"];
const names = async (api = agent) => (await api.ok<{ nodes: View[] }>(LIST)).nodes.map(({ name }) => name);
const make = (api: typeof agent, name: string, more: object = {}) =>
  api.ok<View>(CREATE, { name, query: "tag:vip", ...more });

beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  admin = (await createTestMember(workspaceId, "ADMIN")).api;
  agent = (await createTestMember(workspaceId, "AGENT")).api;
});

test("a view is its maker's own, or everybody's from those who manage conversations", async () => {
  await make(agent, "Own");
  const shared = await make(admin, "Team", { isShared: true });
  await make(admin, "Admin's");
  expect(await names()).toEqual(["Own", "Team"]);
  expect(await names(admin)).toEqual(["Team", "Admin's"]);
  expect(await agent.refusal(CREATE, { name: "X", query: "", isShared: true })).toMatchObject({
    code: "FORBIDDEN_ROLE",
  });
  expect(await agent.refusal(PATCH, { id: shared.id, name: "X" })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  await admin.ok(PATCH, { id: shared.id, isShared: false });
  expect(await names()).toEqual(["Own"]);
});

test("only who made a view takes it back from everybody; another admin may change and delete it", async () => {
  const other = (await createTestMember(workspaceId, "ADMIN")).api;
  const { id } = await make(admin, "Team", { isShared: true });
  const mine = `query ($input: SavedViewsInput!) { savedViews(input: $input) { nodes { isMadeByMe } } }`;
  expect(await admin.ok(mine)).toEqual({ nodes: [{ isMadeByMe: true }] });
  expect(await other.ok(mine)).toEqual({ nodes: [{ isMadeByMe: false }] });
  expect(await other.refusal(PATCH, { id, isShared: false })).toMatchObject({ code: "CONFLICT" });
  await other.ok(PATCH, { id, name: "The team", isShared: true });
  await other.ok(PATCH, { id, isDeleted: true });
  expect(await names()).toEqual([]);
});

test("a view that asks for more than a list can be asked is refused; one that cannot be asked breaks no other's count", async () => {
  const query = Array.from({ length: 21 }, () => "tag:vip").join(" ");
  expect(await agent.refusal(CREATE, { name: "X", query })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.query"],
  });
  const { id } = await make(agent, "Own");
  expect(await agent.refusal(PATCH, { id, query })).toMatchObject({ code: "BAD_INPUT", paths: ["input.query"] });
  const filter = (value: string) => ({ any: [{ all: [{ field: "state", op: "is", values: [value] }] }] });
  const counts = `query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { all filters } }`;
  expect(await agent.ok(counts, { filters: [filter("open"), filter("nowhere"), filter("ended")] })).toEqual({
    all: 0,
    filters: [0, null, 0],
  });
  // A filter on what happened in a period may read every message. It is listed, but not counted with every change.
  const happened = { field: "wrote", op: "isNot", values: ["client/2026-01-01/2026-02-01"] };
  const beside = { any: [...filter("open").any, { all: [happened] }] };
  expect(await agent.ok(counts, { filters: [beside, filter("open")] })).toEqual({ all: 0, filters: [null, 0] });
});

test("it is renamed, deleted and brought back, put into an order, and counted or not", async () => {
  const one = await make(agent, "One");
  const two = await make(agent, "Two");
  expect(await agent.ok<View>(PATCH, { id: one.id, name: "First", isCounted: false })).toMatchObject({
    name: "First",
    isCounted: false,
    query: "tag:vip",
  });
  expect((await agent.ok<{ nodes: View[] }>(ORDER, { ids: [two.id, one.id] })).nodes.map(({ name }) => name)).toEqual([
    "Two",
    "First",
  ]);
  await agent.ok(PATCH, { id: two.id, isDeleted: true });
  expect(await names()).toEqual(["First"]);
  await agent.ok(PATCH, { id: two.id, isDeleted: false });
  expect(await names()).toEqual(["Two", "First"]);
});

test("another's own view does not exist, and names have their bounds", async () => {
  const theirs = await make(agent, "Agent's");
  expect(await admin.refusal(PATCH, { id: theirs.id, name: "X" })).toMatchObject({ code: "NOT_FOUND" });
  expect(await admin.refusal(ORDER, { ids: [theirs.id] })).toMatchObject({ code: "NOT_FOUND" });
  const { id } = await make(admin, "Admin's");
  expect(await agent.refusal(PATCH, { id, name: "X" })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  expect(await agent.refusal(CREATE, { name: " ", query: "" })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.name"],
  });
});
