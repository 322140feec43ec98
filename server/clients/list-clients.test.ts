import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

const LIST = `query ($input: ClientsInput!) { clients(input: $input) {
  nodes { id name phone email externalClientId } pageInfo { hasNextPage endCursor count } } }`;
const LIST_BARE = "query ($input: ClientsInput!) { clients(input: $input) { nodes { id } pageInfo { hasNextPage } } }";
const GET = "query ($input: ClientInput!) { client(input: $input) { phone email externalClientId } }";
const TAG = "mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }";

type Clients = {
  nodes: { id: string; name: string; phone: string | null; email: string | null; externalClientId: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number };
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;
let stageId: string;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  const { workspaceId } = workspace;
  stageId = (await workspace.api.ok<{ id: string }>(TAG, { type: "clientStage", tag: "Lead" })).id;
  await createTestClient(other.workspaceId, { name: "Anna", externalClientId: "a" });
  await createTestClient(workspaceId, {
    name: "Anna",
    surname: "Kowal_ska",
    email: "anna@x.com",
    phone: "+48600100200",
    city: "Łódź",
    code: "K-1",
    externalClientId: "a",
    tags: ["vip", "new"],
  });
  await createTestClient(workspaceId, {
    name: "Bernd",
    surname: "Kowalski",
    email: "bernd@y.com",
    phone: "+4915123456789",
    city: "Berlin",
    code: "K-10",
    externalClientId: "b",
    tags: ["vip"],
  });
  await createTestClient(workspaceId, {
    name: "Hannah",
    externalClientId: "c",
    country: "100%",
    stage: { id: stageId, value: "Lead" },
  });
  const { id } = await createTestClient(workspaceId, { name: "Annabel", externalClientId: "d" });
  await database().client.updateMany({ where: { id }, data: { deletedAt: new Date(), archivedBy: "SYSTEM" } });
});

describe("filters", () => {
  test.each([
    [{}, ["Hannah", "Bernd", "Anna"]],
    [{ name: "ANNA" }, ["Hannah", "Anna"]],
    [{ surname: "kowal" }, ["Bernd", "Anna"]],
    [{ surname: "l_s" }, ["Anna"]],
    [{ surname: "%" }, []],
    [{ email: "@X." }, ["Anna"]],
    [{ phone: "600 100" }, ["Anna"]],
    [{ phone: "+49" }, ["Bernd"]],
    [{ city: "łódź" }, ["Anna"]],
    [{ city: "ber" }, ["Bernd"]],
    [{ country: "pl" }, ["Anna"]],
    [{ country: "0%" }, ["Hannah"]],
    [{ code: "K-1" }, ["Anna"]],
    [{ code: "k-1" }, []],
    [{ externalClientId: "b" }, ["Bernd"]],
    [{ externalClientId: "B" }, []],
    [{ tags: ["vip"] }, ["Bernd", "Anna"]],
    [{ tags: ["vip", "new"] }, ["Anna"]],
    [{ tags: ["VIP"] }, []],
    [{ tags: [] }, ["Hannah", "Bernd", "Anna"]],
    [{ name: "anna", tags: ["vip"] }, ["Anna"]],
    [{ isDeleted: true }, ["Annabel"]],
    [{ isDeleted: false }, ["Hannah", "Bernd", "Anna"]],
    [{ isOptedOut: true }, ["Annabel"]],
    [{ isOptedOut: true, isDeleted: false }, []],
    [{ isOptedOut: false }, ["Hannah", "Bernd", "Anna"]],
    [{ stageId: "Lead" }, []],
    [{ conversationId: "none" }, []],
  ])("%j", async (input, names) => {
    const { nodes, pageInfo } = await workspace.api.ok<Clients>(LIST, input);
    expect(nodes.map(({ name }) => name)).toEqual(names);
    expect(pageInfo).toMatchObject({ hasNextPage: false, count: names.length });
  });

  test("stageId", async () => {
    expect((await workspace.api.ok<Clients>(LIST, { stageId })).nodes.map(({ name }) => name)).toEqual(["Hannah"]);
  });

  test("isOptedOut: neither whom somebody archived, nor whom a merge took in", async () => {
    const { workspaceId, api, userId } = other;
    const archived = async (name: string, data: object) => {
      const { id } = await createTestClient(workspaceId, { name, externalClientId: name });
      await database().client.updateMany({ where: { id }, data: { deletedAt: new Date(), ...data } });
    };
    const { id: mergedIntoId } = await createTestClient(workspaceId, { name: "Otto", externalClientId: "otto" });
    await archived("By somebody", { archivedBy: userId });
    await archived("Merged", { archivedBy: "SYSTEM", mergedIntoId });
    await archived("By themselves", { archivedBy: "SYSTEM" });
    const { nodes } = await api.ok<Clients>(LIST, { isOptedOut: true });
    expect(nodes.map(({ name }) => name)).toEqual(["By themselves"]);
  });

  test("conversationId: not through a conversation of another agent", async () => {
    const { workspaceId } = workspace;
    const [ana, ben] = [await createTestAgentKey(workspaceId, "Ana"), await createTestAgentKey(workspaceId, "Ben")];
    const client = await database().client.findFirstOrThrow({ where: { workspaceId, externalClientId: "a" } });
    const { id: integrationId } = await createTestIntegration(workspaceId);
    const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id, assigneeId: ana.agentId });
    for (const caller of [workspace.api, ana.api]) {
      expect((await caller.ok<Clients>(LIST, { conversationId: conv.id })).nodes.map(({ id }) => id)).toEqual([
        client.id,
      ]);
    }
    expect((await ben.api.ok<Clients>(LIST, { conversationId: conv.id })).nodes).toEqual([]);
    expect((await other.api.ok<Clients>(LIST, { conversationId: conv.id })).nodes).toEqual([]);
  });
});

