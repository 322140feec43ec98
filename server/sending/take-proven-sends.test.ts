import { beforeEach, describe, expect, test } from "vitest";
import type { SendResult } from "../channels/channel.ts";
import { database } from "../db.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import { quote } from "../say.ts";
import { claimDue } from "../testing/claim-due.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { creditFacts, gateway } from "../testing/gateway.ts";
import { addMessage } from "../messages/add-message.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { settleSend } from "./send-outcome.ts";
import { settleTogether } from "./settle-together.ts";
import { updateMessageStatuses } from "./update-message-status.ts";

// If the response to a send is lost, our own id links the message to its provider's later reports.

const UNKNOWN: SendResult = { outcome: "unknown", error: quote("No answer came"), responseStatus: null };
const TAKEN = { outcome: "accepted", externalMessageId: "wamid.1", responseStatus: 200 } as const satisfies SendResult;

let workspaceId: number;
let apiKey: string;
let integrationId: string;
beforeEach(async () => {
  await database().sendQueue.deleteMany();
  ({ workspaceId, apiKey } = await createTestWorkspace({ plan: "GATEWAY", credits: 5 }));
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});

async function accepted(externalClientId = "customer-1"): Promise<string> {
  const input = { workspaceId, integrationId, externalClientId, content: "Code 1234" };
  return (await gateway(apiKey).send(input)).body.messageId;
}
async function claim(): Promise<ClaimedSend> {
  const [send] = await claimDue();
  if (!send) throw new Error("nothing to claim");
  return send;
}
const report = (messageId: string | null, status: MessageStatus, externalMessageId = "wamid.1", error?: string) => ({
  messageId,
  externalMessageId,
  status,
  at: null,
  error: error === undefined ? null : quote(error),
});
const told = (...reports: ReturnType<typeof report>[]) =>
  updateMessageStatuses(testCtx(workspaceId), integrationId, reports);
const messageOf = (id: string) =>
  database().message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
    include: { queued: true, attempts: { orderBy: { attemptNo: "asc" } } },
  });
const updatesOf = async (messageId: string) =>
  (
    await database().event.findMany({
      where: { workspaceId, messageId, name: "MESSAGE_UPDATED" },
      orderBy: { seq: "asc" },
    })
  ).map(({ payload }) => (payload as { status: string }).status);
const makeDue = () =>
  database().sendQueue.updateMany({ data: { nextAttemptAt: new Date(Date.now() - 1_000), leaseUntil: null } });

