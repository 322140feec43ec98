import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startAi, type AiServer } from "../../../simulator/ai.ts";
import { EngineFailure, type ContextMessage, type Turn } from "../engine.ts";
import { providerB } from "./provider-b.ts";

const KEY = "pcsk_4f9_AbCdEfGhIjKlMnOpQrStUv";
const FILES = [
  { name: "hotel.pdf", pages: ["Rooms are cleaned daily.", "Breakfast is served from 7 to 10. It costs 12 euros."] },
];

let ai: AiServer;
let name: string;
beforeEach(async () => {
  ai = await startAi();
  name = `guide-${crypto.randomUUID()}`;
  ai.pinecone.addAssistant({ name, apiKey: KEY, files: FILES });
});
afterEach(async () => {
  vi.useRealTimers();
  await ai.stop();
});

const line = (role: ContextMessage["role"], content: string): ContextMessage => ({
  role,
  type: "text",
  content,
  url: null,
  createdAt: new Date(),
});
const turn = (messages: ContextMessage[] = [line("client", "When is breakfast served?")]): Turn => ({
  workspaceId: 1,
  convId: "0190a1b2-0000-7000-8000-000000000001",
  clientId: "0190a1b2-0000-7000-8000-000000000002",
  aiId: "0190a1b2-0000-7000-8000-000000000003",
  key: "turn-1",
  messages,
  known: { email: "maria@shop.example" },
  signal: new AbortController().signal,
});
type Settings = Parameters<typeof providerB>[0];
const engine = (more: Partial<Settings> = {}) =>
  providerB({ apiKey: KEY, model: name, baseUrl: ai.pineconeUrl, ...more });
const paths = () => ai.pinecone.calls.map(({ path }) => path.replace(name, "*"));
async function failureOf(reply: Promise<unknown>): Promise<EngineFailure> {
  const error = await reply.then(
    (value) => expect.fail(`it answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EngineFailure)) throw error;
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY.slice(9, 17));
  return error;
}

describe("a Pinecone assistant", () => {
  test("is found, asked in its own two roles, and cited", async () => {
    const reply = await engine()(
      turn([
        line("client", "Hello"),
        line("agent", "Good morning!"),
        line("assistant", "How can I help?"),
        line("client", "A question:"),
        line("client", "When is breakfast served?"),
      ]),
    );
    const said = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Good morning!\nHow can I help?" },
      { role: "user", content: "A question:\nWhen is breakfast served?" },
    ];
    expect(ai.pinecone.calls).toMatchObject([
      { path: `GET /assistant/assistants/${name}`, version: "2026-07" },
      { path: `POST /home-1/assistant/chat/${name}`, body: { messages: said, stream: false, model: "gpt-4o" } },
    ]);
    expect(reply).toEqual({
      text: "Breakfast is served from 7 to 10.",
      file: null,
      handover: null,
      end: false,
      tags: [],
      fields: {},
      isUnanswered: false,
      choices: [],
      trace: {
        passages: [
          {
            id: `${name}-hotel.pdf#2`,
            sourceId: `${name}-hotel.pdf`,
            title: "hotel.pdf",
            url: null,
            heading: "Page 2",
            content: "",
            score: 1,
            isUsed: true,
          },
        ],
        prompt: said,
        raw: "Breakfast is served from 7 to 10.",
        toolCalls: [],
        model: "gpt-4o",
        promptTokens: expect.any(Number),
        completionTokens: 9,
      },
    });
    expect(JSON.stringify([reply, ai.pinecone.calls])).not.toMatch(/maria|pcsk|signature/);
  });

  test("answers with another model where its name says so", async () => {
    const reply = await engine({ model: `${name}:claude-sonnet-4-5` })(turn());
    expect(ai.pinecone.calls[1]?.body).toMatchObject({ model: "claude-sonnet-4-5" });
    expect(reply.trace.model).toBe("claude-sonnet-4-5");
  });

  test.each<[string, object]>([
    ["Goodbye! #END#", { text: "Goodbye!", handover: null, end: true }],
    ["#HANDOVER#", { text: null, handover: { reason: "it asked for a person to take over" }, isUnanswered: false }],
    ["", { text: null, handover: { reason: "the assistant at Pinecone answered with nothing" }, isUnanswered: true }],
  ])("that says %j", async (content, expected) => {
    ai.pinecone.answer("breakfast", content);
    expect(await engine()(turn())).toMatchObject(expected);
  });

  test("is looked for once in ten minutes, and again when it has moved", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T09:00:00Z") });
    const [find, ask] = ["GET /assistant/assistants/*", "POST /home-1/assistant/chat/*"];
    await engine()(turn());
    await engine()(turn());
    expect(paths()).toEqual([find, ask, ask]);
    vi.setSystemTime(new Date("2026-11-21T09:10:01Z"));
    await engine()(turn());
    expect(paths().slice(3)).toEqual([find, ask]);
    ai.pinecone.move();
    // The turn retries, so the failure must not be final.
    expect(await failureOf(engine()(turn()))).toMatchObject({ isFinal: false });
    expect((await engine()(turn())).text).toBe("Breakfast is served from 7 to 10.");
    expect(paths().slice(5)).toEqual([ask, find, "POST /home-2/assistant/chat/*"]);
  });

  test("of one key is not found with another's", async () => {
    await engine()(turn());
    ai.pinecone.addAssistant({ name: "other", apiKey: "pcsk_other", files: [] });
    expect(await failureOf(engine({ apiKey: "pcsk_other" })(turn()))).toMatchObject({
      message: `Pinecone knows no assistant ${name} for this key`,
      isFinal: true,
    });
  });

  test("is reached at its own host too, when that is its address", async () => {
    const baseUrl = `${ai.pineconeUrl}/home-1`;
    expect((await engine({ baseUrl })(turn())).text).toBe("Breakfast is served from 7 to 10.");
    expect((await engine({ baseUrl: `${baseUrl}/assistant/` })(turn())).text).toBe("Breakfast is served from 7 to 10.");
    expect((await engine({ baseUrl: `${ai.pineconeUrl}/assistant` })(turn())).end).toBe(false);
  });
});

