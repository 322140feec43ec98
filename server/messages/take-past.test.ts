import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { whatsappContacts, whatsappEntry, whatsappHistory, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { PastMessage } from "../channels/inbound.ts";
import { createTurns } from "../conversations/turns.ts";
import { createAi } from "../assistants/create-ai.ts";
import { database } from "../db.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { createMetaChannel } from "../testing/meta-channel.ts";
import { Later } from "./not-yet.ts";
import { takePast } from "./take-past.ts";

const CHANNEL = "query ($input: IntegrationsInput!) { integrations(input: $input) { nodes { historyProgress } } }";
const DAY_MS = 86_400_000;

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
  channel = await createMetaChannel(workspaceId, "WHATSAPP", { start: "AI", assigneeId: ai.id });
  graph.addNumber({ ...channel.number, accessToken: "EAAG", isInApp: true });
});

const phone = "4790000555";
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const daysAgo = (count: number) => new Date(NOW - count * DAY_MS);
const text = (id: string, body: string, at: Date, more: object = {}) => ({
  ...{ id: `wamid.${id}`, type: "text", text: { body }, at },
  ...more,
});
const messages = () => database().message.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
const progress = async () =>
  (await person.api.ok<{ nodes: { historyProgress: number | null }[] }>(CHANNEL, {})).nodes[0]?.historyProgress;

test("what was written in WhatsApp's app comes in silently, at its own time, in a conversation that has ended", async () => {
  await channel.bring(
    whatsappHistory(channel.number, phone, [
      text("3", "Thanks!", daysAgo(28)),
      text("1", "Do you repair boots?", daysAgo(30)),
      text("2", "We do.", daysAgo(29), { isOurs: true, status: "PLAYED" }),
      { id: "wamid.4", type: "media_placeholder", at: daysAgo(27) },
    ]),
  );
  expect(await messages()).toMatchObject([
    { content: "Do you repair boots?", isAgent: false, status: "delivered", providerAt: daysAgo(30) },
    { content: "We do.", isAgent: true, sentElsewhere: true, status: "played", providerAt: daysAgo(29) },
    { content: "Thanks!", providerAt: daysAgo(28) },
    { content: "[A file that stayed in WhatsApp's app]" },
  ]);
  const [conv, ...others] = await database().conversation.findMany({ where: { workspaceId } });
  expect(others).toEqual([]);
  expect(conv).toMatchObject({
    ended: true,
    assigneeId: null,
    aiId: null,
    needsResponse: false,
    createdAt: daysAgo(30),
  });
  expect((conv?.endedAt?.getTime() ?? 0) - daysAgo(27).getTime()).toBeLessThan(100);
  expect(await database().client.findMany({ where: { workspaceId } })).toMatchObject([
    { name: null, phone: `+${phone}` },
  ]);
  const told = await database().event.findMany({ where: { workspaceId }, select: { name: true } });
  expect(told.map(({ name }) => name).filter((name) => !/_CHANGED$/.test(name))).toEqual([]);
  expect(await progress()).toBe(100);
});

test("parts come in any order and more than once, and the contact's next message opens a conversation", async () => {
  const later = [text("3", "Thanks!", daysAgo(2))];
  const earlier = [text("1", "Do you repair boots?", daysAgo(30)), text("2", "We do.", daysAgo(29), { isOurs: true })];
  await channel.bring(whatsappHistory(channel.number, phone, later, 40));
  expect(await progress()).toBe(40);
  await channel.bring(whatsappHistory(channel.number, phone, earlier, 80));
  await channel.bring(whatsappHistory(channel.number, phone, [...later, ...earlier], 60));
  expect(await progress()).toBe(80);
  expect((await messages()).map(({ content }) => content)).toEqual(["Do you repair boots?", "We do.", "Thanks!"]);
  const ida = { waId: phone, name: "Ida Lund" };
  await channel.bring(whatsappEntry(channel.number, whatsappMessage(ida, { type: "text", text: { body: "Hello" } })));
  const open = await database().conversation.findMany({ where: { workspaceId, ended: false } });
  expect(open).toHaveLength(1);
  expect(await database().client.count({ where: { workspaceId } })).toBe(1);
});

test("two hundred and fifty messages of one contact keep their order", async () => {
  const many = Array.from({ length: 250 }, (_, index) =>
    text(`m${index}`, `${index}`, new Date(daysAgo(9).getTime() + index * 1_000)),
  );
  await channel.bring(whatsappHistory(channel.number, phone, [...many.toReversed(), ...many]));
  expect(await database().conversation.count({ where: { workspaceId } })).toBe(1);
  expect((await messages()).map(({ content }) => Number(content))).toEqual(many.map((_, index) => index));
});

