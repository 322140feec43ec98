import { beforeEach, describe, expect, test } from "vitest";
import { resolveSender } from "../clients/client-identities.ts";
import { upsertContacts } from "../clients/import-batch.ts";
import { database, inTransaction } from "../db.ts";
import type { Client } from "../generated/prisma/client.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { claimDue } from "../testing/claim-due.ts";
import { MERGED_FIELDS } from "./merge-record.ts";

const MERGE = `mutation ($input: ClientMergeInput!) { mergeClients(input: $input) { id name surname phone email city country code
  externalClientId tags stageId defaultAgentId deletedAt archivedBy patchedAt mergedIntoId } }`;
const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const PUT = "mutation ($input: ClientPutInput!) { putClient(input: $input) { id name externalClientId } }";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let integrationId: string;
let api: typeof workspace.api;
let customer: ReturnType<typeof customerSystem>;

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId, api } = workspace);
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
});

const merge = (id: string, ...sourceIds: string[]) => api.ok<Client>(MERGE, { id, sourceIds });
const rowOf = (id: string) => database().client.findFirstOrThrow({ where: { workspaceId, id } });
const convOf = (id: string) => database().conversation.findFirstOrThrow({ where: { workspaceId, id } });
const make = (input: Parameters<typeof createTestClient>[1]) => createTestClient(workspaceId, input);

describe("what moves", () => {
  test("empty fields are filled in the order of the sources, tags are added, the sources are archived", async () => {
    const { agentId } = await createTestAgentKey(workspaceId);
    const target = await make({ name: "Maria", tags: ["vip", "es"] });
    const first = await make({ name: "Mary", surname: "Silva", phone: "+34612345678", tags: ["late"] });
    const second = await make({
      surname: "Souza",
      email: "m@example.com",
      code: "C-7",
      tags: ["es", "vip"],
      defaultAgentId: agentId,
    });
    const merged = await merge(target.id, first.id, second.id, first.id);
    expect(merged).toMatchObject({
      id: target.id,
      name: "Maria",
      surname: "Silva",
      phone: "+34612345678",
      country: "ES",
      email: "m@example.com",
      code: "C-7",
      defaultAgentId: agentId,
      externalClientId: target.externalClientId,
      tags: ["vip", "es", "late"],
      deletedAt: null,
    });
    expect(merged.patchedAt).not.toBeNull();
    for (const source of [first, second]) {
      const row = await rowOf(source.id);
      expect(row).toMatchObject({ mergedIntoId: target.id, externalClientId: source.externalClientId });
      expect(row.deletedAt).not.toBeNull();
      expect(row.archivedBy).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("conversations and messages move, open and ended; what the source's sender writes next lands there too", async () => {
    const target = await make({ name: "Maria" });
    const old = await customer.text("m-1", "long ago");
    await api.ok("mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }", {
      integrationId,
      convId: old.conversationId,
    });
    const open = await customer.text("m-1", "hello");
    await merge(target.id, open.clientId);
    const next = await customer.text("m-1", "again");
    expect(next).toMatchObject({ clientId: target.id, conversationId: open.conversationId });
    const convs = await database().conversation.findMany({ where: { workspaceId } });
    expect(convs.map(({ clientId }) => clientId)).toEqual([target.id, target.id]);
    expect(convs.every(({ clientSearch }) => clientSearch.startsWith("maria"))).toBe(true);
    const messages = await database().message.findMany({ where: { workspaceId } });
    expect(new Set(messages.map(({ clientId }) => clientId))).toEqual(new Set([target.id]));
    const identities = await database().clientIdentity.findMany({ where: { workspaceId } });
    expect(identities).toMatchObject([{ externalId: "m-1", clientId: target.id, broughtById: open.clientId }]);
  });

  test("CLIENT_UPDATED is told of the target, and the portal of everything that moved", async () => {
    const target = await make({ name: "Maria" });
    const { clientId, conversationId } = await customer.text("m-1", "hello");
    await database().event.deleteMany({ where: { workspaceId } });
    await merge(target.id, clientId);
    const events = await database().event.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } });
    expect(events.map(({ name, clientId: of, convId }) => [name, of, convId])).toEqual([
      ["CLIENT_UPDATED", target.id, null],
      ["CLIENT_CHANGED", clientId, null],
      ["CONV_CHANGED", target.id, conversationId],
    ]);
    expect(events[0]?.payload).toMatchObject({ event: "CLIENT_UPDATED", id: target.id, name: "Maria" });
    const note = await database().message.findFirstOrThrow({ where: { workspaceId, noteType: "system" } });
    expect(note).toMatchObject({
      convId: conversationId,
      content: "A contact without a name was merged into this contact",
    });
    const [record] = await database().auditEntry.findMany({ where: { workspaceId, action: "mergeClients" } });
    expect(record).toMatchObject({ targetId: target.id, after: { sourceIds: [clientId] } });
  });
});