describe("a report by our own id", () => {
  test("after an unknown outcome: the message is sent, its attempt too, it costs its credit, and nothing is sent again", async () => {
    const id = await accepted();
    await settleSend(await claim(), UNKNOWN);
    expect(await messageOf(id)).toMatchObject({ status: "pending", queued: { attemptNo: 1 } });
    await told(report(id, "sent"));
    expect(await messageOf(id)).toMatchObject({
      status: "sent",
      externalMessageId: "wamid.1",
      queued: null,
      attempts: [{ attemptNo: 1, outcome: "accepted", externalMessageId: "wamid.1", error: null }],
    });
    await makeDue();
    expect(await claimDue()).toEqual([]);
    expect(await creditFacts(workspaceId)).toMatchObject({ balance: 4, reserved: 0, settled: 1 });
    await told(report(id, "delivered"), report(id, "delivered"), report(null, "read"));
    expect(await updatesOf(id)).toEqual(["sent", "delivered", "read"]);
  });

  test("that it failed later is its outcome, too", async () => {
    const id = await accepted();
    await settleSend(await claim(), UNKNOWN);
    await told(report(id, "failed", "wamid.1", "Not on WhatsApp"));
    expect(await messageOf(id)).toMatchObject({ status: "failed", error: "Not on WhatsApp", queued: null });
    expect(await creditFacts(workspaceId)).toMatchObject({ balance: 4, reserved: 0, settled: 1 });
  });

  test.each<[string, SendResult]>([
    ["no answer", UNKNOWN],
    ["an answer to wait", { outcome: "retry", error: quote("busy"), responseStatus: 503 }],
    ["a refusal", { outcome: "refused", error: quote("no"), responseStatus: 400 }],
    ["the same answer", TAKEN],
  ])("before the send's own answer, which then changes nothing: %s", async (_, result) => {
    const id = await accepted();
    const send = await claim();
    await told(report(id, "delivered"));
    await settleSend(send, result);
    const { attempts, ...message } = await messageOf(id);
    expect(message).toMatchObject({ status: "delivered", externalMessageId: "wamid.1", error: null, queued: null });
    expect(attempts).toMatchObject([{ outcome: "accepted", externalMessageId: "wamid.1" }]);
    expect(await updatesOf(id)).toEqual(["delivered"]);
    expect(await creditFacts(workspaceId)).toMatchObject({ balance: 4, reserved: 0, settled: 1 });
  });

  test("of another channel, of nobody's message or of no id at all raises nothing", async () => {
    const id = await accepted();
    const other = await createTestIntegration(workspaceId);
    await updateMessageStatuses(testCtx(workspaceId), other.id, [report(id, "read")]);
    const stranger = await createTestWorkspace();
    const theirs = await createTestIntegration(stranger.workspaceId);
    await updateMessageStatuses(testCtx(stranger.workspaceId), theirs.id, [report(id, "read")]);
    await told(report("another system's", "read", "x"), report("0190a1b2-0000-7000-8000-000000000009", "read", "y"));
    expect(await messageOf(id)).toMatchObject({ status: "pending", queued: { attemptNo: 0 } });
    const parked = await database().parkedStatus.findMany({
      where: { workspaceId: { in: [workspaceId, stranger.workspaceId] } },
    });
    expect(parked).toHaveLength(4);
  });

  test("a message that went out twice has its first id, and is raised by both", async () => {
    const id = await accepted();
    await settleSend(await claim(), UNKNOWN);
    await makeDue();
    await settleSend(await claim(), { ...TAKEN, externalMessageId: "wamid.2" });
    await told(report(id, "sent", "wamid.1"), report(id, "delivered", "wamid.1"));
    expect(await messageOf(id)).toMatchObject({ status: "delivered", externalMessageId: "wamid.2" });
    await told(report(id, "read", "wamid.2"));
    expect(await updatesOf(id)).toEqual(["sent", "delivered", "read"]);
  });

  test("that names another message's external id takes it from nobody, and stops no other report", async () => {
    const [first, second, third] = [await accepted("a"), await accepted("b"), await accepted("c")];
    const sends = await claimDue();
    for (const send of sends) if (send.messageId === first) await settleSend(send, TAKEN);
    await told(report(second, "sent", "wamid.1"), report(third, "sent", "wamid.3"));
    expect(await messageOf(first)).toMatchObject({ status: "sent", externalMessageId: "wamid.1" });
    expect(await messageOf(second)).toMatchObject({ status: "sent", externalMessageId: null });
    expect(await messageOf(third)).toMatchObject({ status: "sent", externalMessageId: "wamid.3" });
  });
});

test("three hundred reports of one call: each change once, in order, whoever stores the answers at the same moment", async () => {
  await database().workspace.update({ where: { id: workspaceId }, data: { plan: "PREMIUM" } });
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) {
    const { id: clientId } = await createTestClient(workspaceId);
    const { id: convId } = await createTestConv(workspaceId, { integrationId, clientId });
    const { id } = await addMessage(
      { ...testCtx(workspaceId), now: new Date() },
      { convId, content: "Hi", type: "text" },
    );
    ids.push(id);
  }
  const sends = await claimDue();
  expect(sends).toHaveLength(60);
  const all = (["sent", "delivered", "sent", "read", "delivered"] as const).flatMap((status) =>
    ids.map((id) => report(id, status, `wamid.${id}`)),
  );
  const answers = sends.map((send) =>
    settleTogether({ send, result: { ...TAKEN, externalMessageId: `wamid.${send.messageId}` } }),
  );
  await Promise.all([told(...all), told(...all.toReversed()), ...answers]);
  const messages = await database().message.findMany({ where: { workspaceId, id: { in: ids } } });
  expect(new Set(messages.map(({ status }) => status))).toEqual(new Set(["read"]));
  expect(messages.every(({ id, externalMessageId }) => externalMessageId === `wamid.${id}`)).toBe(true);
  expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
  for (const id of ids) {
    const updates = await updatesOf(id);
    expect(updates.at(-1)).toBe("read");
    expect(new Set(updates).size).toBe(updates.length);
  }
});

