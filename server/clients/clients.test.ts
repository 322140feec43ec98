import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";

const CLIENT = `workspaceId id name surname phone email address city country code avatarUrl externalClientId tags stageId defaultAgentId
  createdAt patchedAt deletedAt archivedBy`;
const CREATE = `mutation ($input: ClientCreateInput!) { createClient(input: $input) { ${CLIENT} } }`;
const PUT = `mutation ($input: ClientPutInput!) { putClient(input: $input) { ${CLIENT} } }`;
const PATCH = `mutation ($input: ClientPatchInput!) { patchClient(input: $input) { ${CLIENT} } }`;
const ARCHIVE = `mutation ($input: ClientArchiveInput!) { archiveClient(input: $input) { ${CLIENT} } }`;
const UNARCHIVE = `mutation ($input: ClientArchiveInput!) { unarchiveClient(input: $input) { ${CLIENT} } }`;
const GET = `query ($input: ClientInput!) { client(input: $input) { ${CLIENT} } }`;
const TAG = "mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }";
const TAGS = "query ($input: TagsInput!) { tags(input: $input) { nodes { tag } } }";

type Client = Record<"id" | "externalClientId" | "createdAt", string> &
  Record<
    | "name"
    | "surname"
    | "phone"
    | "email"
    | "country"
    | "patchedAt"
    | "deletedAt"
    | "archivedBy"
    | "stageId"
    | "defaultAgentId",
    string | null
  > & {
    tags: string[];
  };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;
let agent: Awaited<ReturnType<typeof createTestMember>>;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  agent = await createTestMember(workspace.workspaceId, "AGENT");
});

const eventsOf = (clientId: string) => database().event.findMany({ where: { clientId }, orderBy: { seq: "asc" } });

