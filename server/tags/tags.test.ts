import { beforeAll, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { ensureTags } from "./tag-values.ts";

const TAG = "workspaceId id tag type order description color createdAt";
const LIST = `query ($input: TagsInput!) { tags(input: $input) { nodes { ${TAG} } } }`;
const CREATE = `mutation ($input: TagCreateInput!) { createTag(input: $input) { ${TAG} } }`;
const PATCH = "mutation ($input: TagBulkPatchInput!) { bulkPatchTags(input: $input) }";
const DELETE = `mutation ($input: TagDeleteInput!) { deleteTag(input: $input) { ${TAG} } }`;

type Tag = {
  workspaceId: number;
  id: string;
  tag: string;
  type: string;
  order: number | null;
  description: string | null;
  color: string | null;
};
type Tags = { nodes: Tag[] };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
});

describe("createTag", () => {
  test("makes tags and stages; one value may stand under several types", async () => {
    const made = await workspace.api.ok<Tag>(CREATE, {
      type: "client",
      tag: " vip ",
      order: 3,
      description: "Pays well",
    });
    expect(made).toMatchObject({
      workspaceId: workspace.workspaceId,
      tag: "vip",
      type: "client",
      order: 3,
      description: "Pays well",
    });
    expect(await workspace.api.ok<Tag>(CREATE, { type: "clientStage", tag: "vip" })).toMatchObject({
      order: null,
      description: null,
    });
  });

  test("the same value of the same type is a conflict, conv being conversation; a deleted one is free again", async () => {
    const { id } = await workspace.api.ok<Tag>(CREATE, { type: "conversation", tag: "refund" });
    for (const type of ["conversation", "conv"]) {
      expect(await workspace.api.refusal(CREATE, { type, tag: "refund" })).toEqual({
        code: "CONFLICT",
        message: `There is a tag "refund" of type ${type} already`,
        paths: [],
      });
    }
    expect((await workspace.api.ok<Tag>(DELETE, { id })).id).toBe(id);
    expect((await workspace.api.ok<Tag>(CREATE, { type: "conv", tag: "refund" })).tag).toBe("refund");
    expect((await other.api.ok<Tag>(CREATE, { type: "conv", tag: "refund" })).workspaceId).toBe(other.workspaceId);
  });

  test("ten at the same time make one", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => workspace.api.call(CREATE, { type: "client", tag: "rush" })),
    );
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(await database().tag.count({ where: { workspaceId: workspace.workspaceId, tag: "rush" } })).toBe(1);
  });

  test("Agent+ may, an agent may not; a blank value and an unknown type may nobody", async () => {
    const agentKey = await createTestAgentKey(workspace.workspaceId);
    expect((await agentKey.api.ok<Tag>(CREATE, { type: "message", tag: "by agent+" })).tag).toBe("by agent+");
    const member = await createTestMember(workspace.workspaceId, "AGENT");
    expect(await member.api.refusal(CREATE, {})).toEqual({
      code: "FORBIDDEN_ROLE",
      message: "You do not have permission to access this resource with your current role assignment",
      paths: [],
    });
    expect((await workspace.api.refusal(CREATE, { type: "client", tag: " " })).paths).toEqual(["input.tag"]);
    expect((await workspace.api.refusal(CREATE, { type: "fruit", tag: "apple" })).code).toBe("BAD_INPUT");
  });
});

test("tags: by exact value, by type, conv and conversation alike, newest first, everyone may read", async () => {
  const { api, workspaceId } = await createTestWorkspace();
  for (const [type, tag] of [
    ["conv", "old"],
    ["conversation", "new"],
    ["client", "new"],
  ])
    await api.ok(CREATE, { type, tag });
  const list = async (input: Record<string, unknown>) =>
    (await api.ok<Tags>(LIST, input)).nodes.map(({ type, tag }) => `${type} ${tag}`);
  expect(await list({})).toEqual(["client new", "conversation new", "conv old"]);
  expect(await list({ type: "conv" })).toEqual(["conversation new", "conv old"]);
  expect(await list({ type: "conversation" })).toEqual(["conversation new", "conv old"]);
  expect(await list({ tag: "new", type: "client" })).toEqual(["client new"]);
  expect(await list({ tag: "ne" })).toEqual([]);
  const member = await createTestMember(workspaceId, "AGENT");
  expect((await member.api.ok<Tags>(LIST)).nodes).toHaveLength(3);
});