describe("two open conversations in one place", () => {
  test("the later one goes on, the other is ended by SYSTEM and told", async () => {
    const a = await customer.text("m-1", "first");
    const b = await customer.text("m-2", "second");
    await merge(a.clientId, b.clientId);
    expect(await convOf(a.conversationId)).toMatchObject({ ended: true, endedBy: "SYSTEM", clientId: a.clientId });
    expect(await convOf(b.conversationId)).toMatchObject({ ended: false, needsResponse: true, clientId: a.clientId });
    const ending = await database().event.findMany({ where: { workspaceId, name: "ENDING_CONV" } });
    expect(ending.map(({ convId }) => convId)).toEqual([a.conversationId]);
    expect(await customer.text("m-1", "third")).toMatchObject({
      clientId: a.clientId,
      conversationId: b.conversationId,
    });
  });

  test("one in which the client waits goes on, although another has a later message", async () => {
    const waiting = await customer.text("m-1", "anyone?");
    const answered = await customer.text("m-2", "hello");
    await api.ok(ADD, { integrationId, convId: answered.conversationId, content: "Hi", type: "text" });
    await merge(answered.clientId, waiting.clientId);
    expect(await convOf(waiting.conversationId)).toMatchObject({ ended: false, needsResponse: true });
    expect(await convOf(answered.conversationId)).toMatchObject({ ended: true });
  });

  test("other threads and other channels stay open side by side", async () => {
    const { id: support } = await createTestIntegration(workspaceId, { name: "Support" });
    const made = [
      await customer.text("m-1", "a", { conversationId: "t-1" }),
      await customer.text("m-2", "b", { conversationId: "t-2" }),
      await customerSystem(support).text("m-3", "c", { conversationId: "t-1" }),
    ];
    const [target, ...sources] = made.map(({ clientId }) => clientId);
    await merge(target ?? "", ...sources);
    expect(await database().conversation.count({ where: { workspaceId, clientId: target ?? "", ended: false } })).toBe(
      3,
    );
  });
});

describe("where answers go", () => {
  const addressesOf = async (...convIds: string[]) => {
    for (const convId of convIds) await api.ok(ADD, { integrationId, convId, content: "Hi", type: "text" });
    const claimed = await claimDue();
    const own = claimed.filter((send) => send.workspaceId === workspaceId);
    return Object.fromEntries(own.map(({ convId, message }) => [convId, message.externalClientId]));
  };

  test("each conversation keeps the sender it is held with, whoever's it was", async () => {
    const a = await customer.text("m-1", "a", { conversationId: "t-1" });
    const b = await customer.text("m-2", "b", { conversationId: "t-2" });
    await merge(a.clientId, b.clientId);
    expect(await addressesOf(a.conversationId, b.conversationId)).toEqual({
      [a.conversationId]: "m-1",
      [b.conversationId]: "m-2",
    });
  });

  test("in a conversation that both write into, to who wrote last", async () => {
    const a = await customer.text("m-1", "a");
    const b = await customer.text("m-2", "b");
    await merge(a.clientId, b.clientId);
    await customer.text("m-1", "me again");
    expect(await addressesOf(b.conversationId)).toEqual({ [b.conversationId]: "m-1" });
  });

  test("a conversation that we opened with somebody who has never written keeps their address", async () => {
    const target = await make({ externalClientId: "known" });
    const source = await make({ externalClientId: "written-to" });
    const START = "mutation ($input: ConvStartInput!) { startConv(input: $input) { id } }";
    const { id } = await api.ok<{ id: string }>(START, { integrationId, clientId: source.id, templateName: "hello" });
    await merge(target.id, source.id);
    const claimed = await claimDue();
    expect(claimed.find(({ convId }) => convId === id)?.message.externalClientId).toBe("written-to");
  });

  test("a conversation that we opened with somebody who was merged before keeps their own address, not a brought one", async () => {
    const END = "mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }";
    const own = await customer.text("m-1", "a");
    const brought = await customer.text("m-2", "b");
    await merge(own.clientId, brought.clientId);
    const open = await database().conversation.findMany({ where: { workspaceId, ended: false } });
    for (const { id: convId } of open) await api.ok(END, { integrationId, convId });
    const START = "mutation ($input: ConvStartInput!) { startConv(input: $input) { id } }";
    const { id } = await api.ok<{ id: string }>(START, {
      integrationId,
      clientId: own.clientId,
      templateName: "hello",
    });
    expect(await addressesOf(id)).toMatchObject({ [id]: "m-1" });
    await merge(own.clientId, (await make({ name: "Third" })).id);
    expect(await convOf(id)).toMatchObject({ clientAddress: "m-1" });
  });
});