describe("createClient", () => {
  test("stores every field, the phone in E.164 and the country taken from it", async () => {
    const stage = await workspace.api.ok<{ id: string }>(TAG, { type: "clientStage", tag: "Lead" });
    const made = await workspace.api.ok<Client>(CREATE, {
      externalClientId: "crm-1",
      name: " Carla ",
      surname: "Ruiz",
      phone: "+48 600 100 200",
      email: "carla@example.com",
      address: "Main St 1",
      city: "Kraków",
      code: "C-1",
      stage: "Lead",
      defaultAgentId: workspace.agentId,
      tags: ["vip", "new", "vip"],
    });
    expect(made).toMatchObject({
      workspaceId: workspace.workspaceId,
      name: "Carla",
      surname: "Ruiz",
      phone: "+48600100200",
      country: "PL",
      email: "carla@example.com",
      externalClientId: "crm-1",
      tags: ["vip", "new"],
      stageId: stage.id,
      defaultAgentId: workspace.agentId,
      patchedAt: null,
      deletedAt: null,
    });
    const { nodes } = await workspace.api.ok<{ nodes: { tag: string }[] }>(TAGS, { type: "client" });
    expect(nodes.map(({ tag }) => tag).toSorted()).toEqual(["new", "vip"]);
    expect((await eventsOf(made.id)).map(({ name }) => name)).toEqual(["CLIENT_CHANGED"]);
  });

  test("the stage may be named by its id; one of another type or workspace is not there", async () => {
    const stage = await workspace.api.ok<{ id: string }>(TAG, { type: "clientStage", tag: "Won" });
    const wrongType = await workspace.api.ok<{ id: string }>(TAG, { type: "convStage", tag: "Open" });
    const foreign = await other.api.ok<{ id: string }>(TAG, { type: "clientStage", tag: "Theirs" });
    expect((await workspace.api.ok<Client>(CREATE, { externalClientId: "crm-2", stage: stage.id })).stageId).toBe(
      stage.id,
    );
    for (const name of [wrongType.id, "Open", foreign.id, "Theirs"]) {
      expect(await workspace.api.refusal(CREATE, { externalClientId: "crm-3", stage: name })).toEqual({
        code: "NOT_FOUND",
        message: "Stage not found",
        paths: [],
      });
    }
  });

  test("a taken externalClientId is a conflict, archived or not, at the same time too; another workspace's is free", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => workspace.api.call(CREATE, { externalClientId: "twin" })),
    );
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(await workspace.api.refusal(CREATE, { externalClientId: "twin" })).toEqual({
      code: "CONFLICT",
      message: 'There is a contact with the externalClientId "twin" already',
      paths: [],
    });
    const { id } = await database().client.findFirstOrThrow({
      where: { workspaceId: workspace.workspaceId, externalClientId: "twin" },
    });
    await workspace.api.ok(ARCHIVE, { id });
    expect((await workspace.api.refusal(CREATE, { externalClientId: "twin" })).code).toBe("CONFLICT");
    expect((await other.api.ok<Client>(CREATE, { externalClientId: "twin" })).externalClientId).toBe("twin");
  });

  test.each([
    [{ phone: "12" }, ["input.phone"]],
    [{ phone: "hello" }, ["input.phone"]],
    [{ email: "nobody" }, ["input.email"]],
    [{ externalClientId: " " }, ["input.externalClientId"]],
    [{ tags: ["ok", " "] }, ["input.tags.1"]],
    [{ name: "x".repeat(201) }, ["input.name"]],
  ])("refuses %j and says where", async (input, paths) => {
    const refusal = await workspace.api.refusal(CREATE, { externalClientId: "bad", ...input });
    expect(refusal).toMatchObject({ code: "BAD_INPUT", paths });
  });

  test("a foreign agent cannot be the default one, and nothing is stored", async () => {
    expect(
      await workspace.api.refusal(CREATE, {
        externalClientId: "orphan",
        defaultAgentId: other.agentId,
        tags: ["orphan"],
      }),
    ).toEqual({
      code: "NOT_FOUND",
      message: "Agent not found",
      paths: [],
    });
    expect(await database().client.count({ where: { externalClientId: "orphan" } })).toBe(0);
    expect(await database().tag.count({ where: { tag: "orphan" } })).toBe(0);
  });

  test("an agent-linked key may, a person in the role AGENT may not", async () => {
    const key = await createTestAgentKey(workspace.workspaceId);
    expect((await key.api.ok<Client>(CREATE, { externalClientId: "by-key", phone: "+48600100201" })).phone).toBe(
      "+48600100201",
    );
    for (const operation of [CREATE, PUT, PATCH, ARCHIVE, UNARCHIVE]) {
      expect(await agent.api.refusal(operation, {})).toEqual({
        code: "FORBIDDEN_ROLE",
        message: "You do not have permission to access this resource with your current role assignment",
        paths: [],
      });
    }
  });
});

