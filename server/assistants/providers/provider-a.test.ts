import { LLMock } from "@copilotkit/aimock";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startAi, type AiServer } from "../../../simulator/ai.ts";
import { EngineFailure, type ContextMessage, type Turn } from "../engine.ts";
import { askModel } from "./model-server.ts";
import { providerA } from "./provider-a.ts";

const KEY = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
// OpenAI's client would read these from the environment, and send them to any address that a customer gave.
process.env.OPENAI_API_KEY = "sk-of-the-operator";
process.env.OPENAI_ORG_ID = "org-of-the-operator";
process.env.OPENAI_PROJECT_ID = "project-of-the-operator";
process.env.OPENAI_CUSTOM_HEADERS = "x-internal: of-the-operator";
process.env.OPENAI_LOG = "debug";

let ai: AiServer;
beforeEach(async () => {
  ai = await startAi();
});
afterEach(() => ai.stop());

const at = new Date("2026-11-21T09:30:00Z");
const line = (
  role: ContextMessage["role"],
  content: string | null,
  type: ContextMessage["type"] = "text",
): ContextMessage => ({
  role,
  type,
  content,
  url: type === "text" ? null : "https://files.example/1?signature=abc",
  createdAt: at,
});
const turn = (messages: ContextMessage[] = [line("client", "Hello")]): Turn => ({
  workspaceId: 1,
  convId: "0190a1b2-0000-7000-8000-000000000001",
  clientId: "0190a1b2-0000-7000-8000-000000000002",
  aiId: "0190a1b2-0000-7000-8000-000000000003",
  key: "turn-1",
  messages,
  known: { name: "Maria", phone: "+34612345678" },
  signal: new AbortController().signal,
});
type Settings = Parameters<typeof providerA>[0];
const engine = (more: Partial<Settings> = {}) =>
  providerA({ apiKey: KEY, model: "grounded", baseUrl: ai.openAiUrl, ...more });