describe("who a merged contact is now", () => {
  test("a sender without an identity, known by the source's externalClientId, comes to the target", async () => {
    const target = await make({ name: "Maria" });
    const source = await make({ externalClientId: "m-1" });
    await merge(target.id, source.id);
    expect(await customer.text("m-1", "hello")).toMatchObject({ clientId: target.id });
  });

  test("… but not when the source was somebody else's sender: two senders are never merged by accident", async () => {
    const target = await make({ name: "Maria" });
    const telegram = await inTransaction(testCtx(workspaceId), (tx) =>
      resolveSender(tx, { scope: "telegram", externalId: "1", profile: { name: "Tele" } }),
    );
    expect(telegram.client.externalClientId).toBe("1");
    await merge(target.id, telegram.client.id);
    const { clientId } = await customer.text("1", "hello");
    expect([target.id, telegram.client.id]).not.toContain(clientId);
    const again = await inTransaction(testCtx(workspaceId), (tx) =>
      resolveSender(tx, { scope: "telegram", externalId: "1", profile: {} }),
    );
    expect(again.client.id).toBe(target.id);
  });

  test("a phone number of a source leads to the target, also when the target kept its own", async () => {
    const target = await make({ phone: "+34612345678" });
    const byPhone = await make({ phone: "+34698765432" });
    const byId = await make({ externalClientId: "+34611111111" });
    await merge(target.id, byPhone.id, byId.id);
    for (const externalId of ["34698765432", "34611111111", "34612345678"]) {
      const found = await inTransaction(testCtx(workspaceId), (tx) =>
        resolveSender(tx, { scope: "phone", externalId, profile: {} }),
      );
      expect([externalId, found.created, found.client.id]).toEqual([externalId, false, target.id]);
    }
  });

  test("putClient under a source's externalClientId updates the target, through two merges too", async () => {
    const [a, b, c] = [await make({ externalClientId: "crm-a" }), await make({}), await make({})];
    await merge(b.id, a.id);
    await merge(c.id, b.id);
    expect(await rowOf(a.id)).toMatchObject({ mergedIntoId: c.id });
    expect(await api.ok(PUT, { externalClientId: "crm-a", name: "New" })).toEqual({
      id: c.id,
      name: "New",
      externalClientId: c.externalClientId,
    });
    expect(await rowOf(a.id)).toMatchObject({ name: "Carla" });
  });

  test("an import under a source's externalClientId or number updates the target", async () => {
    const target = await make({ phone: "+34612345678" });
    const [byId, byPhone] = [await make({ externalClientId: "crm-a" }), await make({ phone: "+34698765432" })];
    await merge(target.id, byId.id, byPhone.id);
    const row = { externalClientId: null, stageId: null };
    const rows = [
      { ...row, externalClientId: "crm-a", city: "Vigo" },
      { ...row, phone: "+34698765432", code: "C-7" },
    ];
    const counts = await inTransaction(testCtx(workspaceId), (tx) => upsertContacts(tx, rows));
    expect(counts).toEqual({ created: 0, updated: 2 });
    expect(await rowOf(target.id)).toMatchObject({ city: "Vigo", code: "C-7" });
    expect(await rowOf(byId.id)).toMatchObject({ city: null });
    expect(await rowOf(byPhone.id)).toMatchObject({ code: null });
  });

  test("a source that is taken out of the archive stands for itself again", async () => {
    const target = await make({});
    const source = await make({ externalClientId: "m-1" });
    await merge(target.id, source.id);
    const UNARCHIVE =
      "mutation ($input: ClientArchiveInput!) { unarchiveClient(input: $input) { id mergedIntoId deletedAt } }";
    expect(await api.ok(UNARCHIVE, { id: source.id })).toEqual({ id: source.id, mergedIntoId: null, deletedAt: null });
    expect(await customer.text("m-1", "hello")).toMatchObject({ clientId: source.id });
  });

  test("a merge that is sent again changes nothing more", async () => {
    const target = await make({});
    const { clientId, conversationId } = await customer.text("m-1", "hello");
    await merge(target.id, clientId);
    const before = await rowOf(clientId);
    await merge(target.id, clientId);
    expect(await rowOf(clientId)).toEqual(before);
    expect(await convOf(conversationId)).toMatchObject({ clientId: target.id, ended: false });
  });
});

