import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quote } from "../../say.ts";
import { createAi } from "../create-ai.ts";
import type { Engine, Reply } from "../engine.ts";
import { wordsOfAnswer } from "../figures/words-of-answer.ts";
import { audienceSql, queryAudience } from "../../broadcasts/audience.ts";
import { bulkImportContacts } from "../../clients/bulk-import-contacts.ts";
import { clientOfPhone } from "../../clients/client-identities.ts";
import { importContacts } from "../../clients/import-contacts.ts";
import { database, inTransaction } from "../../db.ts";
import { logEnd, LOG_START, readWorkspaceLog } from "../../events/log.ts";
import { visibleEvent } from "../../conversations/visible-event.ts";
import { startAnswering } from "../../work/handlers/answer-turns.ts";
import { api as apiOf } from "../../testing/api.ts";
import { customerSystem } from "../../testing/custom-channel.ts";
import { createTestMember, testCtx } from "../../testing/factories.ts";
import { credentialsOf, endpoint } from "../../testing/isolation/callers.ts";
import { ENDPOINTS, type Expected } from "../../testing/isolation/endpoints.ts";
import { documentOf, operationsOf, withValue } from "../../testing/isolation/operations.ts";
import { createWorld, neverExisted, type Kind, type World } from "../../testing/isolation/world.ts";
import { openDoors } from "../../testing/doors.ts";
import { modernCaller } from "../../testing/mcp.ts";
import { eventually, startReceiver, type Receiver } from "../../testing/receiver.ts";
import { claimDeliveries } from "../../webhooks/claim-deliveries.ts";
import { createWebhook } from "../../webhooks/create-webhook.ts";
import { deliverWebhook } from "../../webhooks/deliver-webhook.ts";
import { fanOutEvents, prepareFanOut } from "../../webhooks/fan-out.ts";
import { WebhookEvent } from "../../generated/prisma/enums.ts";
import { getPlaygroundChat } from "./get-playground-chat.ts";
import { sayInPlayground } from "./say-in-playground.ts";
import { startPlaygroundChat } from "./start-playground-chat.ts";

// Runs a playground chat next to a real conversation, through the real code path. Its data must appear only in the playground.
const MARK = "quux7f3a";
const QUESTION = `Do you ship to ${MARK}?`;

/** Operations of the playground itself. */
const OWN = ["playgroundChat", "playgroundChats"];
/** The kinds of ids in operations for which the chat has a row. */
const RENAMED = new Set<Kind>(["conv", "client", "integration", "webchat", "whatsapp", "message", "failedMessage"]);

let world: World;
let credentials: Awaited<ReturnType<typeof credentialsOf>>;
let receiver: Receiver;
let convId: string;
/** Data of the chat that must appear nowhere else: its words, and the ids of its rows. */
let traces: string[];
/** The chat's rows, by the kind of id that operations use. */
let rows: Partial<Record<Kind, string>>;

const REPLY: Reply = {
  text: `Yes, we ship to ${MARK}`,
  file: null,
  handover: null,
  end: false,
  tags: ["postage"],
  fields: { name: `Zelda ${MARK}`, email: `zelda@${MARK}.example` },
  isUnanswered: true,
  choices: [],
  trace: {
    passages: [],
    prompt: [{ role: "client", content: QUESTION }],
    raw: `raw ${MARK}`,
    toolCalls: [],
    model: null,
    promptTokens: 5,
    completionTokens: 7,
  },
};
/** Answers first, then hands over. */
const engine: Engine = ({ messages }) =>
  Promise.resolve(
    messages.length === 1 ? REPLY : { ...REPLY, text: null, handover: { reason: quote(`it does not know ${MARK}`) } },
  );

