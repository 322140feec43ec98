import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database, pool } from "../db.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { sealCredentials } from "../integrations/access.ts";
import type { ReadReceipts } from "../integrations/read-receipts.ts";
import {
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { sendGesture } from "./send-gesture.ts";

const READ = "mutation ($input: ConvReadInput!) { markConvRead(input: $input) { id } }";
const TYPING = "mutation ($input: ConvTypingInput!) { tellTyping(input: $input) { id } }";
const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const PATCH = "mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { readReceipts } }";
const CAN = `query ($input: ChannelCapabilitiesInput!) { channelCapabilities(input: $input) {
  nodes { type gestures typingMarksRead } } }`;

/** The provider. */
let graph: Receiver;
beforeAll(async () => {
  graph = await startReceiver((_, response) => response.end('{"success":true,"recipient_id":"24680"}'));
  process.env.META_GRAPH_URL = process.env.INSTAGRAM_GRAPH_URL = new URL(graph.url).origin;
});
afterAll(() => graph.close());
beforeEach(() => {
  graph.received.length = 0;
});
const asked = () => graph.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

const CREDENTIALS: Partial<Record<IntegrationType, Record<string, string>>> = {
  WHATSAPP: {
    accessToken: "EAAG-1",
    phoneNumberId: "100",
    wabaId: "9100",
    appSecret: "0123456789abcdef0123456789abcdef",
  },
  INSTAGRAM: { accessToken: "IGAA-1", accountId: "178", appId: "700", appSecret: "0123456789abcdef0123456789abcdef" },
};

/** A contact's message on a channel with this setting, and a colleague who may answer it. */
async function stage(type: IntegrationType, readReceipts?: ReadReceipts) {
  const { workspaceId, api } = await createTestWorkspace();
  const db = database();
  const row = { workspaceId, id: crypto.randomUUID() };
  const credentials = await sealCredentials(row, CREDENTIALS[type] ?? {});
  await db.integration.create({ data: { ...row, name: "Line", type, state: "active", credentials } });
  if (readReceipts) await api.ok(PATCH, { id: row.id, readReceipts });
  const client = await createTestClient(workspaceId);
  const conv = await db.conversation.create({
    data: {
      workspaceId,
      integrationId: row.id,
      clientId: client.id,
      clientAddress: "24680",
      lastSeq: 1,
      lastClientMessageAt: new Date(),
      needsResponse: true,
    },
  });
  const message = await db.message.create({
    data: {
      workspaceId,
      convId: conv.id,
      clientId: client.id,
      integrationId: row.id,
      seq: 1,
      content: "Hello",
      type: "text",
      isAgent: false,
      createdBy: client.id,
      status: "delivered",
      externalMessageId: `wamid.${conv.id}`,
    },
  });
  const mia = await createTestMember(workspaceId, "AGENT");
  const convId = conv.id;
  return {
    workspaceId,
    integrationId: row.id,
    convId,
    messageId: message.id,
    api: mia.api,
    admin: api,
    open: () => mia.api.ok(READ, { convId }),
    answer: (more = {}) => mia.api.ok(ADD, { convId, integrationId: row.id, content: "Hi", type: "text", ...more }),
    readToldSeq: async () =>
      (await db.conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } })).readToldSeq,
    queued: async () => {
      const { rows } = await pool().query<{ data: Parameters<typeof sendGesture>[0] }>(
        "select data from pgboss.job where name = 'send-gesture' and (data ->> 'workspaceId')::int = $1",
        [workspaceId],
      );
      return rows.map(({ data }) => data);
    },
  };
}

describe("clients are shown that their messages were read", () => {
  test("when they are opened, where nothing else was chosen", async () => {
    const { open, queued, messageId, workspaceId, convId } = await stage("WHATSAPP");
    await open();
    const jobs = await queued();
    expect(jobs).toEqual([{ workspaceId, messageId, kind: "read" }]);
    for (const job of jobs) await sendGesture(job);
    expect(asked()).toEqual([{ messaging_product: "whatsapp", status: "read", message_id: `wamid.${convId}` }]);
  });

  test("when they are answered: not by opening, not by a note, once by the answer", async () => {
    const { open, answer, queued, readToldSeq, messageId, workspaceId } = await stage("INSTAGRAM", "replied");
    await open();
    await answer({ type: "note" });
    expect([await queued(), await readToldSeq()]).toEqual([[], 0]);
    await answer();
    await answer();
    expect(await queued()).toEqual([{ workspaceId, messageId, kind: "read" }]);
    for (const job of await queued()) await sendGesture(job);
    expect(asked()).toEqual([{ recipient: { id: "24680" }, sender_action: "mark_seen" }]);
  });

  test("never: neither by opening nor by answering, in a web chat either", async () => {
    for (const type of ["WHATSAPP", "WEBCHAT"] as const) {
      const { open, answer, queued, readToldSeq } = await stage(type, "never");
      await open();
      await answer();
      expect([await queued(), await readToldSeq()]).toEqual([[], 0]);
    }
  });

  test("never holds for what was queued before it was chosen", async () => {
    const { open, queued, admin, integrationId } = await stage("WHATSAPP");
    await open();
    await admin.ok(PATCH, { id: integrationId, readReceipts: "never" });
    for (const job of await queued()) await sendGesture(job);
    expect(asked()).toEqual([]);
  });

  test("nor by “typing …” where the provider shows both in one; where it does not, typing is shown all the same", async () => {
    const whatsapp = await stage("WHATSAPP", "replied");
    await whatsapp.api.ok(TYPING, { convId: whatsapp.convId, isTyping: true });
    const instagram = await stage("INSTAGRAM", "never");
    await instagram.api.ok(TYPING, { convId: instagram.convId, isTyping: true });
    await eventually(() => asked().length > 0);
    const opened = await stage("WHATSAPP", "opened");
    await opened.api.ok(TYPING, { convId: opened.convId, isTyping: true });
    await eventually(() => asked().length > 1);
    expect(asked()).toEqual([
      { recipient: { id: "24680" }, sender_action: "typing_on" },
      expect.objectContaining({ message_id: `wamid.${opened.convId}`, typing_indicator: { type: "text" } }),
    ]);
  });
});

test("a channel without receipts refuses the setting, and says so among what it can do; agents do not change it", async () => {
  const { workspaceId, api } = await createTestWorkspace();
  const { id } = await createTestIntegration(workspaceId);
  expect(await api.refusal(PATCH, { id, readReceipts: "never" })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.readReceipts"],
  });
  const mia = await createTestMember(workspaceId, "AGENT_PLUS");
  expect(await mia.api.refusal(PATCH, { id, readReceipts: "never" })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  const { nodes } = await api.ok<{ nodes: { type: string; gestures: string[]; typingMarksRead: boolean }[] }>(CAN, {});
  const reading = nodes.filter(({ gestures }) => gestures.includes("read"));
  expect(reading.map(({ type, typingMarksRead }) => [type, typingMarksRead]).sort()).toEqual([
    ["FACEBOOK", false],
    ["INSTAGRAM", false],
    ["WA_GATEWAY", true],
    ["WEBCHAT", false],
    ["WHATSAPP", true],
  ]);
});
