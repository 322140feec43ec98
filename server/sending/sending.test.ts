import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import type { Conversation, Message } from "../generated/prisma/client.ts";
import { setIntegrationState } from "../integrations/set-integration-state.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import type { WorkPool } from "../work/pool.ts";
import { quote } from "../say.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { addMessage } from "../messages/add-message.ts";
import { claimDue } from "../testing/claim-due.ts";
import { settleSend } from "./send-outcome.ts";
import { KEPT_FOR_REPLIES } from "./send-pace.ts";
import { updateMessageStatus } from "./update-message-status.ts";

const POLL_MS = 50;

let ctx: Ctx;
let workers: WorkPool[] = [];
let receivers: Receiver[] = [];

beforeEach(async () => {
  ({ ctx } = await createTestWorkspace());
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(5_000)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().sendQueue.deleteMany();
  workers = [];
  receivers = [];
});

function work(count = 1, pollMs = POLL_MS): void {
  for (let i = 0; i < count; i++) workers.push(startSending(pollMs));
}

async function channel(answer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const integration = await createTestIntegration(ctx.workspaceId, { endpoint: receiver.url });
  return { receiver, integrationId: integration.id };
}

async function conversation(integrationId: string): Promise<Conversation> {
  const client = await createTestClient(ctx.workspaceId);
  return createTestConv(ctx.workspaceId, { integrationId, clientId: client.id });
}

function say(conv: Conversation, content: string): Promise<Message> {
  return addMessage(
    { ...ctx, now: new Date() },
    { integrationId: conv.integrationId, convId: conv.id, content, type: "text" },
  );
}

function read(message: Message) {
  return database().message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: message.id } },
    include: { attempts: { orderBy: { attemptNo: "asc" } }, queued: true },
  });
}

async function ends(message: Message, status: Message["status"]) {
  await eventually(
    async () => (await read(message)).status === status,
    10_000,
    () => `the message did not become ${status}`,
  );
  return read(message);
}

/** The names of a message's events, in order, with their statuses. */
async function told(message: Message): Promise<string[]> {
  const events = await database().event.findMany({
    where: { workspaceId: ctx.workspaceId, messageId: message.id },
    orderBy: { seq: "asc" },
  });
  return events.map(({ name, payload }) =>
    [name, (payload as { status?: string } | null)?.status].filter(Boolean).join(" "),
  );
}

