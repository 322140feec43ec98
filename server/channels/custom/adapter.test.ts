import { afterEach, describe, expect, test } from "vitest";
import { inEnglish, quote, say } from "../../say.ts";
import { startReceiver, type Receiver } from "../../testing/receiver.ts";
import { OUTGOING } from "../../testing/outgoing.ts";
import type { OutgoingMessage, SendResult } from "../channel.ts";
import { customAdapter } from "./adapter.ts";

let endpoint: Receiver | null = null;
afterEach(() => endpoint?.close());

const MESSAGE: OutgoingMessage = { ...OUTGOING, content: "Hallo 👋", externalClientId: "customer-7" };

async function sendTo(answer: Parameters<typeof startReceiver>[0], message = MESSAGE): Promise<SendResult> {
  endpoint = await startReceiver(answer);
  return send(endpoint.url, message);
}

function send(url: string, message = MESSAGE): Promise<SendResult> {
  const credentials = { endpoint: url, validateToken: "in", accessToken: "let-me-in", externalId: "shop" };
  return customAdapter.send(message, credentials, new AbortController().signal);
}

const saying = (status: number, body: string, headers = {}) =>
  sendTo((_, response) => response.writeHead(status, headers).end(body));

describe("what the endpoint gets", () => {
  test("is the contract's body, with the token and the idempotency key", async () => {
    expect(await saying(200, '{"externalMessageId":"ext-1"}')).toEqual({
      outcome: "accepted",
      externalMessageId: "ext-1",
      responseStatus: 200,
    });
    const [request] = endpoint?.received ?? [];
    expect(request?.method).toBe("POST");
    expect(request?.headers).toMatchObject({
      authorization: "Bearer let-me-in",
      "content-type": "application/json",
      "idempotency-key": MESSAGE.messageId,
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      content: "Hallo 👋",
      type: "text",
      senderId: "shop",
      receiptId: "customer-7",
      conversationId: MESSAGE.convId,
      createdAt: "2026-11-21T09:30:00.123Z",
      messageId: MESSAGE.messageId,
    });
  });

  test("names its own thread, what is answered, and the template, where there are such", async () => {
    const template = { name: "welcome", language: "de", components: [{ type: "body", text: "Hallo Carla" }] };
    const replyTo = { externalId: "their-1", content: "How much?", type: "text" } as const;
    await sendTo(undefined, {
      ...MESSAGE,
      type: "template",
      content: "welcome",
      externalConversationId: "thread-9",
      template,
      replyTo,
    });
    expect(JSON.parse(endpoint?.received[0]?.body ?? "")).toMatchObject({
      conversationId: "thread-9",
      type: "template",
      content: "welcome",
      template,
      context: { replyToId: "their-1", replyToContent: "How much?", replyToType: "text" },
    });
  });
});

const ACCEPTED = { outcome: "accepted", externalMessageId: null, responseStatus: 200 } as const;
const NO_OBJECT = say("provider.endpointNoJson");
const NO_STRING = say("provider.endpointId", { field: "externalMessageId", count: 255 });

