import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

const LIST = "query ($input: ClientsInput!) { clients(input: $input) { nodes { id } } }";
const FACTS = `query ($input: ClientsInput!) { clients(input: $input) {
  nodes { id integrationIds lastSeenAt identities { scope externalId } } } }`;
const DUPLICATES = `query ($input: PossibleDuplicatesInput!) { possibleDuplicates(input: $input) {
  nodes { client { id } reasons } } }`;
const TIMELINE = `query ($input: ClientTimelineInput!) { clientTimeline(input: $input) {
  nodes { id kind title isOver convId } } }`;
const BULK = `mutation ($input: ClientBulkPatchInput!) { bulkPatchClients(input: $input) {
  changedIds refused { id message } } }`;
const MERGE = "mutation ($input: ClientMergeInput!) { mergeClients(input: $input) { id } }";

type Rows<Row = { id: string }> = { nodes: Row[] };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let api: typeof workspace.api;
let agent: Awaited<ReturnType<typeof createTestMember>>;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId, api } = workspace);
  agent = await createTestMember(workspaceId, "AGENT");
});

const make = (input: Parameters<typeof createTestClient>[1]) => createTestClient(workspaceId, input);

describe("clients, asked as the portal asks", () => {
  let anna: string;
  let bernd: string;
  let stageId: string;
  let integrationId: string;
  const ids = async (input: Record<string, unknown>, caller = api) =>
    (await caller.ok<Rows>(LIST, input)).nodes.map(({ id }) => id);

  beforeAll(async () => {
    const stage = await api.ok<{ id: string }>(
      "mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }",
      {
        type: "clientStage",
        tag: "Lead",
      },
    );
    stageId = stage.id;
    ({ id: integrationId } = await createTestIntegration(workspaceId));
    ({ id: anna } = await make({
      name: "Anna",
      surname: "Kowalska",
      email: "anna@corp.example",
      phone: "+48600100200",
      externalClientId: "K-17",
      tags: ["vip"],
      stage: { id: stageId, value: "" },
    }));
    ({ id: bernd } = await make({
      name: "Bernd",
      surname: "Kowalski",
      phone: "+4915123456789",
      externalClientId: "+4915123456789",
      tags: ["new"],
      defaultAgentId: agent.agentId,
    }));
    await createTestConv(workspaceId, { integrationId, clientId: anna });
  });

  test.each([
    ["kowal", ["bernd", "anna"]],
    ["kowal anna", ["anna"]],
    ["corp.example", ["anna"]],
    ["K-17", ["anna"]],
    ["k-1", []],
    ["+48 600 100", ["anna"]],
    ["151 234", ["bernd"]],
    ["%", []],
  ])("search %j", async (search, names) => {
    const wanted = names.map((name) => (name === "anna" ? anna : bernd));
    expect(await ids({ search })).toEqual(wanted);
  });

  test("by who sees numbers and addresses masked they are not searched", async () => {
    for (const search of ["600100", "+48600100200", "corp.example", "+4915123456789"])
      expect(await ids({ search }, agent.api), search).toEqual([]);
    expect(await ids({ search: "kowalska" }, agent.api)).toEqual([anna]);
    expect(await ids({ search: "K-17" }, agent.api)).toEqual([anna]);
  });

  test("any tag, no stage, channel, default agent, time, names", async () => {
    expect(await ids({ anyTags: ["vip", "new"] })).toEqual([bernd, anna]);
    expect(await ids({ tags: ["vip", "new"] })).toEqual([]);
    expect(await ids({ noStage: true, anyTags: ["vip", "new"] })).toEqual([bernd]);
    expect(await ids({ stageId })).toEqual([anna]);
    expect(await ids({ integrationId })).toEqual([anna]);
    expect(await ids({ defaultAgentId: agent.agentId })).toEqual([bernd]);
    expect(await ids({ createdBefore: "2020-01-01T00:00:00Z" })).toEqual([]);
    expect(await ids({ createdFrom: "2020-01-01T00:00:00Z", anyTags: ["vip"] })).toEqual([anna]);
    await database().client.updateMany({ where: { workspaceId, id: bernd }, data: { deletedAt: new Date() } });
    expect(await ids({ ids: [anna, bernd] })).toEqual([bernd, anna]);
    expect(await ids({ ids: [anna, bernd], isDeleted: false })).toEqual([anna]);
    await database().client.updateMany({ where: { workspaceId, id: bernd }, data: { deletedAt: null } });
  });

  test("channels, last seen and identities; of conversations that are another agent's an AGENT hears nothing", async () => {
    const { agentId } = await createTestMember(workspaceId, "AGENT");
    const { id } = await make({ name: "Facts" });
    const at = new Date("2026-11-01T10:00:00Z");
    const conv = await createTestConv(workspaceId, { integrationId, clientId: id, assigneeId: agentId });
    await database().conversation.updateMany({ where: { id: conv.id }, data: { lastClientMessageAt: at } });
    const own = { scope: `custom:${integrationId}`, externalId: "+48600100998" };
    // Explicit times: on a fast machine, both rows could get the same millisecond.
    await database().clientIdentity.createMany({
      data: [
        { workspaceId, scope: "phone", externalId: "48600100999", clientId: id, createdAt: at },
        { workspaceId, ...own, clientId: id },
      ],
    });
    const asked = { ids: [id] };
    expect((await api.ok<Rows>(FACTS, asked)).nodes).toEqual([
      {
        id,
        integrationIds: [integrationId],
        lastSeenAt: at.toISOString(),
        identities: [{ scope: "phone", externalId: "48600100999" }, own],
      },
    ]);
    expect((await agent.api.ok<Rows>(FACTS, asked)).nodes).toEqual([
      {
        id,
        integrationIds: [],
        lastSeenAt: null,
        identities: [
          { scope: "phone", externalId: "+48•••••••99" },
          { ...own, externalId: "+48•••••••98" },
        ],
      },
    ]);
  });
});