beforeAll(async () => {
  world = await createWorld("real");
  credentials = await credentialsOf(world);
  const { workspaceId, ids } = world;
  const ctx = testCtx(workspaceId);
  const db = database();
  // An online agent who would be next.
  await db.agent.updateMany({ where: { workspaceId }, data: { lastSeenAt: new Date(), isAvailable: true } });
  receiver = await startReceiver();
  for (const event of Object.values(WebhookEvent)) {
    await createWebhook(ctx, { label: event, url: "http://127.0.0.1:9/", event });
  }
  await createWebhook(ctx, { label: "debug", url: receiver.url, event: "ANY_EVENT", debug: true });

  const { id: aiId } = await createAi(ctx, {
    name: "Otto",
    type: "builtIn",
    integrationProperties: {
      gather: ["name", "email"],
      handover: { enabled: true },
      tagging: { enabled: true, tags: ["postage"] },
    },
  });
  await db.integration.update({
    where: { workspaceId_id: { workspaceId, id: ids.integration } },
    data: { properties: { start: "AI", assigneeId: aiId, handover: { message: "A person answers you" } } },
  });
  const phone = await world.testNumber();
  const answering = startAnswering(50, { engineOf: () => engine, timeScale: 0.05 });
  try {
    ({ convId } = await startPlaygroundChat(ctx, { aiId, phone }));
    const isDone = async (lines: number) =>
      eventually(async () => {
        const chat = await getPlaygroundChat(ctx, { convId });
        return !chat.isThinking && (await chat.messages()).length >= lines;
      });
    await sayInPlayground(ctx, { convIds: [convId], content: QUESTION });
    await isDone(2);
    await sayInPlayground(ctx, { convIds: [convId], content: `And ${MARK} by post?` });
    await isDone(4);
  } finally {
    await answering.stop(1_000);
  }

  const conv = await db.conversation.findFirstOrThrow({ where: { id: convId }, include: { messages: true } });
  const answers = await db.assistantAnswer.findMany({ where: { workspaceId, convId } });
  traces = [MARK, convId, conv.clientId, conv.integrationId, ...[...conv.messages, ...answers].map(({ id }) => id)];
  const [line, answer] = conv.messages;
  rows = {
    conv: convId,
    client: conv.clientId,
    integration: conv.integrationId,
    webchat: conv.integrationId,
    whatsapp: conv.integrationId,
    ...(line && answer ? { message: line.id, failedMessage: answer.id } : {}),
  };
}, 60_000);

afterAll(() => receiver.close());

function found(text: string, sent = ""): string[] {
  return traces.filter((trace) => text.includes(trace) && !sent.includes(trace));
}

test("the chat went the whole way: answered, gathered, tagged, handed over to nobody, sent to nobody", async () => {
  const { workspaceId } = world;
  const chat = await getPlaygroundChat(testCtx(workspaceId), { convId });
  expect(chat).toMatchObject({
    ended: false,
    isHandedOver: true,
    isThinking: false,
    clientFields: { name: `Zelda ${MARK}`, email: `zelda@${MARK}.example`, phone: await world.testNumber() },
    tags: ["postage"],
  });
  const answers = await chat.answers();
  expect(answers).toMatchObject([
    { outcome: "answered", isPlayground: true, details: { raw: `raw ${MARK}` } },
    { outcome: "handedOver", isPlayground: true, reason: quote(`it does not know ${MARK}`) },
  ]);
  const [answered] = answers;
  if (!answered) throw new Error("there is an answer");
  expect(await wordsOfAnswer(testCtx(workspaceId), answered)).toEqual({ question: QUESTION, answer: REPLY.text });
  const messages = await chat.messages();
  expect(messages.map(({ isClient, isNote, content }) => [isClient, isNote, content])).toEqual([
    [true, false, QUESTION],
    [false, false, REPLY.text],
    [false, true, "Added the tag postage"],
    [true, false, `And ${MARK} by post?`],
    [false, true, `Handed over to the team, because it does not know ${MARK}`],
    // The handover message of the assistant's channel.
    [false, false, "A person answers you"],
  ]);
  expect(messages[1]?.answerId).toBe(answers[0]?.id);
  const stored = await database().message.findMany({ where: { workspaceId, convId } });
  expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(["delivered"]));
  expect(await database().sendQueue.count({ where: { workspaceId, convId } })).toBe(0);
  expect(await database().tag.count({ where: { workspaceId, tag: "postage" } })).toBe(0);
  expect(await database().agent.count({ where: { workspaceId, lastAssignedAt: { not: null } } })).toBe(0);
  expect(await database().convAssignment.count({ where: { workspaceId, convId, agentId: { not: null } } })).toBe(0);
});