describe("bulkPatchTags", () => {
  test("changes what is named and keeps the rest", async () => {
    const one = await workspace.api.ok<Tag>(CREATE, { type: "common", tag: "one", order: 1, description: "first" });
    const two = await workspace.api.ok<Tag>(CREATE, { type: "common", tag: "two", order: 2, description: "second" });
    expect(
      await workspace.api.ok(PATCH, {
        patches: [
          { id: one.id, order: 20 },
          { id: two.id, description: null },
        ],
      }),
    ).toBe(true);
    const { nodes } = await workspace.api.ok<Tags>(LIST, { type: "common" });
    expect(nodes.find(({ id }) => id === one.id)).toMatchObject({ order: 20, description: "first" });
    expect(nodes.find(({ id }) => id === two.id)).toMatchObject({ order: 2, description: null });
    expect(await workspace.api.ok(PATCH, { patches: [] })).toBe(true);
  });

  test("a color is chosen, changed and taken back; there are six", async () => {
    const { id } = await workspace.api.ok<Tag>(CREATE, { type: "common", tag: "sunny", color: "amber" });
    const colorNow = async () => (await workspace.api.ok<Tags>(LIST, { tag: "sunny" })).nodes[0]?.color;
    expect(await colorNow()).toBe("amber");
    for (const color of ["violet", null]) {
      await workspace.api.ok(PATCH, { patches: [{ id, color }] });
      expect(await colorNow()).toBe(color);
    }
    expect(await workspace.api.refusal(PATCH, { patches: [{ id, color: "pink" }] })).toMatchObject({
      code: "BAD_INPUT",
    });
  });

  test("all or none: one foreign tag, and nothing is changed", async () => {
    const mine = await workspace.api.ok<Tag>(CREATE, { type: "common", tag: "mine", order: 1 });
    const theirs = await other.api.ok<Tag>(CREATE, { type: "common", tag: "theirs", order: 1 });
    expect(
      await workspace.api.refusal(PATCH, {
        patches: [
          { id: mine.id, order: 9 },
          { id: theirs.id, order: 9 },
        ],
      }),
    ).toEqual({
      code: "NOT_FOUND",
      message: "Tag not found",
      paths: [],
    });
    const rows = await database().tag.findMany({ where: { id: { in: [mine.id, theirs.id] } } });
    expect(rows.map(({ order }) => order)).toEqual([1, 1]);
  });
});

test("deleteTag: a foreign one is not there, a second time neither", async () => {
  const made = await workspace.api.ok<Tag>(CREATE, { type: "client", tag: "to go" });
  expect((await other.api.refusal(DELETE, { id: made.id })).message).toBe("Tag not found");
  expect(await workspace.api.ok(DELETE, { id: made.id })).toMatchObject({ id: made.id, tag: "to go" });
  expect((await workspace.api.refusal(DELETE, { id: made.id })).code).toBe("NOT_FOUND");
  expect((await workspace.api.ok<Tags>(LIST, { tag: "to go" })).nodes).toEqual([]);
});

test("ensureTags adds what is new, once, even at the same time", async () => {
  const { ctx, api } = await createTestWorkspace();
  await api.ok(CREATE, { type: "conv", tag: "known" });
  await Promise.all(
    Array.from({ length: 8 }, () => inTransaction(ctx, (tx) => ensureTags(tx, "conversation", ["known", "fresh"]))),
  );
  const { nodes } = await api.ok<Tags>(LIST, {});
  expect(nodes.map(({ type, tag }) => `${type} ${tag}`)).toEqual(["conversation fresh", "conv known"]);
});