describe("what is refused", () => {
  test("nothing, too many, itself, missing and foreign clients", async () => {
    const target = await make({});
    const other = await createTestWorkspace();
    const foreign = await createTestClient(other.workspaceId);
    const refusal = (sourceIds: string[], id = target.id) => api.refusal(MERGE, { id, sourceIds });
    const badInput = { code: "BAD_INPUT", paths: ["input.sourceIds"] };
    expect(await refusal([])).toMatchObject(badInput);
    expect(await refusal(Array.from({ length: 21 }, () => crypto.randomUUID()))).toMatchObject(badInput);
    expect(await refusal([target.id.toUpperCase()])).toMatchObject(badInput);
    for (const id of [foreign.id, crypto.randomUUID(), "nothing"]) {
      expect(await refusal([id])).toMatchObject({ code: "NOT_FOUND", message: "Client not found" });
      expect(await refusal([target.id], id)).toMatchObject({ code: "NOT_FOUND", message: "Client not found" });
    }
    expect(await database().client.findFirstOrThrow({ where: { id: foreign.id } })).toEqual(foreign);
    expect(await rowOf(target.id)).toEqual(target);
  });

  test("an archived target, and a source who opted out; one that a person archived may be merged", async () => {
    const target = await make({});
    const archived = await make({});
    const optedOut = await make({});
    const ARCHIVE = "mutation ($input: ClientArchiveInput!) { archiveClient(input: $input) { id } }";
    await api.ok(ARCHIVE, { id: archived.id });
    await database().client.updateMany({
      where: { id: optedOut.id },
      data: { deletedAt: new Date(), archivedBy: "SYSTEM" },
    });
    expect(await api.refusal(MERGE, { id: archived.id, sourceIds: [target.id] })).toMatchObject({
      code: "CLIENT_ARCHIVED",
    });
    expect(await api.refusal(MERGE, { id: target.id, sourceIds: [optedOut.id] })).toMatchObject({
      code: "CLIENT_OPTED_OUT",
    });
    expect(await merge(target.id, archived.id)).toMatchObject({ id: target.id });
  });

  test("AGENT may not; AGENT_PLUS and an agent-linked key may, and see no conversation more than before", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    const bo = await createTestAgentKey(workspaceId, "Bo");
    const member = await createTestMember(workspaceId, "AGENT");
    const plus = await createTestMember(workspaceId, "AGENT_PLUS");
    const [a, b, c] = [await make({}), await make({}), await customer.text("m-1", "hello")];
    await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: bo.agentId } });
    const input = { id: a.id, sourceIds: [b.id] };
    expect(await member.api.refusal(MERGE, input)).toMatchObject({
      code: "FORBIDDEN_ROLE",
      message: "You do not have permission to access this resource with your current role assignment",
    });
    expect(await plus.api.ok(MERGE, input)).toMatchObject({ id: a.id });
    expect(await ana.api.ok(MERGE, { id: a.id, sourceIds: [c.clientId] })).toMatchObject({ id: a.id });
    const CONVS = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id clientId assigneeId } } }";
    expect(await ana.api.ok(CONVS)).toEqual({ nodes: [] });
    expect(await bo.api.ok(CONVS)).toEqual({
      nodes: [{ id: c.conversationId, clientId: a.id, assigneeId: bo.agentId }],
    });
  });
});