describe.each(ENDPOINTS)("$path", ({ path, schema, expectations }) => {
  const send = endpoint(schema, path);
  const operations = operationsOf(schema);

  test("no query tells anything of it, to anybody", async () => {
    let asked = 0;
    for (const operation of operations.filter(({ isQuery }) => isQuery)) {
      const input = await expectations[operation.name]?.input(world);
      for (const caller of ["OWNER", "AGENT", "workspace key", "agent-linked key"] as const) {
        const variables = { input: { ...input, workspaceId: world.workspaceId } };
        const { text, errors } = await send(credentials[caller], documentOf(operation), variables);
        expect(errors.filter(({ code }) => code === "INTERNAL")).toEqual([]);
        const isOwn = OWN.includes(operation.name) && caller === "OWNER" && operation.name === "playgroundChats";
        if (isOwn) expect(found(text)).toContain(MARK);
        else if (!OWN.includes(operation.name))
          expect([operation.name, caller, found(text)]).toEqual([operation.name, caller, []]);
        asked++;
      }
    }
    console.info(`${path}: ${asked} answers searched for ${traces.length} traces of a chat in the playground`);
  });

  const named = operations
    .filter(({ name }) => !OWN.includes(name))
    .flatMap((operation) =>
      Object.entries(expectations[operation.name]?.ids ?? {})
        .filter(([, [kind, answer]]) => answer !== "free" && RENAMED.has(kind))
        .map(([field, [kind]]) => ({ name: operation.name, field, kind, operation })),
    );

  test.each(named)("$name, $field: the chat's $kind is one that never was", async ({ field, kind, operation }) => {
    const expectation = expectations[operation.name] as Expected;
    const id = rows[kind];
    if (id === undefined) throw new Error(`the chat has no ${kind}`);
    const others = expectation.insteadOf?.[field] ?? [];
    const whole = Object.entries(await expectation.input(world));
    const base = Object.fromEntries(whole.filter(([name]) => !others.includes(name)));
    const ask = async (value: string) => {
      const input = { ...withValue(base, field, value), workspaceId: world.workspaceId };
      const { text } = await send(credentials.OWNER, documentOf(operation), { input });
      expect(found(text, JSON.stringify(input))).toEqual([]);
      return text.replaceAll(value, "<the id>");
    };
    expect(await ask(id)).toBe(await ask(neverExisted(kind)));
  });
});

test("the counts of the inbox, of agents and of contacts are without it", async () => {
  const { workspaceId, api } = world;
  const real = { workspaceId, isPlayground: false };
  const open = await database().conversation.count({ where: { ...real, ended: false } });
  expect(await database().conversation.count({ where: { workspaceId, ended: false } })).toBeGreaterThan(open);
  expect(
    await api.ok("query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { all needsReply } }"),
  ).toEqual({
    all: open,
    needsReply: await database().conversation.count({ where: { ...real, ended: false, needsResponse: true } }),
  });
  const counted = async (name: string, type: string) =>
    (
      await api.ok<{ pageInfo: { count: number } }>(
        `query ($input: ${type}!) { ${name}(input: $input) { pageInfo { count } } }`,
      )
    ).pageInfo.count;
  expect(await counted("clients", "ClientsInput")).toBe(
    await database().client.count({ where: { ...real, deletedAt: null } }),
  );
  expect(await counted("convs", "ConvsInput")).toBe(await database().conversation.count({ where: real }));
  expect(await counted("messages", "MessagesInput")).toBe(
    await database().message.count({ where: { workspaceId, conversation: { isPlayground: false } } }),
  );
});

