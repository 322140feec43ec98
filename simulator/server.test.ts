import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readText, sendJson } from "./http.ts";
import { startSimulator, type Simulator } from "./server.ts";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes long").toString("base64")}`;
const MARIA = { id: "maria", name: "Maria", surname: "Silva", phone: "+34612345678", countryCode: "ES" };
const CHANNEL = {
  kind: "custom",
  slug: "shop",
  name: "Shop",
  integrationId: "the-channel",
  validateToken: "let-me-in",
  accessToken: "its-me",
} as const;

type Heard = { path: string; token: string | undefined; body: Record<string, unknown> };

let simulator: Simulator;
let heard: Heard[];
let closeProduct: () => Promise<void>;

/** The product's side: it records the requests and answers as the contract says. */
async function startProduct(): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await readText(request)) as Record<string, unknown>;
    heard.push({ path: request.url ?? "", token: request.headers["x-validate-token"]?.toString(), body });
    sendJson(response, 200, { messageId: "m-1", conversationId: "c-1", clientId: "k-1" });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeProduct = () => new Promise((resolve) => server.close(() => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  heard = [];
  simulator = await startSimulator({
    port: 0,
    appUrl: await startProduct(),
    channels: [CHANNEL],
    webhooks: [{ name: "events", secret: SECRET }],
    contacts: [MARIA],
    receipts: { deliveredAfterMs: 0, readAfterMs: 0 },
  });
});
afterEach(async () => {
  await simulator.stop();
  await closeProduct();
});

function reply(headers: Record<string, string> = {}, content = "It left today"): Promise<Response> {
  return fetch(simulator.endpointUrl("shop"), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "Bearer its-me",
      "idempotency-key": "key-1",
      ...headers,
    },
    body: JSON.stringify({
      content,
      type: "text",
      senderId: "shop",
      receiptId: "maria",
      conversationId: "c-1",
      createdAt: "2026-11-20T10:00:00.000Z",
    }),
  });
}

test("a customer's message reaches the ingress with the channel's token and the customer's details", async () => {
  const message = await simulator.write("shop", MARIA, { type: "text", content: "Where is my order?" });
  expect(message).toMatchObject({ status: "accepted", messageId: "m-1", conversationId: "c-1" });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({
    path: "/ext/v1/incoming/custom/the-channel",
    token: "let-me-in",
    body: {
      content: "Where is my order?",
      type: "text",
      senderId: "maria",
      messageId: message.id,
      clientInfo: { name: "Maria", countryCode: "ES" },
    },
  });
});

test("a duplicated customer message goes out twice under one messageId", async () => {
  simulator.faults({ duplicateInbound: true });
  await simulator.write("shop", MARIA, { type: "text", content: "Hello" });
  expect(heard).toHaveLength(2);
  expect(heard[0]?.body.messageId).toBe(heard[1]?.body.messageId);
});

test("a reply is shown once however often it comes, and its receipts are reported in order", async () => {
  const first = (await (await reply()).json()) as { externalMessageId: string };
  const again = (await (await reply()).json()) as { externalMessageId: string };
  expect(again).toEqual(first);
  expect(simulator.received.map(({ repeated }) => repeated)).toEqual([false, true]);
  await vi.waitFor(() => expect(heard.map(({ body }) => body.status)).toEqual(["delivered", "read"]), 10_000);
  expect(heard[0]).toMatchObject({
    path: "/ext/v1/incoming/custom/the-channel/status",
    token: "let-me-in",
    body: { messageId: first.externalMessageId },
  });
});

test("who is written to comes onto the phone, by the name the simulator has or by their id", async () => {
  const changes = await fetch(`${simulator.url}/api/stream`);
  await reply({ "idempotency-key": "key-2" });
  const reader = changes.body?.getReader();
  let heardSoFar = "";
  while (!heardSoFar.includes('"kind":"customer"'))
    heardSoFar += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  expect(heardSoFar).toContain('{"kind":"customer","customer":{"id":"maria","name":"Maria","surname":"Silva"');
});

test("a reply with another bearer token is refused and not shown", async () => {
  expect((await reply({ authorization: "Bearer somebody-else" })).status).toBe(401);
  expect(simulator.received).toMatchObject([{ answer: { status: 401 } }]);
});

test.each([
  ["error500", 500, null],
  ["rateLimited", 429, "3"],
] as const)("the endpoint misbehaves as asked: %s", async (fault, status, retryAfter) => {
  simulator.faults({ endpoint: fault });
  const answer = await reply();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, retryAfter]);
  simulator.faults({ endpoint: "none" });
  expect((await reply()).status).toBe(200);
});

test("an endpoint that loses its answer has taken the message: the repeat shows nothing new", async () => {
  simulator.faults({ endpoint: "lostAnswer" });
  await expect(reply()).rejects.toThrow();
  expect((await reply()).status).toBe(200);
  expect(simulator.received.map(({ repeated }) => repeated)).toEqual([false, true]);
});

test("a webhook's signature is checked over the bytes that came", async () => {
  const body = JSON.stringify({ event: "INCOMING_MESSAGE", content: "Hello" });
  const at = new Date();
  const send = (sent: string) =>
    fetch(simulator.webhookUrl("events"), {
      method: "POST",
      headers: {
        "webhook-id": `msg-${sent.length}`,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(SECRET).sign(`msg-${sent.length}`, at, body),
      },
      body: sent,
    });
  expect((await send(body)).status).toBe(200);
  await send(`${body} `);
  expect(simulator.webhooks()).toMatchObject([
    { event: "INCOMING_MESSAGE", verified: true, attempts: 1 },
    { event: "INCOMING_MESSAGE", verified: false },
  ]);
});

test("the page is served with its scripts, and another site may not write through it", async () => {
  const page = await fetch(`${simulator.url}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const script = await (await fetch(`${simulator.url}/phone.js`)).text();
  expect(script).toContain('from "./view.js"');
  expect(script).not.toContain("import type");
  // Every script that the page's scripts ask for.
  const asked = [...script.matchAll(/from "\.\/([a-z-]+\.js)"/g)].map(([, name]) => name);
  expect(asked).toContain("kinds.js");
  for (const name of asked) expect((await fetch(`${simulator.url}/${name}`)).status, name).toBe(200);
  const foreign = await fetch(`${simulator.url}/api/customers`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "cross-site" },
    body: JSON.stringify({ name: "Eve" }),
  });
  expect(foreign.status).toBe(403);
});