test("pages are stable while contacts are added, every row once", async () => {
  const { api, workspaceId } = await createTestWorkspace();
  await database().client.createMany({
    data: Array.from({ length: 25 }, (_, i) => ({
      workspaceId,
      name: `P${i}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(i / 5))),
    })),
  });
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo }: Clients = await api.ok<Clients>(LIST, { first: 4, after });
    seen.push(...nodes.map(({ id }) => id));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    await createTestClient(workspaceId);
  } while (after);
  expect(seen).toHaveLength(25);
  expect(new Set(seen).size).toBe(25);
  const rows = await database().client.findMany({
    where: { id: { in: seen } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  expect(rows.map(({ id }) => id)).toEqual(seen);
});

test("first is 1 to 200, 50 when left out; after is a cursor of ours", async () => {
  const { api, workspaceId } = await createTestWorkspace();
  await database().client.createMany({ data: Array.from({ length: 60 }, () => ({ workspaceId })) });
  const page = await api.ok<Clients>(LIST_BARE);
  expect(page.nodes).toHaveLength(50);
  expect(page.pageInfo.hasNextPage).toBe(true);
  expect((await api.ok<Clients>(LIST_BARE, { first: 200 })).nodes).toHaveLength(60);
  for (const first of [0, -1, 201]) {
    expect(await api.refusal(LIST_BARE, { first })).toEqual({
      code: "BAD_INPUT",
      message: "first must be from 1 to 200",
      paths: ["input.first"],
    });
  }
  for (const after of ["", "x", Buffer.from("1 2").toString("base64url")]) {
    expect((await api.refusal(LIST_BARE, { after })).paths).toEqual(["input.after"]);
  }
});

describe("the role AGENT", () => {
  test("sees phone and e-mail masked, a phone number as externalClientId too; everyone else sees them whole", async () => {
    const { api, workspaceId } = await createTestWorkspace();
    const { id } = await createTestClient(workspaceId, {
      phone: "+48600100223",
      email: "anna@x.com",
      externalClientId: "48600100223",
    });
    const masked = { phone: "+48•••••••23", email: "a•••@x.com", externalClientId: "+48•••••••23" };
    const whole = { phone: "+48600100223", email: "anna@x.com", externalClientId: "48600100223" };
    const agent = await createTestMember(workspaceId, "AGENT");
    expect(await agent.api.ok(GET, { id })).toEqual(masked);
    expect((await agent.api.ok<Clients>(LIST)).nodes[0]).toMatchObject(masked);
    const [key, plus] = [await createTestAgentKey(workspaceId), await createTestMember(workspaceId, "AGENT_PLUS")];
    for (const caller of [api, key.api, plus.api]) {
      expect(await caller.ok(GET, { id })).toEqual(whole);
      expect((await caller.ok<Clients>(LIST, { phone: "600100223" })).nodes[0]).toMatchObject(whole);
    }
  });

  test("cannot find out a phone number or an e-mail by asking for parts of it", async () => {
    const agent = await createTestMember(workspace.workspaceId, "AGENT");
    for (const input of [
      { phone: "600" },
      { email: "a" },
      { externalClientId: "48600100200" },
      { externalClientId: "+48600100200" },
    ]) {
      expect(await agent.api.refusal(LIST, input)).toEqual({
        code: "FORBIDDEN_ROLE",
        message: "You do not have permission to access this resource with your current role assignment",
        paths: [],
      });
    }
    expect((await agent.api.ok<Clients>(LIST, { name: "anna", externalClientId: "a" })).nodes).toHaveLength(1);
  });
});