describe("a failure", () => {
  test.each<[string, Parameters<AiServer["pinecone"]["fail"]>[0], Partial<EngineFailure>]>([
    ["401", { status: 401, message: KEY }, { message: "Pinecone refused the key", isFinal: true }],
    ["403", { status: 403 }, { message: "Pinecone does not let this key in", isFinal: true }],
    ["402", { status: 402 }, { message: "the account at Pinecone has no credit left", isFinal: true }],
    [
      "400",
      { status: 400, message: `No ${KEY}` },
      { message: "Pinecone refused the request (400): No •••", isFinal: true },
    ],
    ["422", { status: 422, message: "No" }, { message: "Pinecone refused the request (422): No", isFinal: true }],
    [
      "429",
      { status: 429, retryAfter: 3 },
      { message: "Pinecone is asked too often (429)", isFinal: false, retryAfterMs: 3_000 },
    ],
    ["500", { status: 500 }, { message: "Pinecone answered 500", isFinal: false }],
    ["503", { status: 503, retryAfter: 1 }, { message: "Pinecone answered 503", isFinal: false, retryAfterMs: 1_000 }],
    [
      "a redirect",
      { status: 302 },
      { message: "Pinecone answered with a redirect (302), which is not followed", isFinal: true },
    ],
    [
      "a broken connection",
      "drop",
      { message: "Pinecone did not answer: the connection was closed without an answer", isFinal: false },
    ],
    ["half a JSON", "malformed", { message: "Pinecone answered with something that is no JSON", isFinal: false }],
    ["half an answer", "cut", { message: "Pinecone broke its answer off, or wrote more than 4 MiB", isFinal: false }],
  ])("of %s is told in words, while it is looked for and while it is asked", async (_, fault, expected) => {
    ai.pinecone.fail(fault);
    expect(await failureOf(engine()(turn()))).toMatchObject({ retryAfterMs: null, ...expected });
    expect(paths()).toEqual(["GET /assistant/assistants/*"]);
    await engine()(turn());
    ai.pinecone.fail(fault);
    expect(await failureOf(engine()(turn()))).toMatchObject({ retryAfterMs: null, ...expected });
    expect(paths().slice(1)).toEqual([
      "GET /assistant/assistants/*",
      "POST /home-1/assistant/chat/*",
      "POST /home-1/assistant/chat/*",
    ]);
    // A failure that only requires waiting must not clear the cached host.
    const isAnswered = typeof fault !== "string";
    await engine()(turn());
    expect(paths().length).toBe(isAnswered ? 5 : 6);
  });

  test("of an assistant's own host, which is no control plane, is not taken for an assistant that is not there", async () => {
    ai.pinecone.fail({ status: 404 });
    ai.pinecone.fail("drop");
    expect(await failureOf(engine({ baseUrl: `${ai.pineconeUrl}/home-1` })(turn()))).toMatchObject({
      message: "Pinecone did not answer: the connection was closed without an answer",
      isFinal: false,
    });
  });

  test("of an answer that is another JSON", async () => {
    await engine()(turn());
    ai.pinecone.fail("strange");
    expect(await failureOf(engine()(turn()))).toMatchObject({
      message: "Pinecone answered with something that is no chat answer",
      isFinal: false,
    });
  });

  test.each<["Failed" | "Terminating" | "Initializing", Partial<EngineFailure>]>([
    ["Failed", { isFinal: true }],
    ["Terminating", { isFinal: true }],
    ["Initializing", { isFinal: false }],
  ])("of an assistant that is %s", async (status, expected) => {
    ai.pinecone.addAssistant({ name, apiKey: KEY, files: FILES, status });
    expect(await failureOf(engine()(turn()))).toMatchObject(expected);
  });

  test.each(["..", ".", "no one", "a/../b"])("of the name %j reaches nobody else", async (model) => {
    expect(await failureOf(engine({ model })(turn()))).toMatchObject({
      message: `Pinecone knows no assistant ${model} for this key`,
      isFinal: true,
    });
    expect(
      paths().filter(
        (path) => path.startsWith("GET /assistant/assistants") && !path.endsWith(encodeURIComponent(model)),
      ),
    ).toEqual([]);
  });

  test("of the turn's end comes at once", async () => {
    ai.pinecone.fail("hang");
    const began = performance.now();
    const failure = await failureOf(engine()({ ...turn(), signal: AbortSignal.timeout(100) }));
    expect(failure).toMatchObject({ message: "Pinecone did not answer in time", isFinal: false });
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