describe("what its answer means", () => {
  test.each<[string, number, string, SendResult]>([
    [
      "the fallback's id",
      200,
      '{"messageId":"m-1"}',
      { outcome: "accepted", externalMessageId: "m-1", responseStatus: 200 },
    ],
    [
      "a number as id",
      201,
      '{"externalMessageId":42}',
      { outcome: "accepted", externalMessageId: null, responseStatus: 201, warning: NO_STRING },
    ],
    [
      "an id with NUL in it",
      200,
      '{"externalMessageId":"a\\u0000b","messageId":"m-2"}',
      { outcome: "accepted", externalMessageId: "m-2", responseStatus: 200, warning: NO_STRING },
    ],
    [
      "an id with half a character",
      200,
      '{"externalMessageId":"a\\ud800"}',
      { outcome: "accepted", externalMessageId: "a\ufffd", responseStatus: 200 },
    ],
    ["no id", 204, "", { outcome: "accepted", externalMessageId: null, responseStatus: 204 }],
    ["JSON without an id", 200, '{"externalMessageId":null}', ACCEPTED],
    ["HTML", 200, "<html>ok</html>", { ...ACCEPTED, warning: NO_OBJECT }],
    ["a list", 200, "[1]", { ...ACCEPTED, warning: NO_OBJECT }],
    ["truncated JSON", 200, '{"externalMessageId":"x', { ...ACCEPTED, warning: NO_OBJECT }],
    ["an object as id", 200, '{"externalMessageId":{"id":"x"}}', { ...ACCEPTED, warning: NO_STRING }],
    ["an id of 256 characters", 200, `{"externalMessageId":"${"x".repeat(256)}"}`, { ...ACCEPTED, warning: NO_STRING }],
    [
      "a number as the fallback's id",
      200,
      '{"messageId":7}',
      { ...ACCEPTED, warning: say("provider.endpointId", { field: "messageId", count: 255 }) },
    ],
    [
      "401",
      401,
      '{"error":"token is old"}',
      { outcome: "unauthorized", error: quote("token is old"), responseStatus: 401 },
    ],
    [
      "403",
      403,
      "",
      { outcome: "unauthorized", error: say("provider.endpointStatus", { status: 403 }), responseStatus: 403 },
    ],
    [
      "400",
      400,
      '{"error":{"message":"no such customer"}}',
      { outcome: "refused", error: quote("no such customer"), responseStatus: 400 },
    ],
    [
      "404 in HTML",
      404,
      "<style>p{}</style><p>Not\n<b>here</b></p>",
      { outcome: "refused", error: quote("Not here"), responseStatus: 404 },
    ],
    ["429", 429, "slow down", { outcome: "retry", error: quote("slow down"), responseStatus: 429 }],
    ["500", 500, "", { outcome: "retry", error: say("provider.endpointStatus", { status: 500 }), responseStatus: 500 }],
    ["503", 503, '{"message":"maintenance"}', { outcome: "retry", error: quote("maintenance"), responseStatus: 503 }],
  ])("%s", async (_, status, body, expected) => {
    expect(await saying(status, body)).toEqual(expected);
  });

  test("Retry-After is passed on, as seconds or as a date", async () => {
    expect(await saying(429, "", { "retry-after": "120" })).toMatchObject({ outcome: "retry", retryAfterSeconds: 120 });
    await endpoint?.close();
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    const result = await saying(503, "", { "retry-after": inAMinute });
    expect(result.outcome === "retry" && result.retryAfterSeconds).toBeGreaterThan(55);
  });

  test("an endless answer is cut, long words are shortened, redirects are not followed", async () => {
    const endless = await sendTo((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(50_000)), 1);
      response.once("close", () => clearInterval(timer));
    });
    expect(endless).toEqual({ ...ACCEPTED, warning: "The endpoint's answer is longer than 64 KiB" });
    await endpoint?.close();
    const long = await saying(422, "no ".repeat(1_000));
    expect(long.outcome === "refused" && inEnglish(long.error).length).toBe(300);
    await endpoint?.close();
    expect(await saying(302, "", { location: "http://127.0.0.1:1/" })).toMatchObject({
      outcome: "refused",
      responseStatus: 302,
    });
  });

  test("a 2xx whose body breaks off is unknown, and so is one whose body takes longer than the time limit", async () => {
    const UNKNOWN = {
      outcome: "unknown",
      error: "The endpoint answered 200, but its answer broke off or took longer than 15 s",
      responseStatus: 200,
    };
    const broken = await sendTo((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write('{"externalMessageId":"ext-1"}', () => response.destroy());
    });
    expect(broken).toEqual(UNKNOWN);
    await endpoint?.close();
    const dripping = await sendTo((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"externalMessageId":"ext-1"}');
      const drip = setInterval(() => response.write(" "), 500);
      response.once("close", () => clearInterval(drip));
    });
    expect(dripping).toEqual(UNKNOWN);
  }, 30_000);

  test("a closed port is tried again, a broken connection is unknown, a private address refused", async () => {
    const closed = await startReceiver();
    await closed.close();
    expect(await send(closed.url)).toEqual({ outcome: "retry", error: "Connection refused", responseStatus: null });
    expect(await sendTo((_, response) => response.destroy())).toMatchObject({
      outcome: "unknown",
      responseStatus: null,
    });
    expect(await send("http://10.0.0.1/replies")).toMatchObject({ outcome: "refused", responseStatus: null });
  });
});

test("all four properties are required, and the endpoint is a web address", () => {
  const whole = { endpoint: "https://shop.example/replies", validateToken: "a", accessToken: "b", externalId: "c" };
  expect(customAdapter.credentials.safeParse(whole).success).toBe(true);
  for (const name of Object.keys(whole)) {
    expect(customAdapter.credentials.safeParse({ ...whole, [name]: undefined }).success, name).toBe(false);
    expect(customAdapter.credentials.safeParse({ ...whole, [name]: " " }).success, name).toBe(false);
  }
  for (const endpoint of ["ftp://shop.example/", "shop.example", "javascript:alert(1)"]) {
    expect(customAdapter.credentials.safeParse({ ...whole, endpoint }).success, endpoint).toBe(false);
  }
  expect(customAdapter.credentials.safeParse({ ...whole, accessToken: "two\r\nlines" }).success).toBe(false);
});