test("what led a contact to write first is shown only to people who may see that conversation", async () => {
  const SOURCE = `query ($input: ClientInput!) { client(input: $input) {
    cameFrom { sourceType sourceUrl ad { id headline text clickId } } } }`;
  const { agentId } = await createTestMember(workspaceId, "AGENT");
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { id: clientId } = await make({ name: "Ada" });
  const ad = { id: "7", headline: "Boots", text: null, clickId: "c" };
  const wrote = async (assigneeId: string | null, data: { sourceType?: string; ad?: typeof ad }) => {
    const conv = await createTestConv(workspaceId, { integrationId, clientId, assigneeId });
    await database().conversation.updateMany({ where: { id: conv.id }, data: { lastClientMessageAt: new Date() } });
    const message = {
      workspaceId,
      convId: conv.id,
      clientId,
      integrationId,
      type: "text",
      createdBy: clientId,
    } as const;
    const lines = [
      { ...message, seq: 1, content: "Ours", isAgent: true, status: "sent" as const },
      { ...message, seq: 2, content: "Theirs", isAgent: false, status: "delivered" as const, ...data },
    ];
    await database().message.createMany({ data: lines });
  };
  expect(await api.ok(SOURCE, { id: clientId })).toEqual({ cameFrom: null });
  await wrote(agentId, { sourceType: "ad", ad });
  await wrote(null, {});
  expect(await api.ok(SOURCE, { id: clientId })).toEqual({ cameFrom: { sourceType: "ad", sourceUrl: null, ad } });
  expect(await agent.api.ok(SOURCE, { id: clientId })).toEqual({ cameFrom: null });
});