describe("the name under which the provider knows the client", () => {
  const settled = async (externalId: string, together = false) => {
    const id = await accepted(`customer-${externalId}`);
    const send = (await claimDue()).find(({ messageId }) => messageId === id);
    if (!send) throw new Error("not claimed");
    const result = { ...TAKEN, externalMessageId: `wamid.${id}`, recipient: { scope: "phone", externalId } };
    if (together) await settleTogether({ send, result });
    else await settleSend(send, result);
    return send.clientId;
  };
  const ownerOf = async (externalId: string) =>
    (await database().clientIdentity.findFirst({ where: { workspaceId, scope: "phone", externalId } }))?.clientId ??
    null;

  test.each([false, true])("is theirs from then on (stored together: %s)", async (together) => {
    const clientId = await settled("551187654321", together);
    expect(await ownerOf("551187654321")).toBe(clientId);
    expect(await messageStatuses()).toEqual(["sent"]);
  });

  test("brings their answer into the conversation that was written in", async () => {
    const clientId = await settled("551187654321");
    const integration = await database().integration.update({
      where: { workspaceId_id: { workspaceId, id: integrationId } },
      data: { type: "WA_GATEWAY" },
    });
    await receiveMessage(testCtx(workspaceId), integration, {
      senderId: "551187654321",
      externalMessageId: "wamid.IN",
      externalConversationId: null,
      type: "text",
      content: "Thanks",
      profile: { name: "Rui", phone: "+551187654321" },
      replyTo: null,
      providerAt: null,
      identities: [
        { scope: "bsuid", externalId: "BR.7Xk29" },
        { scope: "phone", externalId: "551187654321" },
      ],
    });
    const messages = await database().message.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } });
    expect(messages.map(({ content }) => content)).toEqual(["Code 1234", "Thanks"]);
    expect(new Set(messages.map((message) => message.clientId))).toEqual(new Set([clientId]));
    expect(new Set(messages.map(({ convId }) => convId)).size).toBe(1);
    expect(await database().client.count({ where: { workspaceId } })).toBe(1);
  });

  test("is not taken from somebody who has it, by their identity, number or id", async () => {
    const holder = await createTestClient(workspaceId);
    await database().clientIdentity.create({
      data: { workspaceId, clientId: holder.id, scope: "phone", externalId: "+551187654321" },
    });
    await settled("551187654321");
    expect(await ownerOf("551187654321")).toBeNull();
    expect(await ownerOf("+551187654321")).toBe(holder.id);
    await createTestClient(workspaceId, { phone: "+5511912345678" });
    await settled("5511912345678");
    expect(await ownerOf("5511912345678")).toBeNull();
    await createTestClient(workspaceId, { externalClientId: "5491123456789" });
    await settled("5491123456789");
    expect(await ownerOf("5491123456789")).toBeNull();
  });

  async function messageStatuses(): Promise<string[]> {
    const found = await database().message.findMany({ where: { workspaceId }, select: { status: true } });
    return found.map(({ status }) => status);
  }
});

describe("a provider that takes nothing of a channel for a while", () => {
  const limit = (seconds: number): SendResult => ({
    outcome: "retry",
    error: quote("Too many requests"),
    responseStatus: 429,
    retryAfterSeconds: seconds,
    pausesChannel: true,
  });
  const pausedFor = async () => {
    const { pausedUntil } = await database().channelPace.findFirstOrThrow({ where: { workspaceId, integrationId } });
    return Math.round(((pausedUntil?.getTime() ?? 0) - Date.now()) / 1_000);
  };

  test("is asked for nothing more until then, and another channel goes on", async () => {
    await accepted("a");
    const send = await claim();
    await accepted("b");
    await settleSend(send, limit(60));
    expect(await pausedFor()).toBeGreaterThan(55);
    expect(await claimDue()).toEqual([]);
    const other = await createTestIntegration(workspaceId);
    await gateway(apiKey).send({ workspaceId, integrationId: other.id, externalClientId: "c", content: "Hi" });
    expect(await claimDue()).toMatchObject([{ integration: { id: other.id } }]);
    await database().channelPace.updateMany({ where: { workspaceId }, data: { pausedUntil: new Date() } });
    expect(await claimDue()).toHaveLength(1);
  });

  test("is asked again after five minutes at the latest; a shorter pause does not end a longer one", async () => {
    await accepted("a");
    await accepted("b");
    const [first, second] = await claimDue();
    if (!first || !second) throw new Error("not claimed");
    await settleSend(first, limit(7_200));
    expect(await pausedFor()).toBeGreaterThan(290);
    expect(await pausedFor()).toBeLessThanOrEqual(300);
    await settleSend(second, limit(5));
    expect(await pausedFor()).toBeGreaterThan(290);
  });
});