test("whoever pulls events from the beginning reads nothing of it", async () => {
  const PULL = `query ($input: EventsInput!) {
    events(input: $input) { nodes { event payload } pageInfo { endCursor hasNextPage } } }`;
  type Page = { nodes: object[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
  let after: string | null = null;
  let read = 0;
  for (let hasNext = true; hasNext;) {
    const { nodes, pageInfo }: Page = await world.api.ok<Page>(PULL, { first: 200, after });
    expect(found(JSON.stringify(nodes))).toEqual([]);
    read += nodes.length;
    ({ endCursor: after, hasNextPage: hasNext } = pageInfo);
  }
  expect(read).toBeGreaterThan(0);
});

test("its number leads to no client of it, in an import and in a notification", async () => {
  const { workspaceId } = world;
  const phone = await world.testNumber();
  const ctx = testCtx(workspaceId);
  const fileName = await world.newUpload("import", `name,phone\nIda,${phone}\n`);
  const { jobId } = await bulkImportContacts(ctx, { fileName });
  await importContacts(workspaceId, jobId);
  const [imported, ...more] = await database().client.findMany({
    where: { workspaceId, phone, isPlayground: false },
  });
  expect(more).toEqual([]);
  expect(imported).toMatchObject({ name: "Ida" });
  expect(await database().client.findFirstOrThrow({ where: { id: rows.client ?? "" } })).toMatchObject({
    name: `Zelda ${MARK}`,
    externalClientId: null,
  });
  // A number that exists only in the playground.
  const other = "+48601234569";
  await database().workspaceTestNumber.create({ data: { workspaceId, phone: other, active: true, position: 1 } });
  await startPlaygroundChat(ctx, { aiId: world.ids.assistant, phone: other });
  expect(await inTransaction(ctx, (tx) => clientOfPhone(tx, other))).toMatchObject({
    phone: other,
    isPlayground: false,
  });
});

test("no broadcast counts its client among those it goes to, or those it does not", async () => {
  const { workspaceId, ids } = world;
  const channel = await database().integration.findFirstOrThrow({ where: { workspaceId, id: ids.whatsapp } });
  const everybody = {
    ...{ clientIds: [], clientTags: [], clientStageId: null, country: null },
    ...{ segmentId: null, excludeSegmentIds: [], retryOfId: null, templateName: "hello" },
  };
  const audience = await queryAudience<{ id: string }>(await audienceSql(testCtx(workspaceId), everybody, channel));
  const meant = audience.map(({ id }) => id);
  expect(meant).toContain(ids.client);
  expect(meant).not.toContain(rows.client);
});

test("the outside has no way in: its channel is none to the ingress", async () => {
  const { status } = await customerSystem(rows.integration ?? "", "").send({
    content: "Hello",
    type: "text",
    senderId: "x",
  });
  expect(status).toBe(404);
});

test("model-context tools do not find it", async () => {
  const doors = await openDoors();
  const caller = await modernCaller(doors.mcp, {
    authorization: world.apiKey,
    "x-workspace-id": String(world.workspaceId),
  });
  try {
    for (const tool of ["list_conversations", "list_messages", "search_clients"]) {
      expect([tool, found(JSON.stringify(await caller.ok(tool)))]).toEqual([tool, []]);
    }
    expect(await caller.refusal("get_conversation", { convId })).toMatchObject({ code: "NOT_FOUND" });
    expect(await caller.refusal("send_message", { convId, content: "Hello" })).toMatchObject({ code: "NOT_FOUND" });
  } finally {
    await caller.close();
    await doors.close();
  }
});

test("the live stream tells it only to those who may open the playground, and as what it is", async () => {
  const { workspaceId } = world;
  const logged = await readWorkspaceLog(workspaceId, LOG_START, await logEnd(), 5_000);
  const about = logged?.filter((event) => event.convId === convId || event.clientId === rows.client) ?? [];
  expect(about.length).toBeGreaterThan(8);
  expect(about.filter(({ isDebug }) => !isDebug)).toEqual([]);
  const ctxOf = async (role: "ADMIN" | "AGENT_PLUS") =>
    testCtx(workspaceId, (await createTestMember(workspaceId, role)).actor);
  const [admin, agent] = [await ctxOf("ADMIN"), await ctxOf("AGENT_PLUS")];
  expect(about.map((event) => visibleEvent(agent, event)).filter((change) => change !== null)).toEqual([]);
  const told = about.flatMap((event) => visibleEvent(admin, event) ?? []);
  expect(new Set(told.map(({ isPlayground, gone }) => `${String(isPlayground)} ${gone}`))).toEqual(
    new Set(["true false"]),
  );
  const real = logged?.find((event) => event.convId === world.ids.conv || event.name === "WORKSPACE_CHANGED");
  expect(real && visibleEvent(admin, real)).not.toHaveProperty("isPlayground");
});

test("subscribers hear nothing of it, but for an ANY_EVENT webhook that asks, whose payloads say so", async () => {
  const { workspaceId, ids } = world;
  await customerSystem(ids.integration).text("a real customer", "A real message");
  await prepareFanOut();
  await eventually(async () => {
    const { read, isBehind } = await fanOutEvents(500);
    return read === 0 && !isBehind;
  });
  const deliveries = await database().webhookDelivery.findMany({
    where: { workspaceId, state: "pending" },
    include: { webhook: true, event: { select: { payload: true, isDebug: true } } },
  });
  const others = deliveries.filter(({ webhook }) => !webhook.debug);
  expect(new Set(others.map(({ webhook }) => webhook.label))).toContain("INCOMING_MESSAGE");
  expect(found(JSON.stringify(others.map(({ event }) => event)))).toEqual([]);

  await database().webhook.updateMany({ where: { workspaceId, debug: false }, data: { active: false } });
  const mine = deliveries.filter(({ webhook }) => webhook.debug).length;
  await eventually(async () => {
    const claimed = await claimDeliveries(new Map(), 50);
    await Promise.all(claimed.map((delivery) => deliverWebhook(delivery, AbortSignal.timeout(10_000))));
    return receiver.received.length >= mine;
  });
  type Body = { event: string; debug?: boolean; content?: string; conversationId?: string };
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Body);
  const played = bodies.filter((body) => found(JSON.stringify(body)).length > 0);
  expect(new Set(played.map(({ event }) => event))).toEqual(
    new Set(["NEW_CLIENT", "NEW_CONV", "INCOMING_MESSAGE", "OUTGOING_MESSAGE", "MESSAGE_UPDATED", "CLIENT_UPDATED"]),
  );
  expect(played.filter(({ debug }) => debug !== true)).toEqual([]);
  const real = bodies.filter(({ content }) => content === "A real message");
  expect(real.map(({ event }) => event)).toContain("INCOMING_MESSAGE");
  for (const body of real) expect(body).not.toHaveProperty("debug");
});

test("debug is for webhooks of ANY_EVENT, and ends when one turns to another event", async () => {
  const { workspaceId, apiKey } = world;
  const api = apiOf({ key: apiKey }, workspaceId);
  const CREATE = "mutation ($input: WebhookCreateInput!) { createWebhook(input: $input) { id debug } }";
  const PATCH = "mutation ($input: WebhookPatchInput!) { patchWebhook(input: $input) { id event debug } }";
  const hook = { label: "Hook", url: "http://127.0.0.1:9/" };
  expect(await api.refusal(CREATE, { ...hook, event: "NEW_CONV", debug: true })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.debug"],
  });
  const { id, debug } = await api.ok<{ id: string; debug: boolean }>(CREATE, { ...hook, event: "ANY_EVENT" });
  expect(debug).toBe(false);
  expect(await api.ok(PATCH, { id, debug: true })).toMatchObject({ debug: true });
  expect(await api.ok(PATCH, { id, label: "Renamed" })).toMatchObject({ debug: true });
  expect(await api.ok(PATCH, { id, event: "NEW_CONV" })).toEqual({ id, event: "NEW_CONV", debug: false });
  expect(await api.refusal(PATCH, { id, debug: true })).toMatchObject({ paths: ["input.debug"] });
  expect(await api.refusal(PATCH, { id, debug: null })).toMatchObject({ paths: ["input.debug"] });
});

test("what a database constraint says: a conversation of the playground is never an agent's", async () => {
  const { workspaceId, ids } = world;
  const give = inTransaction(testCtx(workspaceId), (tx) =>
    tx.db.conversation.update({
      where: { workspaceId_id: { workspaceId, id: convId } },
      data: { assigneeId: ids.agent },
    }),
  );
  await expect(give).rejects.toThrow("Conversation_playground_is_nobodys");
});