describe("at the same time", () => {
  test("messages that come in during a merge are all stored, once, and at the contact that remains", async () => {
    const ROUNDS = 12;
    let during = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const name = (part: string) => `${part}-${round}`;
      const target = await customer.text(name("target"), "0");
      const talking = await customer.text(name("talking"), "0", { conversationId: "t" });
      const silent = await make({ externalClientId: name("silent") });
      const senders = ["target", "talking", "silent"].map(name);
      const done: string[] = [];
      const write = async (senderId: string, count: number) => {
        for (let i = 1; i <= count; i++) {
          const thread =
            i % 3 === 0
              ? { conversationId: `new-${i}` }
              : senderId.startsWith("talking")
                ? { conversationId: "t" }
                : {};
          await customer.text(senderId, `${i}`, { ...thread, messageId: `${senderId}-${i}` });
          done.push(senderId);
        }
      };
      const writing = Promise.all(senders.map((sender) => write(sender, 8)));
      // Stops at a different point in each round.
      await new Promise((wait) => setTimeout(wait, round * 4));
      const before = done.length;
      await merge(target.clientId, talking.clientId, silent.id);
      if (before < 24) during++;
      await writing;

      const ids = [target.clientId, talking.clientId, silent.id];
      const messages = await database().message.findMany({
        where: { workspaceId, clientId: { in: ids }, type: "text" },
      });
      expect(messages.map(({ clientId }) => clientId)).toEqual(messages.map(() => target.clientId));
      expect(messages.map(({ content }) => content).sort()).toEqual(
        [..."00", ...senders.flatMap(() => [..."12345678"])].sort(),
      );
      const convs = await database().conversation.findMany({ where: { workspaceId, clientId: { in: ids } } });
      expect(new Set(convs.map(({ clientId }) => clientId))).toEqual(new Set([target.clientId]));
      const identities = await database().clientIdentity.findMany({
        where: { workspaceId, externalId: { in: senders } },
      });
      expect(identities.map(({ clientId }) => clientId)).toEqual(senders.map(() => target.clientId));
    }
    console.info(`${during} of ${ROUNDS} merges ran while messages came in`);
    expect(during).toBeGreaterThan(ROUNDS / 2);
  });

  test("two contacts merged into each other: one merge wins, the other is told; nothing hangs", async () => {
    for (let round = 0; round < 5; round++) {
      const a = await customer.text(`a-${round}`, "hello");
      const b = await customer.text(`b-${round}`, "hello");
      const answers = await Promise.all([
        api.call(MERGE, { id: a.clientId, sourceIds: [b.clientId] }),
        api.call(MERGE, { id: b.clientId, sourceIds: [a.clientId] }),
      ]);
      const codes = answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code));
      expect(codes).toEqual(["CLIENT_ARCHIVED"]);
    }
  });

  test("merges over shared contacts in every order end with one contact, and no circle", async () => {
    const clients: Client[] = [];
    for (let i = 0; i < 6; i++) clients.push(await make({}));
    const ids = clients.map(({ id }) => id);
    const pairs = ids.flatMap((id, i) => ids.slice(i + 1).map((source) => ({ id, sourceIds: [source] })));
    const answers = await Promise.all(pairs.map((input) => api.call(MERGE, input)));
    expect(new Set(answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code)))).not.toContain(
      "INTERNAL",
    );
    const rows = await database().client.findMany({ where: { workspaceId, id: { in: ids } } });
    const alive = rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
    expect(alive).toEqual([ids[0]]);
    expect(rows.filter(({ id }) => id !== ids[0]).map(({ mergedIntoId }) => mergedIntoId)).toEqual(
      ids.slice(1).map(() => ids[0]),
    );
  });
});

/** What a merge does not fill from another contact: identifiers, the archive, the past. Tags are added. */
const NOT_MERGED = ["id", "externalClientId", "tags", "archivedBy", "mergedIntoId"];

test("every column of a contact with a text is merged, or is named as one that is not", async () => {
  const columns = await database().$queryRaw<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'Client' and data_type in ('text', 'uuid', 'ARRAY')`;
  const names = columns.map(({ name }) => name);
  expect([...MERGED_FIELDS, ...NOT_MERGED].sort()).toEqual(names.sort());
});
