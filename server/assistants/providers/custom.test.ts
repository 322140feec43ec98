import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EngineFailure, type ContextMessage, type Turn } from "../engine.ts";
import { custom } from "./custom.ts";

const SECRET = "Bearer s3cr3t-of-the-shop";
type Heard = { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string };

let server: Server;
let endpoint: string;
let heard: Heard[];
let answer: RequestListener;
beforeEach(async () => {
  heard = [];
  server = createServer((request, response) => {
    const { method, url, headers } = request;
    const one: Heard = { method, url, headers, body: "" };
    heard.push(one);
    request.on("data", (chunk: Buffer) => (one.body += chunk.toString()));
    request.on("end", () => answer(request, response));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/assist?shop=1`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const answering = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  answer = (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
};
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 30, second));
const message = (more: Partial<ContextMessage>, second = 0): ContextMessage => ({
  role: "client",
  type: "text",
  content: "Hello",
  url: null,
  createdAt: at(second),
  ...more,
});
const turn = (messages: ContextMessage[] = [message({})]): Turn => ({
  workspaceId: 7,
  convId: "0190a1b2-0000-7000-8000-000000000001",
  clientId: "0190a1b2-0000-7000-8000-000000000002",
  aiId: "0190a1b2-0000-7000-8000-000000000003",
  key: "turn-1",
  messages,
  known: { phone: "+34612345678" },
  signal: new AbortController().signal,
});
const ask = (messages?: ContextMessage[]) => custom({ endpoint, headers: { authorization: SECRET } })(turn(messages));
async function failureOf(reply: Promise<unknown>): Promise<EngineFailure> {
  const error = await reply.then(
    (value) => expect.fail(`it answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EngineFailure)) throw error;
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain("s3cr3t");
  return error;
}

describe("a customer's endpoint", () => {
  test("is sent the conversation as agreed, under a key that stays the same for each try", async () => {
    answering({ content: "Hi" });
    const messages = [
      message({ role: "agent", content: "Good morning" }, 0),
      message({ role: "assistant", content: "How can I help?" }, 1),
      message({ type: "audio", content: null, url: "https://files.example/a.ogg?s=1" }, 2),
      message({ type: "document", content: "the bill", url: "https://files.example/b.pdf?s=1" }, 3),
      message({ type: "image", content: null, url: "https://files.example/c.jpg?expires=1&signature=a_Bc-9" }, 4),
      message({ type: "location", content: "Rua 1, Lisboa" }, 5),
      message({ type: "contacts", content: null }, 6),
      message({ type: "interactive", content: "Yes" }, 7),
    ];
    const reply = await ask(messages);
    const body = {
      workspaceId: 7,
      convId: "0190a1b2-0000-7000-8000-000000000001",
      clientId: "0190a1b2-0000-7000-8000-000000000002",
      messages: [
        { role: "agent", type: "text", content: "Good morning", createdAt: "2026-11-21T09:30:00.000Z" },
        { role: "assistant", type: "text", content: "How can I help?", createdAt: "2026-11-21T09:30:01.000Z" },
        {
          role: "client",
          type: "audio",
          url: "https://files.example/a.ogg?s=1",
          createdAt: "2026-11-21T09:30:02.000Z",
        },
        {
          role: "client",
          type: "document",
          content: "the bill",
          url: "https://files.example/b.pdf?s=1",
          createdAt: "2026-11-21T09:30:03.000Z",
        },
        {
          role: "client",
          type: "document",
          url: "https://files.example/c.jpg?expires=1&signature=a_Bc-9",
          createdAt: "2026-11-21T09:30:04.000Z",
        },
        { role: "client", type: "text", content: "[location: Rua 1, Lisboa]", createdAt: "2026-11-21T09:30:05.000Z" },
        { role: "client", type: "text", content: "[contacts]", createdAt: "2026-11-21T09:30:06.000Z" },
        { role: "client", type: "text", content: "Yes", createdAt: "2026-11-21T09:30:07.000Z" },
      ],
    };
    await ask(messages);
    for (const { method, url, headers, body: sent } of heard) {
      expect([method, url, JSON.parse(sent)]).toEqual(["POST", "/assist?shop=1", body]);
      expect(headers).toMatchObject({
        authorization: SECRET,
        "content-type": "application/json; charset=utf-8",
        "idempotency-key": "turn-1",
      });
    }
    expect(reply.trace).toEqual({
      passages: [],
      prompt: [{ role: "request", content: heard[0]?.body.replace("a_Bc-9", "•••") }],
      raw: '{"content":"Hi"}',
      toolCalls: [],
      model: null,
      promptTokens: null,
      completionTokens: null,
    });
    expect(JSON.stringify([reply, heard[0]?.body])).not.toMatch(/s3cr3t|34612345678/);
  });

  test("cannot be given our headers a second time", async () => {
    answering({ content: "Hi" });
    await custom({ endpoint, headers: { "Idempotency-Key": "mine", ACCEPT: "application/x", "x-own": "1" } })(turn());
    expect(heard[0]?.headers).toMatchObject({ "idempotency-key": "turn-1", accept: "application/x", "x-own": "1" });
  });

  const NOTHING = { text: null, file: null, handover: null, end: false, tags: [], isUnanswered: false };
  const PERSON = { reason: "its endpoint asked for a person to take over" };
  test.each<[unknown, object]>([
    [{ content: "Hi" }, { text: "Hi" }],
    [{ content: "Hi", audioUrl: null, end: false, tags: [], more: 1 }, { text: "Hi" }],
    [{ audioUrl: "https://cdn.example/a.mp3" }, { file: { type: "audio", url: "https://cdn.example/a.mp3" } }],
    [
      { content: "See", documentUrl: "http://cdn.example/b.pdf" },
      { text: "See", file: { type: "document", url: "http://cdn.example/b.pdf" } },
    ],
    [{ handover: true }, { handover: PERSON }],
    [
      { content: "Wait", handover: " Wants a\n refund " },
      { text: "Wait", handover: { reason: "Wants a refund" } },
    ],
    [{ content: "Hi", handover: "" }, { text: "Hi" }],
    [
      { content: "Bye", end: true },
      { text: "Bye", end: true },
    ],
    [{ end: true, handover: true }, { handover: PERSON }],
    [{ tags: ["refund", "vip"] }, { tags: ["refund", "vip"] }],
    [{ content: "Bye #END#" }, { text: "Bye", end: true }],
    [{ content: "#HANDOVER#", end: true }, { handover: PERSON }],
    [{}, { handover: { reason: "its endpoint answered with nothing" }, isUnanswered: true }],
    ["", { handover: { reason: "its endpoint answered with nothing" }, isUnanswered: true }],
    [{ content: " " }, { handover: { reason: "its endpoint answered with nothing" }, isUnanswered: true }],
  ])("may answer %j", async (body, expected) => {
    answering(body);
    expect(await ask()).toMatchObject({ ...NOTHING, ...expected });
  });

  test("may answer with no content at all", async () => {
    answering("", 204);
    expect(await ask()).toMatchObject({ handover: { reason: "its endpoint answered with nothing" } });
  });

  test.each<[unknown, string]>([
    ["Hi", "its endpoint answered with something that is no JSON"],
    ["[]", "its endpoint's answer is not as agreed: it must be an object"],
    [{ text: "Hi" }, "its endpoint's answer has none of content, audioUrl, documentUrl, handover, end, tags"],
    [{ content: 5 }, "its endpoint's answer is not as agreed: content must be text"],
    [{ end: "yes" }, "its endpoint's answer is not as agreed: end must be true or false"],
    [{ handover: 1 }, "its endpoint's answer is not as agreed: handover must be true, false or a reason"],
    [{ tags: "vip" }, "its endpoint's answer is not as agreed: tags must be a list of texts"],
    [{ tags: ["a", 2] }, "its endpoint's answer is not as agreed: tags.1 must be text"],
    [
      { audioUrl: "file:///etc/passwd" },
      "its endpoint's answer is not as agreed: audioUrl must begin with http:// or https://",
    ],
    [
      { audioUrl: "https://a.example/a", documentUrl: "https://a.example/b" },
      "its endpoint's answer has two files, and a message has one",
    ],
  ])("may not answer %j", async (body, words) => {
    answering(body);
    expect(await failureOf(ask())).toMatchObject({ message: words, isFinal: true });
  });

  test.each<[number, Record<string, string>, Partial<EngineFailure>]>([
    [400, {}, { message: "its endpoint answered 400", isFinal: true }],
    [401, {}, { message: "its endpoint answered 401", isFinal: true }],
    [404, {}, { message: "its endpoint answered 404", isFinal: true }],
    [
      301,
      { location: "http://127.0.0.1:9/" },
      { message: "its endpoint answered 301, a redirect, which is not followed", isFinal: true },
    ],
    [408, {}, { isFinal: false }],
    [429, { "retry-after": "2" }, { message: "its endpoint answered 429", isFinal: false, retryAfterMs: 2_000 }],
    [500, {}, { message: "its endpoint answered 500", isFinal: false, retryAfterMs: null }],
    [503, { "retry-after": "1" }, { message: "its endpoint answered 503", isFinal: false, retryAfterMs: 1_000 }],
  ])("that answers %i fails in words", async (status, headers, expected) => {
    answering({ error: SECRET }, status, headers);
    expect(await failureOf(ask())).toMatchObject(expected);
    expect(heard).toHaveLength(1);
  });

  test("that breaks off, is silent, writes on and on, is away or is private fails in words", async () => {
    answer = (request) => request.socket.destroy();
    expect(await failureOf(ask())).toMatchObject({
      message: "its endpoint did not answer: the connection was closed without an answer",
      isFinal: false,
    });
    answer = () => undefined;
    const began = performance.now();
    const silent = custom({ endpoint })({ ...turn(), signal: AbortSignal.timeout(100) });
    expect(await failureOf(silent)).toMatchObject({ message: "its endpoint did not answer in time", isFinal: false });
    expect(performance.now() - began).toBeLessThan(10_000);
    answering({ content: "x".repeat(1024 * 1024) });
    expect(await failureOf(ask())).toMatchObject({
      message: "its endpoint broke its answer off, or wrote more than 1 MiB",
      isFinal: false,
    });
    expect(await failureOf(custom({ endpoint: "http://127.0.0.1:9/" })(turn()))).toMatchObject({
      message: "its endpoint could not be reached: connection refused",
      isFinal: false,
    });
    expect(await failureOf(custom({ endpoint: "http://192.168.0.1/" })(turn()))).toMatchObject({
      message: "its endpoint has an address that is not public",
      isFinal: true,
    });
  });
});

test("the endpoint in docs/assistants.md does what is written there", async () => {
  const text = await readFile(new URL("../../../docs/assistants.md", import.meta.url), "utf8");
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const env = { ...process.env, PORT: "0" };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const own = (headers: Record<string, string>, content: string) =>
      custom({ endpoint: line.toString().trim().replace("localhost", "127.0.0.1"), headers })(
        turn([message({ content })]),
      );
    const known = { authorization: "Bearer shared-secret" };
    expect(await own(known, "Where is my parcel?")).toMatchObject({
      text: "Parcels arrive within three days.",
      tags: ["shipping"],
      handover: null,
    });
    expect(await own(known, "Hi")).toMatchObject({ handover: { reason: "It knows of parcels only" } });
    expect((await failureOf(own({}, "Hi"))).message).toBe("its endpoint answered 401");
  } finally {
    child.kill();
  }
});
