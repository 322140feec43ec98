import { NIL } from "uuid";
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { logEnd, readWorkspaceLog } from "../events/log.ts";
import { subscribe } from "../events/stream.ts";
import { WebhookEvent } from "../generated/prisma/enums.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";

const POLL_MS = 30;
const SEND = `mutation ($input: TestEventSendInput!) { sendTestEvent(input: $input) { id webhookId event state attempts payload } }`;
const CREATE = `mutation ($input: WebhookCreateInput!) { createWebhook(input: $input) { id secret } }`;
const PATCH = `mutation ($input: WebhookPatchInput!) { patchWebhook(input: $input) { id } }`;

type Made = { id: string; secret: string };
type Sent = { id: string; webhookId: string; event: string; state: string; payload: Record<string, unknown> };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let running: { stop: (graceMs: number) => Promise<void> }[] = [];
let receivers: Receiver[] = [];

beforeEach(async () => {
  workspace = await createTestWorkspace();
});
afterEach(async () => {
  await Promise.all(running.map((part) => part.stop(5_000)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().webhook.updateMany({ data: { active: false } });
  running = [];
  receivers = [];
});

async function work(): Promise<void> {
  running.push(await startFanOut(POLL_MS), startDelivering(POLL_MS, 1));
}

async function subscriber(event: string, answer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const input = { label: "CRM", url: receiver.url, event, headers: { "x-shop": "7" } };
  return { receiver, webhook: await workspace.api.ok<Made>(CREATE, input) };
}

const send = ({ id }: Made) => workspace.api.ok<Sent>(SEND, { webhookId: id });
const verify = ({ secret }: Made, content: string, { headers }: Received) =>
  new Verifier(secret).verify(content, headers as Record<string, string>, { jsonParse: false });

/** The fields that contract.md gives each event; referral fields exist only with a referral. */
const CONV_FIELDS =
  "event workspaceId type content messageId integrationId integrationType externalClientId isAgent conversationId clientId createdAt";
const CLIENT_FIELDS =
  "event workspaceId id email name surname phone address city country avatarUrl externalClientId tags stageId createdAt patchedAt";
const FIELDS: Record<string, string> = {
  INCOMING_MESSAGE: CONV_FIELDS,
  OUTGOING_MESSAGE: CONV_FIELDS,
  NEW_CONV: `${CONV_FIELDS} dormant`,
  ENDING_CONV: CONV_FIELDS,
  NEW_CLIENT: `${CLIENT_FIELDS} integrationId integrationType`,
  CLIENT_UPDATED: CLIENT_FIELDS,
  MESSAGE_UPDATED:
    "event workspaceId integrationId integrationType status externalMessageId externalConversationId messageId conversationId clientId createdAt",
};

test.each(Object.values(WebhookEvent).filter((event) => event !== "MESSAGE_UPDATED_SMPP"))(
  "a webhook of %s gets its event with debug: true, signed, with its headers, in its log",
  async (chosen) => {
    const { receiver, webhook } = await subscriber(chosen);
    const event = chosen === "ANY_EVENT" ? "INCOMING_MESSAGE" : chosen;
    const sent = await send(webhook);
    expect(sent).toMatchObject({ webhookId: webhook.id, event, state: "pending", payload: { event, debug: true } });
    await work();
    const [request] = await receiver.arrived(1);
    expect(request).toMatchObject({ method: "POST", headers: { "x-shop": "7", "content-type": "application/json" } });
    verify(webhook, request!.body, request!);
    const body = JSON.parse(request!.body) as Record<string, unknown>;
    expect(body).toEqual(sent.payload);
    expect(body.workspaceId).toBe(workspace.workspaceId);
    expect(Object.keys(body).sort()).toEqual([...(FIELDS[event] ?? "").split(" "), "debug", "seq"].sort());
    const ids = Object.entries(body).filter(([name]) =>
      /^(id|(integration|message|conversation|client)Id)$/.test(name),
    );
    expect(ids.length).toBeGreaterThan(0);
    for (const [, id] of ids) expect(id).toBe(NIL);
    await eventually(async () => (await deliveryOf(sent)).state === "delivered");
    expect(await deliveryOf(sent)).toMatchObject({ attempts: 1, responseStatus: 200, webhookId: webhook.id });
    const { eventId } = await deliveryOf(sent);
    expect(request?.headers["webhook-id"]).toBe(`msg_${eventId}`);
  },
);

test("a webhook of the SMPP receipts gets the GET with message_id and status alone, signed over the query", async () => {
  const { receiver, webhook } = await subscriber("MESSAGE_UPDATED_SMPP");
  await work();
  expect(await send(webhook)).toMatchObject({ event: "MESSAGE_UPDATED_SMPP", payload: { debug: true } });
  const [request] = await receiver.arrived(1);
  expect(request).toMatchObject({ method: "GET", body: "" });
  const query = request!.path.split("?")[1] ?? "";
  expect([...new URLSearchParams(query)]).toEqual([
    ["message_id", NIL],
    ["status", "DELIVRD"],
  ]);
  verify(webhook, query, request!);
});

test("no other webhook, no stream and no pull hears of it; what happens beside it is heard", async () => {
  const tested = await subscriber("ANY_EVENT");
  const others = [await subscriber("ANY_EVENT"), await subscriber("INCOMING_MESSAGE")];
  const start = await logEnd();
  const heard: string[] = [];
  const live = await subscribe(workspace.workspaceId, (events) => heard.push(...events.map(({ name }) => name)));
  await Promise.all([work(), work()]);
  await Promise.all(Array.from({ length: 5 }, () => send(tested.webhook)));
  const payload = { event: "INCOMING_MESSAGE", index: 1 };
  await inTransaction(workspace.ctx, (tx) => emit(tx, { name: "INCOMING_MESSAGE", payload }));
  for (const { receiver } of others) await receiver.arrived(1);
  await tested.receiver.arrived(6);
  await eventually(() => heard.includes("INCOMING_MESSAGE"));
  await new Promise((wait) => setTimeout(wait, 10 * POLL_MS));
  live.stop();
  const happened = { workspaceId: workspace.workspaceId, name: "INCOMING_MESSAGE", isTest: false };
  const seq = Number((await database().event.findFirstOrThrow({ where: happened })).seq);
  for (const { receiver } of others)
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ ...payload, seq }]);
  expect(tested.receiver.received).toHaveLength(6);
  expect(new Set(tested.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(6);
  // The test event would also be an INCOMING_MESSAGE here; only the real one arrives.
  const isOne = (name: string) => name === "INCOMING_MESSAGE";
  expect(heard.filter(isOne)).toHaveLength(1);
  const missed = await readWorkspaceLog(workspace.workspaceId, start, await logEnd(), 100);
  expect(missed?.filter(({ name }) => isOne(name))).toHaveLength(1);
  const pulled = await workspace.api.ok<{ nodes: unknown[] }>(
    "query ($input: EventsInput!) { events(input: $input) { nodes { payload } } }",
  );
  expect(pulled.nodes).toEqual([{ payload: { ...payload, seq } }]);
});

test("one that fails is tried again like any other", async () => {
  const { webhook } = await subscriber("NEW_CONV", (_, response) => response.writeHead(500).end());
  await work();
  const sent = await send(webhook);
  await eventually(async () => (await deliveryOf(sent)).attempts === 1);
  expect(await deliveryOf(sent)).toMatchObject({ state: "pending", error: "Answered 500" });
});

test("is refused for a webhook that is off, deleted or another workspace's, and below admin; it is on the record", async () => {
  const other = await createTestWorkspace();
  const input = { label: "CRM", url: "http://127.0.0.1:9/", event: "NEW_CONV" };
  const theirs = await other.api.ok<Made>(CREATE, input);
  const mine = await workspace.api.ok<Made>(CREATE, input);
  const plus = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
  expect((await plus.api.refusal(SEND, { webhookId: mine.id })).code).toBe("FORBIDDEN_ROLE");
  expect(await workspace.api.refusal(SEND, { webhookId: theirs.id })).toMatchObject({
    code: "NOT_FOUND",
    message: "Webhook not found",
  });
  await workspace.api.ok(PATCH, { id: mine.id, active: false });
  expect(await workspace.api.refusal(SEND, { webhookId: mine.id })).toEqual({
    code: "CONFLICT",
    message: "This webhook is switched off; switch it on, then send a test event",
    paths: [],
  });
  expect(await database().webhookDelivery.count({ where: { webhookId: { in: [theirs.id, mine.id] } } })).toBe(0);
  await workspace.api.ok(PATCH, { id: mine.id, active: true });
  const sent = await send(mine);
  expect(
    await database().auditEntry.findMany({
      where: { action: "sendTestEvent", workspaceId: workspace.workspaceId, refusal: null },
    }),
  ).toMatchObject([{ targetId: mine.id, after: { event: "NEW_CONV", deliveryId: sent.id } }]);
});

function deliveryOf({ id }: Sent) {
  return database().webhookDelivery.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId, id } });
}