describe("putClient", () => {
  test("creates, then updates what it names and tells CLIENT_UPDATED", async () => {
    const made = await workspace.api.ok<Client>(PUT, {
      externalClientId: "put-1",
      name: "Dan",
      city: "Oslo",
      tags: ["a"],
    });
    expect(made).toMatchObject({ name: "Dan", patchedAt: null });
    const put = await workspace.api.ok<Client>(PUT, {
      externalClientId: "put-1",
      name: "Daniel",
      phone: "+4740000000",
    });
    expect(put).toMatchObject({
      id: made.id,
      name: "Daniel",
      phone: "+4740000000",
      country: "NO",
      city: "Oslo",
      tags: ["a"],
    });
    expect(put.patchedAt).not.toBeNull();
    const events = await eventsOf(made.id);
    expect(events.map(({ name }) => name)).toEqual(["CLIENT_CHANGED", "CLIENT_UPDATED"]);
    expect(events[1]?.payload).toEqual({
      event: "CLIENT_UPDATED",
      workspaceId: workspace.workspaceId,
      id: made.id,
      email: null,
      name: "Daniel",
      surname: null,
      phone: "+4740000000",
      address: null,
      city: "Oslo",
      country: "NO",
      avatarUrl: null,
      externalClientId: "put-1",
      tags: ["a"],
      stageId: null,
      createdAt: made.createdAt,
      patchedAt: put.patchedAt,
    });
  });

  test("twenty at the same time make one client", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => workspace.api.ok<Client>(PUT, { externalClientId: "put-2", name: `N${i}` })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test("never writes into another workspace", async () => {
    const theirs = await other.api.ok<Client>(CREATE, { externalClientId: "put-3", name: "Theirs" });
    const mine = await workspace.api.ok<Client>(PUT, { externalClientId: "put-3", name: "Mine" });
    expect(mine.id).not.toBe(theirs.id);
    expect((await other.api.ok<Client>(GET, { id: theirs.id })).name).toBe("Theirs");
  });
});

describe("patchClient", () => {
  test("left out stays, null empties, and the country follows a new phone number", async () => {
    const { id } = await workspace.api.ok<Client>(CREATE, {
      externalClientId: "patch-1",
      name: "Eva",
      surname: "Novak",
      phone: "+48600100203",
      tags: ["x"],
    });
    const one = await workspace.api.ok<Client>(PATCH, { id, surname: null });
    expect(one).toMatchObject({ name: "Eva", surname: null, phone: "+48600100203", country: "PL", tags: ["x"] });
    const two = await workspace.api.ok<Client>(PATCH, { id, phone: "+4740000001", tags: null });
    expect(two).toMatchObject({ phone: "+4740000001", country: "NO", tags: [] });
    const three = await workspace.api.ok<Client>(PATCH, { id, phone: null, country: "SE" });
    expect(three).toMatchObject({ phone: null, country: "SE" });
    expect((await eventsOf(id)).map(({ name }) => name)).toEqual([
      "CLIENT_CHANGED",
      ...Array<string>(3).fill("CLIENT_UPDATED"),
    ]);
  });

  test("sets and clears the stage; a wrong one is refused and nothing is told", async () => {
    const stage = await workspace.api.ok<{ id: string }>(TAG, { type: "clientStage", tag: "Patched" });
    const { id } = await workspace.api.ok<Client>(CREATE, { externalClientId: "patch-2" });
    expect((await workspace.api.ok<Client>(PATCH, { id, stageId: stage.id })).stageId).toBe(stage.id);
    for (const stageId of ["Patched", "018f0000-0000-7000-8000-000000000000"]) {
      expect((await workspace.api.refusal(PATCH, { id, stageId })).message).toBe("Stage not found");
    }
    expect((await workspace.api.ok<Client>(PATCH, { id, stageId: null })).stageId).toBeNull();
    expect(await eventsOf(id)).toHaveLength(3);
  });

  test("a foreign contact is not there", async () => {
    const theirs = await other.api.ok<Client>(CREATE, { externalClientId: "patch-3", name: "Theirs" });
    const refusal = { code: "NOT_FOUND", message: "Client not found", paths: [] };
    for (const operation of [GET, ARCHIVE, UNARCHIVE, PATCH]) {
      expect(await workspace.api.refusal(operation, { id: theirs.id })).toEqual(refusal);
      expect(await workspace.api.refusal(operation, { id: "018f0000-0000-7000-8000-000000000000" })).toEqual(refusal);
      expect(await workspace.api.refusal(operation, { id: "crm-1" })).toEqual(refusal);
    }
    expect((await other.api.ok<Client>(GET, { id: theirs.id })).deletedAt).toBeNull();
  });
});

test("archive and unarchive: who did it, once, and back", async () => {
  const admin = await createTestMember(workspace.workspaceId, "ADMIN");
  const { id } = await workspace.api.ok<Client>(CREATE, { externalClientId: "archive-1" });
  const archived = await admin.api.ok<Client>(ARCHIVE, { id });
  expect(archived).toMatchObject({ archivedBy: admin.userId });
  expect(archived.deletedAt).not.toBeNull();
  expect(await workspace.api.ok(ARCHIVE, { id })).toEqual(archived);
  expect(await workspace.api.ok(GET, { id })).toEqual(archived);
  expect(await workspace.api.ok(UNARCHIVE, { id })).toMatchObject({ deletedAt: null, archivedBy: null });
  expect(await workspace.api.ok(UNARCHIVE, { id })).toMatchObject({ deletedAt: null });
  expect((await eventsOf(id)).map(({ name }) => name)).toEqual(Array(3).fill("CLIENT_CHANGED"));
});