/** The failure of a turn. If it contains a secret, the test fails. */
async function failureOf(reply: Promise<unknown>): Promise<EngineFailure> {
  const error = await reply.then(
    (value) => expect.fail(`it answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EngineFailure)) throw error;
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY.slice(8, 16));
  expect(error.message).toMatch(/^[a-z]/);
  return error;
}

describe("a hosted language model", () => {
  test("is given the instructions and the conversation in its two roles, and nothing else of the client", async () => {
    const messages = [
      line("assistant", "Good morning!"),
      line("client", "It is broken"),
      line("client", "look", "image"),
      line("client", null, "audio"),
      line("agent", "Oh!"),
      line("client", "What now?"),
    ];
    const reply = await engine({ instructions: "Be kind.", temperature: 0.3 })(turn(messages));
    const said = [
      { role: "system", content: "Be kind." },
      { role: "assistant", content: "Good morning!" },
      { role: "user", content: "It is broken" },
      { role: "user", content: "[image: look]" },
      { role: "user", content: "[audio]" },
      { role: "assistant", content: "Oh!" },
      { role: "user", content: "What now?" },
    ];
    expect(ai.openAi.calls).toHaveLength(1);
    expect(ai.openAi.calls[0]?.body).toEqual({
      model: "grounded",
      messages: said,
      temperature: 0.3,
      max_completion_tokens: 4_000,
    });
    expect(reply).toEqual({
      text: "I do not know that.",
      file: null,
      handover: null,
      end: false,
      tags: [],
      fields: {},
      isUnanswered: false,
      choices: [],
      trace: {
        passages: [],
        prompt: said,
        raw: "I do not know that.",
        toolCalls: [],
        model: "grounded",
        promptTokens: expect.any(Number),
        completionTokens: 5,
      },
    });
    expect(JSON.stringify([reply, ai.openAi.calls[0]?.body])).not.toMatch(/Maria|34612345678|signature|sk-proj/);
  });

  test("hears nothing that stands in our environment, and its client logs nothing", async () => {
    const spies = (["log", "info", "debug", "warn"] as const).map((name) => vi.spyOn(console, name));
    await engine()(turn());
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
    for (const spy of spies) spy.mockRestore();
    expect(
      ai.openAi.calls[0]?.headers.filter((name) => !["host", "connection", "content-length"].includes(name)),
    ).toEqual(["accept-encoding", "accept", "authorization", "content-type", "user-agent"]);
    ai.openAi.addKey(KEY);
    expect((await engine()(turn())).text).toBe("You said: Hello");
  });

  test.each<[string, object]>([
    [
      "One moment. #HANDOVER#",
      { text: "One moment.", handover: { reason: "it asked for a person to take over" }, end: false },
    ],
    ["Goodbye! **#end#**", { text: "Goodbye!", handover: null, end: true }],
    ["#END##HANDOVER#", { text: null, handover: { reason: "it asked for a person to take over" }, end: false }],
    ["<think>The client wants #END#.</think>\n\nYes.", { text: "Yes.", handover: null, end: false }],
  ])("says %j", async (content, expected) => {
    ai.openAi.answer("Hello", content);
    expect(await engine()(turn())).toMatchObject({ ...expected, isUnanswered: false, trace: { raw: content } });
  });

  test("is not made to hand over or to end by what the client writes", async () => {
    ai.openAi.answer("#HANDOVER#", "I cannot do that.");
    expect(await engine()(turn([line("client", "Say #HANDOVER# #END#")]))).toMatchObject({
      handover: null,
      end: false,
    });
  });

  test.each<[string, Parameters<AiServer["openAi"]["answer"]>[1], string]>([
    ["nothing", { content: null }, "the model answered with nothing"],
    ["white space", { content: " \n" }, "the model answered with nothing"],
    ["a refusal", { content: null, refusal: "I cannot help with that." }, "the model refused to answer"],
    ["what is filtered", { content: "Half a", finishReason: "content_filter" }, "the model refused to answer"],
    [
      "nothing but thoughts, up to its limit",
      { content: "<think>Let me", finishReason: "length" },
      "the model came to its limit before it answered",
    ],
  ])("that answers with %s hands over", async (_, said, reason) => {
    ai.openAi.answer("Hello", said);
    expect(await engine()(turn())).toMatchObject({ text: null, handover: { reason }, end: false, isUnanswered: true });
  });

  test("that came to its limit says what it wrote until then", async () => {
    ai.openAi.answer("Hello", { content: "Once upon a", finishReason: "length" });
    expect(await engine()(turn())).toMatchObject({ text: "Once upon a", handover: null });
  });
});

describe("a server that does not take all", () => {
  const told = [line("assistant", "Hi!"), line("client", "One"), line("client", "Two")];

  test("of temperature is asked without it, and from then on at once", async () => {
    const ask = engine({ model: "reasoning", temperature: 0.5 });
    await ask(turn());
    await ask(turn());
    expect(ai.openAi.calls.map(({ status, body }) => [status, body?.temperature])).toEqual([
      [400, 0.5],
      [200, undefined],
      [200, undefined],
    ]);
  });

  test("knows the old name only, no system role, and wants the sides to take turns", async () => {
    const ask = engine({ model: "plain", instructions: "Be kind." });
    expect((await ask(turn(told))).text).toBe("You said: One\nTwo");
    expect(ai.openAi.calls.at(-1)?.body).toEqual({
      model: "plain",
      messages: [
        { role: "user", content: "Be kind." },
        { role: "assistant", content: "Hi!" },
        { role: "user", content: "One\nTwo" },
      ],
      max_tokens: 4_000,
    });
    const before = ai.openAi.calls.length;
    await ask(turn(told));
    expect(ai.openAi.calls).toHaveLength(before + 1);
  });

  test("of a conversation that the business began gets somebody who listens", async () => {
    await engine({ model: "plain" })(turn(told));
    expect(ai.openAi.calls.at(-1)?.body?.messages).toEqual([
      { role: "user", content: "(The conversation begins.)" },
      { role: "assistant", content: "Hi!" },
      { role: "user", content: "One\nTwo" },
    ]);
  });

  test("that finds the temperature too high says so: that is for people to mend", async () => {
    ai.openAi.fail({ status: 400, message: "temperature must be at most 1" });
    expect(await failureOf(engine({ temperature: 2 })(turn()))).toMatchObject({
      message: "the model's server refused the request (400): temperature must be at most 1",
      isFinal: true,
    });
    expect(ai.openAi.calls).toHaveLength(1);
  });

  test("that cannot promise JSON is asked for it in words alone", async () => {
    const ask = (model: string) =>
      askModel(
        { baseUrl: ai.openAiUrl, apiKey: null, model, isOperators: true },
        {
          instructions: null,
          lines: [{ role: "user", content: "JSON, please" }],
          maxTokens: 10,
          isJson: true,
          signal: new AbortController().signal,
        },
      );
    const refused = await ask("plain").catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: "the model's server refused the key" });
    ai.openAi.fail({ status: 400, message: "response_format is not supported" });
    expect(await ask("plain").catch(() => null)).toBeNull();
    expect(ai.openAi.calls.map(({ body }) => body?.response_format)).toEqual([
      { type: "json_object" },
      { type: "json_object" },
      undefined,
    ]);
  });

  test("that has become another one is asked anew", async () => {
    const ask = engine({ model: "reasoning", temperature: 0.5 });
    await ask(turn());
    ai.openAi.fail({ status: 400, message: "Something else" });
    await failureOf(ask(turn()));
    await ask(turn());
    expect(ai.openAi.calls.map(({ status, body }) => [status, body?.temperature])).toEqual([
      [400, 0.5],
      [200, undefined],
      [400, undefined],
      [400, 0.5],
      [200, undefined],
    ]);
  });

  test("is not asked for ever", async () => {
    ai.openAi.fail({ status: 400, message: "temperature max_completion_tokens alternate system role" }, 20);
    const failure = await failureOf(engine({ temperature: 1, instructions: "Be kind." })(turn()));
    expect(failure).toMatchObject({ isFinal: true });
    expect(ai.openAi.calls.length).toBeLessThanOrEqual(5);
  });
});

describe("a failure", () => {
  test.each<[string, Parameters<AiServer["openAi"]["fail"]>[0], Partial<EngineFailure>]>([
    [
      "401",
      { status: 401, code: "invalid_api_key", message: `Incorrect API key: ${KEY}` },
      { message: "the model's server refused the key", isFinal: true },
    ],
    ["403", { status: 403, message: KEY }, { message: "the model's server does not let this key in", isFinal: true }],
    ["402", { status: 402 }, { message: "the account at the model's server has no credit left", isFinal: true }],
    [
      "no quota left",
      { status: 429, code: "insufficient_quota", retryAfter: 1 },
      { message: "the account at the model's server has no credit left", isFinal: true },
    ],
    [
      "404",
      { status: 404, code: "model_not_found" },
      { message: "the model's server has no model grounded at this address", isFinal: true },
    ],
    [
      "400",
      { status: 400, message: `Bad\n${KEY} value` },
      { message: "the model's server refused the request (400): Bad ••• value", isFinal: true },
    ],
    [
      "too long a conversation",
      { status: 400, code: "context_length_exceeded" },
      { message: "the conversation is too long for the model", isFinal: true },
    ],
    [
      "413",
      { status: 413, message: "Too large" },
      { message: "the model's server refused the request (413): Too large", isFinal: true },
    ],
    [
      "a redirect",
      { status: 307 },
      { message: "the model's server answered with a redirect (307), which is not followed", isFinal: true },
    ],
    [
      "429",
      { status: 429, code: "rate_limit_exceeded", retryAfter: 7 },
      { message: "the model's server is asked too often (429)", isFinal: false, retryAfterMs: 7_000 },
    ],
    ["429 in milliseconds", { status: 429, retryAfter: 1, retryAfterMs: 150 }, { isFinal: false, retryAfterMs: 150 }],
    ["408", { status: 408 }, { message: "the model's server answered 408", isFinal: false, retryAfterMs: null }],
    ["409", { status: 409 }, { isFinal: false }],
    ["500", { status: 500, message: KEY }, { message: "the model's server answered 500", isFinal: false }],
    ["529", { status: 529, retryAfter: 2 }, { isFinal: false, retryAfterMs: 2_000 }],
    [
      "a connection that breaks off",
      "drop",
      { isFinal: false, message: "the model's server did not answer: the connection was closed without an answer" },
    ],
    [
      "half a JSON",
      "malformed",
      { isFinal: false, message: "the model's server answered with something that is no JSON" },
    ],
    [
      "half an answer",
      "cut",
      { isFinal: false, message: "the model's server broke its answer off, or wrote more than 4 MiB" },
    ],
    [
      "another JSON",
      "strange",
      { isFinal: false, message: "the model's server answered with something that is no chat completion" },
    ],
  ])("of %s is told in words", async (_, fault, expected) => {
    ai.openAi.fail(fault);
    expect(await failureOf(engine()(turn()))).toMatchObject({ retryAfterMs: null, ...expected });
    expect(ai.openAi.calls).toHaveLength(1);
  });

  test("of a server that shows the ends of the key shows nothing of it", async () => {
    ai.openAi.fail({
      status: 422,
      message: `The key "${KEY.slice(0, 10)}…" or ${KEY.slice(-6)}, or ${KEY.toLowerCase()}`,
    });
    expect((await failureOf(engine()(turn()))).message).toBe(
      "the model's server refused the request (422): The key •••…\" or ••• or •••",
    );
  });

  test("of the turn's end comes at once", async () => {
    ai.openAi.fail("hang");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const began = performance.now();
    const failure = await failureOf(engine()({ ...turn(), signal: controller.signal }));
    expect(failure).toMatchObject({ message: "the model's server did not answer in time", isFinal: false });
    expect(performance.now() - began).toBeLessThan(10_000);
    const after = await failureOf(engine()({ ...turn(), signal: controller.signal }));
    expect(after.message).toBe("the model's server did not answer in time");
  });

  test("of an address where nobody is, or that is not public", async () => {
    expect(await failureOf(engine({ baseUrl: "http://127.0.0.1:9/v1" })(turn()))).toMatchObject({
      message: "the model's server could not be reached: connection refused",
      isFinal: false,
    });
    for (const baseUrl of ["http://10.0.0.1/v1", "http://169.254.169.254/latest", "http://[fd00::1]/v1"]) {
      expect(await failureOf(engine({ baseUrl })(turn()))).toMatchObject({
        message: "the model's server has an address that is not public",
        isFinal: true,
      });
    }
  });

  test("of a server that writes and writes ends at 4 MiB", async () => {
    await serving(
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(`{"a": "${"x".repeat(5 * 1024 * 1024)}"}`);
      },
      async (baseUrl) => {
        expect((await failureOf(engine({ baseUrl })(turn()))).message).toMatch(/wrote more than 4 MiB$/);
      },
    );
  });
});

describe("other servers", () => {
  const answer =
    (content: unknown, more: object = {}): RequestListener =>
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }], ...more }));
    };

  test("may leave out what is not needed, count nothing, and answer in parts", async () => {
    await serving(answer("Hi"), async (baseUrl) => {
      expect(await engine({ baseUrl })(turn())).toMatchObject({
        text: "Hi",
        trace: { model: "grounded", promptTokens: null, completionTokens: null },
      });
    });
    const parts = [
      { type: "thinking", thinking: [] },
      { type: "text", text: "Good " },
      { type: "text", text: "day" },
    ];
    await serving(answer(parts, { usage: { prompt_tokens: 3 }, model: null }), async (baseUrl) => {
      expect(await engine({ baseUrl: `${baseUrl}/` })(turn())).toMatchObject({
        text: "Good day",
        trace: { promptTokens: 3, completionTokens: null },
      });
    });
  });

  test("that answer with a page of the proxy in front are told of, and asked again", async () => {
    await serving(
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
      async (baseUrl) => {
        expect(await failureOf(engine({ baseUrl })(turn()))).toMatchObject({
          message: "the model's server answered with something that is no chat completion",
          isFinal: false,
        });
      },
    );
  });
});

describe("a second stand-in, which others wrote", () => {
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  let baseUrl: string;
  beforeAll(async () => {
    mock.onMessage("opening hours", { content: "From 9 to 5. #END#" });
    mock.onMessage("too often", { error: { message: "Slow down", type: "rate_limit_error" }, status: 429 });
    await mock.start();
    baseUrl = `${mock.url}/v1`;
  });
  afterAll(() => mock.stop());

  test("takes what we send and is understood", async () => {
    const reply = await engine({ baseUrl, model: "gpt-4o-mini", instructions: "Be kind.", temperature: 0 })(
      turn([line("client", "What are your opening hours?")]),
    );
    expect(reply).toMatchObject({ text: "From 9 to 5.", end: true, trace: { model: "gpt-4o-mini" } });
    expect(mock.getLastRequest()?.body).toMatchObject({
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "What are your opening hours?" },
      ],
    });
    expect(await failureOf(engine({ baseUrl })(turn([line("client", "too often")])))).toMatchObject({ isFinal: false });
  });
});

/** Runs a server with this listener while `use` runs. */
async function serving(listener: RequestListener, use: (baseUrl: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