describe("an agent's message", () => {
  test("reaches the endpoint, becomes sent with its external id, and is told of", async () => {
    const { receiver, integrationId } = await channel((_, response) => response.end('{"externalMessageId":"ext-7"}'));
    work();
    const message = await say(await conversation(integrationId), "Hello");
    expect(message.status).toBe("pending");
    const sent = await ends(message, "sent");
    expect(sent).toMatchObject({ externalMessageId: "ext-7", error: null, queued: null });
    expect(sent.attempts).toMatchObject([
      { attemptNo: 1, outcome: "accepted", responseStatus: 200, externalMessageId: "ext-7" },
    ]);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers["idempotency-key"]).toBe(message.id);
    expect(await told(message)).toEqual([
      "OUTGOING_MESSAGE",
      "MESSAGE_UPDATED_SMPP ENROUTE",
      "MESSAGE_UPDATED sent",
      "MESSAGE_UPDATED_SMPP ACCEPTD",
    ]);
  });

  test("fails at once with the endpoint's words on a 4xx", async () => {
    const { receiver, integrationId } = await channel((_, response) =>
      response.writeHead(422).end('{"error":"customer is unknown"}'),
    );
    work();
    const failed = await ends(await say(await conversation(integrationId), "Hello"), "failed");
    expect(failed).toMatchObject({ error: "customer is unknown", queued: null });
    expect(failed.attempts).toMatchObject([{ outcome: "refused", responseStatus: 422 }]);
    expect(receiver.received).toHaveLength(1);
  });

  test("is tried again after a 5xx under the same key, and no earlier than Retry-After says", async () => {
    const { receiver, integrationId } = await channel((_, response, index) => {
      if (index === 0) return void response.writeHead(429, { "retry-after": "2" }).end();
      response.end("{}");
    });
    work();
    const sent = await ends(await say(await conversation(integrationId), "Hello"), "sent");
    expect(sent.attempts.map(({ outcome }) => outcome)).toEqual(["retry", "accepted"]);
    const [first, second] = receiver.received;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(new Set(receiver.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  test("is given up with a reason when its time is up", async () => {
    const { integrationId } = await channel((_, response) => response.writeHead(500).end("out of order"));
    const message = await say(await conversation(integrationId), "Hello");
    await database().sendQueue.updateMany({ where: { messageId: message.id }, data: { giveUpAt: new Date() } });
    work();
    expect(await ends(message, "failed")).toMatchObject({
      error: "Given up after 1 attempt: out of order",
      queued: null,
    });
  });

  test("two messages with one external id are both sent", async () => {
    const { integrationId } = await channel((_, response) => response.end('{"externalMessageId":"always-the-same"}'));
    work();
    const conv = await conversation(integrationId);
    const messages = [await say(conv, "one"), await say(conv, "two")];
    const sent = [await ends(messages[0]!, "sent"), await ends(messages[1]!, "sent")];
    expect(sent.map(({ externalMessageId }) => externalMessageId)).toEqual(["always-the-same", null]);
  });

  test("a delivered that comes before the endpoint's own answer counts", async () => {
    const { integrationId } = await channel((_, response) => {
      const report = { externalMessageId: "early-1", status: "delivered", at: null } as const;
      void updateMessageStatus(ctx, integrationId, report).then(() => response.end('{"externalMessageId":"early-1"}'));
    });
    work();
    const message = await say(await conversation(integrationId), "Hello");
    await ends(message, "delivered");
    expect(await told(message)).toContain("MESSAGE_UPDATED delivered");
    expect(await database().parkedStatus.count({ where: { integrationId } })).toBe(0);
  });
});

describe("a channel", () => {
  test("whose credentials are refused goes into error; its sends wait and leave when it is put right", async () => {
    let isOpen = false;
    const { receiver, integrationId } = await channel((_, response) =>
      response.writeHead(isOpen ? 200 : 401).end("{}"),
    );
    const conv = await conversation(integrationId);
    work();
    const first = await say(conv, "one");
    await eventually(async () => {
      const row = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
      return row.state === "error" && row.lastError === "The endpoint answered 401";
    });
    await new Promise((wait) => setTimeout(wait, 10 * POLL_MS));
    expect(receiver.received).toHaveLength(1);
    expect((await read(first)).status).toBe("pending");
    isOpen = true;
    await setIntegrationState(ctx, { id: integrationId, state: "active" });
    await ends(first, "sent");
    expect(
      await database().event.count({ where: { workspaceId: ctx.workspaceId, name: "WORKSPACE_CHANGED" } }),
    ).toBeGreaterThan(0);
  });

  test("that hangs holds no more than its share, and delays no other channel", async () => {
    const hanging = await channel(() => undefined);
    const quick = await channel();
    work();
    const share = channelOf("CUSTOM").concurrency + KEPT_FOR_REPLIES;
    for (let i = 0; i < share + 10; i++) await say(await conversation(hanging.integrationId), `stuck ${i}`);
    await hanging.receiver.arrived(share);
    const startedAt = Date.now();
    await ends(await say(await conversation(quick.integrationId), "Hello"), "sent");
    // The hanging sends keep their places for fifteen seconds.
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(hanging.receiver.received).toHaveLength(share);
    // The provider closes the connection: the outcome is unknown, and the message is kept for another attempt.
    await hanging.receiver.close();
    await eventually(
      async () =>
        (await database().sendAttempt.count({ where: { workspaceId: ctx.workspaceId, outcome: "unknown" } })) === share,
    );
  });
});

describe("order", () => {
  test("fifty messages of one conversation arrive in order although one in ten is refused for the moment; others do not wait", async () => {
    const accepted: string[] = [];
    let asked = 0;
    const { receiver, integrationId } = await channel((request, response) => {
      const { content } = JSON.parse(request.body) as { content: string };
      if (content === "stuck") return void response.writeHead(503, { "retry-after": "600" }).end();
      if (++asked % 10 === 7) return void response.writeHead(500).end();
      accepted.push(content);
      response.end("{}");
    });
    const [busy, blocked] = [await conversation(integrationId), await conversation(integrationId)];
    await say(blocked, "stuck");
    await say(blocked, "behind the stuck one");
    const messages: Message[] = [];
    for (let i = 0; i < 50; i++) messages.push(await say(busy, `message ${i}`));
    work(2);
    await eventually(
      () => accepted.length === 50,
      25_000,
      () => `${accepted.length} of 50 messages arrived`,
    );
    expect(accepted).toEqual(messages.map(({ content }) => content));
    expect(receiver.received.filter(({ body }) => body.includes("stuck"))).toHaveLength(1);
  }, 40_000);

  test("the messages of one conversation follow each other at once, without waiting for the poll", async () => {
    const { receiver, integrationId } = await channel((_, response) => void setTimeout(() => response.end("{}"), 20));
    const conv = await conversation(integrationId);
    for (let i = 0; i < 30; i++) await say(conv, `message ${i}`);
    // With one message per poll, this would take five minutes.
    work(1, 10_000);
    await receiver.arrived(30);
  });
});

describe("several workers", () => {
  test("send nothing twice without a crash", async () => {
    const { receiver, integrationId } = await channel((_, response) => void setTimeout(() => response.end("{}"), 5));
    const convs = await Promise.all(Array.from({ length: 10 }, () => conversation(integrationId)));
    const messages: Message[] = [];
    for (let i = 0; i < 20; i++) messages.push(...(await Promise.all(convs.map((conv) => say(conv, `message ${i}`)))));
    work(3);
    await eventually(async () => (await database().sendQueue.count()) === 0, 30_000);
    const keys = receiver.received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(200);
    expect(new Set(keys)).toEqual(new Set(messages.map(({ id }) => id)));
  }, 60_000);

  test("a late answer of a worker that was taken for dead changes nothing but its own attempt", async () => {
    const { integrationId } = await channel();
    const message = await say(await conversation(integrationId), "Hello");
    const [late] = await claimDue();
    expect(late?.messageId).toBe(message.id);
    expect(await claimDue()).toEqual([]);
    await database().sendQueue.updateMany({
      where: { messageId: message.id },
      data: { leaseUntil: new Date(Date.now() - 1_000) },
    });
    const [taken] = await claimDue();
    expect(taken?.attemptNo).toBe(2);
    await settleSend(taken!, { outcome: "accepted", externalMessageId: "second", responseStatus: 200 });
    await settleSend(late!, { outcome: "refused", error: quote("too late"), responseStatus: 400 });
    expect(await read(message)).toMatchObject({
      status: "sent",
      externalMessageId: "second",
      error: null,
      attempts: [{ outcome: "refused", error: quote("too late") }, { outcome: "accepted" }],
    });
  });
});
