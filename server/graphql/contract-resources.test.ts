import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { ISO, UUID, wholeAnswers, type Field, type Json } from "../testing/contract/whole-answers.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestAgentKey, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { coreSchema } from "./schema.ts";

// Every field of every resource in contract.md, under the contract's names. contract-rows.test.ts checks that none is
// missing.
let call: ReturnType<typeof wholeAnswers>["call"], first: ReturnType<typeof wholeAnswers>["first"];
let workspaceId: number, integrationId: string;

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ call, first } = wholeAnswers(coreSchema, workspace.api));
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});

describe("API key", () => {
  let made: Json, listed: Json, linked: Json, agentId: string;
  beforeAll(async () => {
    ({ agentId } = await createTestAgentKey(workspaceId));
    linked = await call("genApiKey", { label: "Bridge", agentId });
    made = await call("genApiKey", { label: "Bridge" });
    listed = await first("apiKeys", { label: "bridge" });
  });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect([made.workspaceId, listed.workspaceId]).toEqual([workspaceId, workspaceId])],
    [
      "id",
      () => {
        expect(made.id).toMatch(UUID);
        expect(made.id).toBe(listed.id);
        expect(made.id).not.toBe(made.key);
      },
    ],
    ["label", () => expect([made.label, linked.label]).toEqual(["Bridge", "Bridge"])],
    [
      "key",
      () => {
        expect(made.key).toMatch(/^svck_[0-9A-Za-z]{36}$/);
        expect(listed.key).toBe(`svck_…${String(made.key).slice(-4)}`);
      },
    ],
    [
      "createdAt",
      () => expect([made.createdAt, listed.createdAt]).toEqual([listed.createdAt, expect.stringMatching(ISO)]),
    ],
    ["agentId", () => expect([linked.agentId, made.agentId]).toEqual([agentId, null])],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Agent", () => {
  let agent: Json, keyOnly: Json;
  beforeAll(async () => {
    const input = { userId: "user-of-theirs", name: "Ana", surname: "Lima", email: "Ana@Example.com" };
    await call("createAgent", input);
    agent = await first("agents", { email: "ana@example.com" });
    keyOnly = (await call<{ agent: Json }>("createAgentWithApiKey", { name: "Robot" })).agent;
  });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(agent.workspaceId).toBe(workspaceId)],
    ["id", () => expect(agent.id).toMatch(UUID)],
    ["userId", () => expect(agent.userId).toBe("user-of-theirs")],
    ["name", () => expect(agent.name).toBe("Ana")],
    ["surname", () => expect([agent.surname, keyOnly.surname]).toEqual(["Lima", null])],
    ["email", () => expect([agent.email, keyOnly.email]).toEqual(["ana@example.com", ""])],
    [
      "avatar",
      async () => {
        const avatar = "https://example.com/ana.png";
        await database().agent.updateMany({ where: { workspaceId, id: String(agent.id) }, data: { avatar } });
        expect(await first("agents", { email: "ana@example.com" })).toMatchObject({ avatar });
      },
    ],
    ["createdAt", () => expect(agent.createdAt).toMatch(ISO)],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Client (contact)", () => {
  const given = {
    name: "Maria",
    surname: "Silva",
    phone: "+55 11 99876-5432",
    email: "maria@example.com",
    city: "São Paulo",
    address: "Rua A, 7",
    code: "C-7",
    externalClientId: "maria-1",
    tags: ["vip", "new"],
  };
  let client: Json, archived: Json, stage: Json, agent: Json;
  beforeAll(async () => {
    stage = await call("createTag", { type: "clientStage", tag: "Lead" });
    agent = await call("createAgent", { userId: "u-2", name: "Bo", email: "bo@example.com" });
    client = await call("createClient", { ...given, stage: "Lead", defaultAgentId: agent.id });
    const { id } = await call("createClient", { externalClientId: "gone" });
    archived = await call("archiveClient", { id });
  });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(client.workspaceId).toBe(workspaceId)],
    ["id", () => expect(client.id).toMatch(UUID)],
    ["name, surname", () => expect([client.name, client.surname]).toEqual(["Maria", "Silva"])],
    [
      "phone, email, address, city, country",
      () =>
        expect(client).toMatchObject({
          phone: "+5511998765432",
          email: "maria@example.com",
          address: "Rua A, 7",
          city: "São Paulo",
          country: "BR",
        }),
    ],
    ["code", async () => expect(await first("clients", { code: "C-7" })).toMatchObject({ id: client.id, code: "C-7" })],
    [
      "avatarUrl",
      async () => {
        expect(client.avatarUrl).toBeNull();
        const avatarUrl = "https://example.com/maria.png";
        await database().client.updateMany({ where: { workspaceId, id: String(client.id) }, data: { avatarUrl } });
        expect(await call("client", { id: client.id })).toMatchObject({ avatarUrl });
      },
    ],
    ["externalClientId", () => expect(client.externalClientId).toBe("maria-1")],
    ["tags", () => expect(client.tags).toEqual(["vip", "new"])],
    ["stageId", () => expect(client.stageId).toBe(stage.id)],
    ["defaultAgentId", () => expect(client.defaultAgentId).toBe(agent.id)],
    ["createdAt", () => expect(client.createdAt).toMatch(ISO)],
    ["deletedAt", () => expect([client.deletedAt, archived.deletedAt]).toEqual([null, expect.stringMatching(ISO)])],
    [
      "archivedBy",
      async () => {
        expect(client.archivedBy).toBeNull();
        expect(archived.archivedBy).toMatch(UUID);
        await call("patchWorkspaceSettings", { optOutKeyword: "STOP" });
        const { clientId } = await customerSystem(integrationId).text("leaver", "stop");
        expect(await call("client", { id: clientId })).toMatchObject({ archivedBy: "SYSTEM" });
      },
    ],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Tag", () => {
  let tag: Json;
  beforeAll(async () => {
    tag = await call("createTag", { type: "message", tag: "complaint", order: 3, description: "Call back" });
  });
  const TYPES = ["common", "client", "message", "conversation", "conv", "clientStage", "convStage"];
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(tag.workspaceId).toBe(workspaceId)],
    ["id", () => expect(tag.id).toMatch(UUID)],
    ["tag", () => expect(tag.tag).toBe("complaint")],
    [
      "type",
      async () => {
        for (const type of TYPES)
          expect(await call("createTag", { type, tag: `of type ${type}` })).toMatchObject({ type });
        expect((await first("tags", { type: "conv", tag: "of type conversation" })).type).toBe("conversation");
      },
    ],
    ["order", () => expect(tag.order).toBe(3)],
    ["description", () => expect(tag.description).toBe("Call back")],
    ["createdAt", () => expect(tag.createdAt).toMatch(ISO)],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Message", () => {
  let inbound: Json, outgoing: Json, note: Json;
  beforeAll(async () => {
    const ids = await customerSystem(integrationId).text("writer", "Hello", { messageId: "ext-1" });
    const place = { integrationId, convId: ids.conversationId };
    outgoing = await call("addMessage", { ...place, type: "text", content: "Hi" });
    note = await call("addMessage", { ...place, type: "note", content: "Ask Bo" });
    const { nodes } = await call<{ nodes: Json[] }>("messages", { convId: ids.conversationId });
    inbound = nodes.find(({ messageId }) => messageId === ids.messageId) ?? {};
  });
  const TYPES = "text image audio document video location interactive template contacts note".split(" ");
  const FIELDS: Field[] = [
    [
      "messageId",
      () => expect([inbound.messageId, outgoing.messageId]).toEqual(Array(2).fill(expect.stringMatching(UUID))),
    ],
    [
      "content",
      async () => {
        const url = "https://example.com/cat.png";
        const { messageId } = await customerSystem(integrationId).text("painter", url, { type: "image" });
        const { nodes } = await call<{ nodes: Json[] }>("messages", { type: "image" });
        expect(nodes).toEqual([expect.objectContaining({ messageId, content: url, type: "image" })]);
      },
    ],
    [
      "type",
      () => {
        const type = coreSchema.getType("MessageType");
        expect(
          type &&
            "getValues" in type &&
            type
              .getValues()
              .map(({ name }) => name)
              .sort(),
        ).toEqual(TYPES.sort());
      },
    ],
    ["isAgent", () => expect([inbound.isAgent, outgoing.isAgent, note.isAgent]).toEqual([false, true, true])],
    ["status", () => expect([outgoing.status, inbound.status]).toEqual(["pending", "delivered"])],
    [
      "externalMessageId",
      () => expect([inbound.externalMessageId, outgoing.externalMessageId]).toEqual(["ext-1", null]),
    ],
    [
      "tags",
      async () => {
        const where = { workspaceId, id: String(inbound.messageId) };
        await database().message.updateMany({ where, data: { tags: ["complaint"] } });
        expect(await first("messages", { tags: ["complaint"] })).toMatchObject({
          messageId: inbound.messageId,
          tags: ["complaint"],
        });
      },
    ],
    [
      "createdAt",
      () => expect([inbound.createdAt, outgoing.createdAt]).toEqual(Array(2).fill(expect.stringMatching(ISO))),
    ],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});