describe("possibleDuplicates", () => {
  test("the same number, address or full name in a country, the strongest first, with the reasons", async () => {
    const input = { name: "Eva", surname: "No_vak", email: "eva@d.example", phone: "+420601123456", country: "CZ" };
    const one = await make(input);
    const both = await make({ name: "eva", surname: "NO_VAK", email: "EVA@d.example", country: "CZ" });
    const byId = await make({ name: "E", externalClientId: "420601123456" });
    await make({ name: "Eva", surname: "No_vak", country: "SK" });
    await make({ name: "Eva", surname: "Novak", country: "CZ" });
    const merged = await make({ name: "Eva", surname: "No_vak", country: "CZ" });
    await api.ok(MERGE, { id: one.id, sourceIds: [merged.id] });
    expect((await api.ok<Rows>(DUPLICATES, { clientId: one.id })).nodes).toEqual([
      { client: { id: both.id }, reasons: ["sameEmail", "sameName"] },
      { client: { id: byId.id }, reasons: ["samePhone"] },
    ]);
    expect((await api.ok<Rows>(DUPLICATES, { clientId: (await make({ name: "Eva" })).id })).nodes).toEqual([]);
    expect(await agent.api.refusal(DUPLICATES, { clientId: one.id })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  });
});

describe("clientTimeline", () => {
  test("conversations, merges and the beginning; another agent's conversation is not an AGENT's to see", async () => {
    const { agentId } = await createTestMember(workspaceId, "AGENT");
    const { id: clientId } = await make({ name: "Tim" });
    const { id: integrationId } = await createTestIntegration(workspaceId, { name: "Shop line", externalId: "line" });
    const conv = await createTestConv(workspaceId, { integrationId, clientId, assigneeId: agentId });
    const source = await make({ name: "Tom", surname: "Smith" });
    await api.ok(MERGE, { id: clientId, sourceIds: [source.id] });
    const rows = (await api.ok<Rows<{ kind: string }>>(TIMELINE, { clientId })).nodes;
    expect(rows).toMatchObject([
      { kind: "merge", title: "Tom Smith", isOver: false },
      { kind: "conversation", id: conv.id, convId: conv.id, title: "Shop line", isOver: false },
      { kind: "created", id: clientId },
    ]);
    const theirs = (await agent.api.ok<Rows<{ kind: string }>>(TIMELINE, { clientId })).nodes;
    expect(theirs.map(({ kind }) => kind)).toEqual(["merge", "created"]);
  });

  test("a Gateway workspace has contacts and no conversations", async () => {
    const gateway = await createTestWorkspace({ plan: "GATEWAY" });
    const { id: clientId } = await createTestClient(gateway.workspaceId);
    const { id: integrationId } = await createTestIntegration(gateway.workspaceId);
    await createTestConv(gateway.workspaceId, { integrationId, clientId });
    expect((await gateway.api.ok<Rows>(TIMELINE, { clientId })).nodes).toMatchObject([{ kind: "created" }]);
  });
});

describe("bulkPatchClients", () => {
  test("tags, stages and archives; names those that changed, and tells subscribers of edits", async () => {
    const [a, b] = [await make({ tags: ["x"] }), await make({ tags: ["bulk"] })];
    await database().event.deleteMany({ where: { workspaceId } });
    const ids = [a.id, b.id];
    expect(await api.ok(BULK, { ids, addTags: ["bulk"] })).toEqual({ changedIds: [a.id], refused: [] });
    expect(await api.ok(BULK, { ids, isDeleted: true })).toEqual({ changedIds: ids, refused: [] });
    expect(await api.ok(BULK, { ids, removeTags: ["bulk"], isDeleted: false })).toEqual({
      changedIds: ids,
      refused: [],
    });
    const rows = await database().client.findMany({ where: { workspaceId, id: { in: ids } }, orderBy: { id: "asc" } });
    expect(rows).toMatchObject([
      { tags: ["x"], deletedAt: null, archivedBy: null },
      { tags: [], deletedAt: null },
    ]);
    const events = await database().event.findMany({ where: { workspaceId, clientId: a.id }, orderBy: { seq: "asc" } });
    expect(events.map(({ name }) => name)).toEqual(["CLIENT_UPDATED", "CLIENT_CHANGED", "CLIENT_UPDATED"]);
  });

  test("one that would get too many tags is refused by itself; a foreign one refuses all", async () => {
    const tags = Array.from({ length: 100 }, (_, index) => `t${index}`);
    const [full, free] = [await make({ tags }), await make({})];
    expect(await api.ok(BULK, { ids: [full.id, free.id], addTags: ["one more"] })).toEqual({
      changedIds: [free.id],
      refused: [{ id: full.id, message: "A client may have at most 100 tags" }],
    });
    const foreign = await createTestClient((await createTestWorkspace()).workspaceId);
    expect(await api.refusal(BULK, { ids: [free.id, foreign.id], addTags: ["no"] })).toMatchObject({
      code: "NOT_FOUND",
    });
    const many = Array.from({ length: 251 }, () => crypto.randomUUID());
    expect(await api.refusal(BULK, { ids: many })).toMatchObject({ code: "BAD_INPUT", paths: ["input.ids"] });
    expect(await agent.api.refusal(BULK, { ids: [free.id], addTags: ["no"] })).toMatchObject({
      code: "FORBIDDEN_ROLE",
    });
  });
});