test("history that takes too long at once is continued later", async () => {
  const some = uuidv7();
  const integration = await database().integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: channel.integration.id } },
  });
  const threads = Array.from({ length: 3 }, (_, index): PastMessage[] => [
    {
      ...{ senderId: `4790000000${index}`, externalMessageId: `wamid.${some}${index}`, externalConversationId: null },
      ...{ type: "text", content: "Hello", profile: {}, replyTo: null, providerAt: daysAgo(3) },
      ...{ identities: [{ scope: "phone", externalId: `4790000000${index}` }], isAgent: false, status: "delivered" },
    },
  ]);
  const take = (until: number) =>
    takePast(
      systemCtx(workspaceId, "test"),
      integration,
      { threads, progress: 100 },
      {
        inTurn: createTurns(1),
        signal: new AbortController().signal,
        until,
      },
    );
  await expect(take(performance.now())).rejects.toThrow(Later);
  expect(await progress()).toBeNull();
  await take(Infinity);
  expect(await messages()).toHaveLength(3);
  expect(await progress()).toBe(100);
});

test("a contact whose number is hidden is known by their id, and what is not from the number is theirs", async () => {
  const id = "NO.7XhJk2mQpR4tUvWxYz01";
  const said = { id: "wamid.h", type: "text", text: { body: "Hello" }, timestamp: "1764500000", history_context: {} };
  const history = [{ metadata: { progress: 5 }, threads: [{ id, messages: [said] }] }];
  await channel.bring(whatsappEntry(channel.number, { history }, "history"));
  expect(await messages()).toMatchObject([{ content: "Hello", isAgent: false }]);
  expect(await database().clientIdentity.findMany({ where: { workspaceId } })).toMatchObject([
    { scope: "bsuid", externalId: id },
  ]);
});

test("a business that refused to share it changes nothing", async () => {
  const errors = [{ code: 2593109, title: "History sync is turned off by the business" }];
  await channel.bring(whatsappEntry(channel.number, { history: [{ errors }] }, "history"));
  expect(await messages()).toEqual([]);
  expect(await progress()).toBeNull();
});

test("the names in the app's address book are asked for once all has come, and become those of who has none", async () => {
  const asked = () => graph.calls.filter(({ path }) => path === `${channel.number.phoneNumberId}/smb_app_data`);
  const names = async () =>
    (await database().client.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } })).map(
      ({ name }) => name,
    );
  const [live, other] = ["4790000777", "4790000888"];
  await channel.bring(
    whatsappEntry(
      channel.number,
      whatsappMessage({ waId: live, userId: "NO.1", name: "" }, { type: "text", text: { body: "Hi" } }),
    ),
  );
  const brought = (id: string, percent: number) =>
    channel.bring(whatsappHistory(channel.number, phone, [text(id, "Hello", daysAgo(3))], percent));
  await brought("1", 60);
  expect(asked()).toEqual([]);
  await brought("2", 100);
  await brought("3", 100);
  expect(asked()).toMatchObject([{ body: { sync_type: "smb_app_state_sync" }, status: 200 }]);
  expect(await names()).toEqual([`+${live}`, null]);
  const events = await database().event.count({ where: { workspaceId } });
  await channel.bring(
    whatsappContacts(channel.number, [
      { phone: `+${phone}`, name: "Ida Lund" },
      { phone: live, name: "Per Dal" },
      { phone: other, name: "Nobody here" },
    ]),
  );
  expect(await names()).toEqual(["Per Dal", "Ida Lund"]);
  // A name is set once, and one that is removed from the address book stays.
  await channel.bring(whatsappContacts(channel.number, [{ phone, name: "Someone else" }]));
  await channel.bring(whatsappContacts(channel.number, [{ phone: live, name: "Per Dal", action: "remove" }]));
  expect(await names()).toEqual(["Per Dal", "Ida Lund"]);
  const webhooks = await database().event.findMany({ where: { workspaceId }, skip: events });
  expect(webhooks.map(({ name }) => name)).not.toContain("CLIENT_UPDATED");
});

test("an address book of more names than fit into one statement is taken whole", async () => {
  const ids = Array.from({ length: 1_200 }, () => uuidv7());
  const numberOf = (index: number) => `47900${String(10_000 + index)}`;
  await database().client.createMany({
    data: ids.map((id, index) => ({ workspaceId, id, externalClientId: numberOf(index) })),
  });
  await database().clientIdentity.createMany({
    data: ids.map((clientId, index) => ({ workspaceId, clientId, scope: "phone", externalId: numberOf(index) })),
  });
  const book = ids.map((_, index) => ({ phone: numberOf(index), name: `Name ${index}` }));
  await channel.bring(whatsappContacts(channel.number, [...book, { phone: numberOf(7), name: "Too late" }]));
  const clients = await database().client.findMany({ where: { workspaceId }, select: { id: true, name: true } });
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  expect(ids.map((id) => names.get(id))).toEqual(book.map(({ name }) => name));
});

test("where the names are refused, the history is complete all the same", async () => {
  graph.fail("undeliverable");
  await channel.bring(whatsappHistory(channel.number, phone, [text("1", "Hello", daysAgo(3))], 100));
  expect(await progress()).toBe(100);
});
