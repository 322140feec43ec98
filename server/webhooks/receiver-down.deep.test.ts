import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { database } from "../db.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { endAll, kill, startDoors, startWorker } from "../testing/processes.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { WIDEST_WINDOW } from "./delivery-windows.ts";

// Bars 21 and 22 of reliability: a receiver is down for ten minutes (six seconds here) during a thousand changes, while the processes
// that write them and the workers that deliver them are killed.
const TIME_SCALE = 1 / 100;
const DOWN_MS = 10 * 60_000 * TIME_SCALE;
const CHANGES = 1_000;
const SENDERS = 40;
const CALLERS = 12;
const WORKER_KILLS = 10;
const WEB_KILLS = 5;
const PATIENCE_MS = 120_000;

const taken = z.object({ messageId: z.string() });
const told = z.object({ event: z.string(), messageId: z.string().optional(), conversationId: z.string().optional() });

let receiver: Receiver | null = null;
afterEach(async () => {
  await endAll();
  await receiver?.close();
});

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

test("every change that was committed is told, and nothing else, whatever is killed and however long the receiver was down", async () => {
  let downUntil = Infinity;
  const accepted: Received[] = [];
  receiver = await startReceiver((request, response, index) => {
    if (index === 0) downUntil = Date.now() + DOWN_MS;
    if (Date.now() > downUntil) {
      accepted.push(request);
      return void response.end();
    }
    if (index % 3 === 0) response.socket?.resetAndDestroy();
    else response.writeHead(index % 3 === 1 ? 500 : 503).end();
  });
  const { received } = receiver;
  const { ctx, workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const webhook = await createWebhook(ctx, { label: "CRM", url: receiver.url, event: "ANY_EVENT" });

  // The customer's system repeats each message with the same messageId until it is acknowledged. Each replacement process starts before
  // the old one is killed, as supervisors of several machines do.
  const serve = async () => {
    const { child, url } = await startDoors();
    return { child, address: `${url}/ext/v1/incoming/custom/${integrationId}` };
  };
  let web = await serve();
  const acknowledged = new Map<string, string>();
  let unanswered = 0;
  const send = async (number: number) => {
    for (;;) {
      const body = {
        senderId: `s-${number % SENDERS}`,
        messageId: `m-${number}`,
        content: `text ${number}`,
        type: "text",
      };
      const answer = await fetch(web.address, {
        method: "POST",
        headers: { "content-type": "application/json", "x-validate-token": "validate-me" },
        body: JSON.stringify(body),
      })
        .then(async (response) => (response.ok ? taken.parse(await response.json()) : null))
        .catch(() => null);
      if (answer) return void acknowledged.set(`m-${number}`, answer.messageId);
      unanswered++;
    }
  };
  let next = 0;
  const callers = Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (next < CHANGES) await send(next++);
    }),
  );
  const killWeb = async () => {
    for (let count = 1; count <= WEB_KILLS; count++) {
      const successor = await serve();
      const goal = (count * CHANGES) / (WEB_KILLS + 1);
      await eventually(
        () => acknowledged.size >= goal,
        PATIENCE_MS,
        () => `${acknowledged.size} of ${goal} changes`,
      );
      await kill(web.child);
      web = successor;
    }
  };
  const startOne = () => startWorker({}, TIME_SCALE);
  const workers = [startOne(), startOne()];
  const killWorkers = async () => {
    for (let count = 1; count <= WORKER_KILLS; count++) {
      const before = received.length;
      await eventually(
        () => received.length >= before + 20,
        PATIENCE_MS,
        () => "the workers do nothing",
      );
      await pause(200 * Math.random());
      await kill(workers.shift() ?? web.child);
      workers.push(startOne());
    }
  };
  await Promise.all([callers, killWeb(), killWorkers()]);
  const killedAt = Date.now();

  const events = await database().event.findMany({
    where: {
      workspaceId,
      payload: { not: { equals: null } },
      name: { in: ["INCOMING_MESSAGE", "NEW_CONV", "NEW_CLIENT"] },
    },
    select: { id: true, name: true, messageId: true, convId: true },
    orderBy: { seq: "asc" },
  });
  const idOf = ({ headers }: Received) => String(headers["webhook-id"]);
  await eventually(
    () => new Set(accepted.map(idOf)).size >= events.length,
    PATIENCE_MS,
    () => `${new Set(accepted.map(idOf)).size} of ${events.length} events were accepted`,
  );
  await pause(500);
  console.info(
    `${CHANGES} changes, ${WEB_KILLS} kills of the web process (${unanswered} calls unanswered and repeated), ${WORKER_KILLS} of the ` +
      `worker, receiver down ${DOWN_MS / 1000} s: ${events.length} events, all accepted ${((Date.now() - killedAt) / 1000).toFixed(1)} s after ` +
      `the last kill, ${received.length} attempts, ${accepted.length - events.length} repeated after they were accepted`,
  );

  // Stored, delivered and acknowledged messages are the same.
  const messages = await database().message.findMany({
    where: { workspaceId },
    select: { id: true, externalMessageId: true },
  });
  expect(messages).toHaveLength(CHANGES);
  for (const { id, externalMessageId } of messages) expect(acknowledged.get(externalMessageId ?? "")).toBe(id);
  expect(new Set(accepted.map(idOf))).toEqual(new Set(events.map(({ id }) => `msg_${id}`)));
  const ofName = (name: string) => events.filter((event) => event.name === name);
  expect(new Set(ofName("INCOMING_MESSAGE").map(({ messageId }) => messageId))).toEqual(
    new Set(messages.map(({ id }) => id)),
  );
  expect([ofName("INCOMING_MESSAGE"), ofName("NEW_CONV"), ofName("NEW_CLIENT")].map(({ length }) => length)).toEqual([
    CHANGES,
    SENDERS,
    SENDERS,
  ]);

  // Each event has one id and one body, and is signed.
  const verifier = new Verifier(webhook.opened.secret);
  for (const requests of Map.groupBy(received, idOf).values()) {
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    const [first] = requests;
    if (first) verifier.verify(first.body, first.headers as Record<string, string>);
  }
  // Requests interrupted by a kill are repeated.
  expect(accepted.length - events.length).toBeLessThanOrEqual(WORKER_KILLS * WIDEST_WINDOW);

  // Within a conversation, first attempts follow the order of the events.
  const firsts = new Map<string, string>();
  for (const request of received) if (!firsts.has(idOf(request))) firsts.set(idOf(request), request.body);
  const arrived = [...firsts.values()].map((body) => told.parse(JSON.parse(body)));
  const byConv = Map.groupBy(ofName("INCOMING_MESSAGE"), ({ convId }) => convId);
  for (const [convId, inOrder] of byConv) {
    const heard = arrived.filter((each) => each.conversationId === convId && each.event === "INCOMING_MESSAGE");
    expect(heard.map(({ messageId }) => messageId)).toEqual(inOrder.map(({ messageId }) => messageId));
  }
}, 420_000);
