import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { whatsappEntry, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { createAi } from "../assistants/create-ai.ts";
import { database } from "../db.ts";
import { deliverMessage } from "../sending/deliver-message.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const LIST = `query ($input: MessagesInput!) {
  messages(input: $input) { nodes { content senderName writerName } }
}`;
const END = "mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }";
const GROUP = "120363040000000009@g.us";

let graph: GraphStandIn;
beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());

let workspaceId: number;
let person: Awaited<ReturnType<typeof createTestMember>>;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  person = await createTestMember(workspaceId, "ADMIN");
  const ai = await createAi(testCtx(workspaceId), { name: "Otto", type: "builtIn", integrationProperties: {} });
  const rating = { enabled: true, scale: 5 };
  channel = await createMetaChannel(workspaceId, "WHATSAPP", { start: "AI", assigneeId: ai.id, rating });
  graph.addAccount(channel.number.wabaId, "EAAG", []);
  graph.addNumber({ ...channel.number, accessToken: "EAAG" });
  await database().workspaceSettings.upsert({
    where: { workspaceId },
    create: { workspaceId, optOutKeyword: "STOP" },
    update: { optOutKeyword: "STOP" },
  });
});

const ida = { waId: metaId(), name: "Ida Lund" };
const bo = { waId: metaId(), name: "Bo Berg" };
const writes = (who: typeof ida, body: string, more: object = {}) =>
  channel.bring(whatsappEntry(channel.number, whatsappMessage(who, { type: "text", text: { body }, ...more })));
const inGroup = (who: typeof ida, body: string) => writes(who, body, { group_id: GROUP });

test("a group is one contact and one conversation, apart from its writers' own, and each message names its writer", async () => {
  await writes(ida, "Between us");
  await inGroup(ida, "Who has the keys?");
  await inGroup(bo, "I have.");
  const convs = await database().conversation.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
  expect(convs.map(({ externalConversationId }) => externalConversationId)).toEqual([null, `group:${GROUP}`]);
  const { nodes } = await person.api.ok<{ nodes: object[] }>(LIST, { convId: convs[1]?.id, systemLines: false });
  expect(nodes).toEqual([
    { content: "I have.", senderName: "Bo Berg", writerName: "Bo Berg" },
    { content: "Who has the keys?", senderName: "Ida Lund", writerName: "Ida Lund" },
  ]);
  expect(await database().client.count({ where: { workspaceId } })).toBe(2);
});

test("an answer goes to the group, and stays sent: a receipt is one reader's", async () => {
  await inGroup(ida, "Who has the keys?");
  const { id: convId } = await database().conversation.findFirstOrThrow({ where: { workspaceId } });
  const text = { convId, integrationId: channel.integration.id, type: "text", content: "At the desk." };
  const { messageId } = await person.api.ok<{ messageId: string }>(ADD, text);
  const { signal } = new AbortController();
  for (const each of await claimDue()) await deliverMessage(each, signal);
  expect(graph.sent.at(-1)?.body).toMatchObject({ recipient_type: "group", to: GROUP, text: { body: "At the desk." } });
  const sent = await database().message.findFirstOrThrow({ where: { id: messageId } });
  const receipt = { id: sent.externalMessageId, status: "read", timestamp: "1764500000", recipient_type: "group" };
  await channel.bring(whatsappEntry(channel.number, { statuses: [receipt] }));
  expect(await database().message.findFirstOrThrow({ where: { id: messageId } })).toMatchObject({ status: "sent" });
  expect(await database().clientIdentity.findMany({ where: { workspaceId } })).toMatchObject([
    { scope: "group", externalId: GROUP },
  ]);
  const place = { ...text, type: "location", content: '{"latitude":1,"longitude":2}' };
  expect(await person.api.refusal(ADD, place)).toMatchObject({ code: "BAD_INPUT" });
});

test("nothing in it is for an assistant, an opt-out or a rating", async () => {
  await inGroup(ida, "STOP");
  const [conv] = await database().conversation.findMany({ where: { workspaceId } });
  expect(conv).toMatchObject({ aiId: null, ended: false });
  await person.api.ok(END, { convId: conv?.id, integrationId: channel.integration.id });
  expect(await claimDue()).toEqual([]);
});
