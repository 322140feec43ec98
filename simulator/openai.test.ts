import OpenAI, {
  APIConnectionError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startAi, type AiServer } from "./ai.ts";

// OpenAI's own client checks that the stand-in behaves like OpenAI.

let ai: AiServer;
let client: OpenAI;
beforeEach(async () => {
  ai = await startAi();
  client = new OpenAI({ apiKey: "sk-judge", baseURL: ai.openAiUrl, maxRetries: 0, logLevel: "off" });
});
afterEach(() => ai.stop());

const user = (content: string) => ({ role: "user" as const, content });
const ask = (content: string, more: object = {}) =>
  client.chat.completions.create({ model: "grounded", messages: [user(content)], ...more });
/** The error that a call ends with. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe("OpenAI's client", () => {
  test("reads a completion, its usage and the id of the request", async () => {
    const { data, request_id: requestId } = await ask("Hello").withResponse();
    expect(data).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: "chat.completion",
      model: "grounded",
      choices: [
        { index: 0, finish_reason: "stop", message: { role: "assistant", content: "You said: Hello", refusal: null } },
      ],
      usage: { prompt_tokens: 6, completion_tokens: 4, total_tokens: 10 },
    });
    expect(requestId).toMatch(/^req_/);
  });

  test("lists the models and finds one", async () => {
    const ids = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(["grounded", "reasoning", "plain", "words-small", "words-large"]);
    expect(await client.models.retrieve("plain")).toMatchObject({ id: "plain", object: "model" });
    expect(await errorOf(client.models.retrieve("gpt-none"))).toBeInstanceOf(NotFoundError);
  });

  test("reads embeddings as numbers or packed; texts that share words, or words of one meaning, are near each other", async () => {
    ai.openAi.meanSame("bike", "bicycle");
    const input = ["Where do I rent a bike?", "Renting of a bicycle", "Breakfast is at eight"];
    const embed = async (format: "float" | "base64") => {
      const made = await client.embeddings.create({ model: "words-small", input, encoding_format: format });
      expect(made).toMatchObject({ object: "list", model: "words-small", usage: { prompt_tokens: 17 } });
      return made.data.map(({ embedding }) => embedding);
    };
    const [question = [], same = [], other = []] = await embed("float");
    expect([question.length, Math.hypot(...question)]).toEqual([256, expect.closeTo(1, 5)]);
    const cosine = (to: number[]) => question.reduce((sum, value, at) => sum + value * (to[at] ?? 0), 0);
    expect(cosine(same)).toBeGreaterThan(0.3);
    expect(cosine(other)).toBeLessThan(0.3);
    const packed = await client.embeddings.create({ model: "words-small", input });
    expect(packed.data[0]?.embedding).toEqual(question);
  });

  test("knows why no embeddings are made", async () => {
    const embed = (body: object) =>
      errorOf(client.embeddings.create({ model: "words-small", input: "a", encoding_format: "float", ...body }));
    expect(await embed({ model: "grounded" })).toBeInstanceOf(NotFoundError);
    expect(await embed({ model: "none" })).toBeInstanceOf(NotFoundError);
    expect(await embed({ input: [] })).toBeInstanceOf(BadRequestError);
    expect(await embed({ input: "" })).toBeInstanceOf(BadRequestError);
  });

  test("knows each refusal by its kind, its code and its parameter", async () => {
    ai.openAi.addKey("sk-another");
    expect(await errorOf(ask("Hi"))).toBeInstanceOf(AuthenticationError);
    expect(await errorOf(ask("Hi"))).toMatchObject({ status: 401, code: "invalid_api_key" });
    ai.openAi.addKey("sk-judge");
    expect(await errorOf(ask("Hi", { model: "gpt-none" }))).toMatchObject({ status: 404, code: "model_not_found" });
    expect(await errorOf(client.moderations.create({ input: "a" }))).toMatchObject({
      code: "unknown_url",
    });
    const refused = await errorOf(ask("Hi", { model: "reasoning", temperature: 0 }));
    expect(refused).toBeInstanceOf(BadRequestError);
    expect(refused).toMatchObject({ status: 400, code: "unsupported_parameter", param: "temperature" });
  });

  test.each<[string, object, string | null]>([
    ["a member that there is not", { temprature: 1 }, "temprature"],
    ["a temperature out of range", { temperature: 3 }, "temperature"],
    ["no messages", { messages: [] }, "messages"],
    ["a role that there is not", { messages: [{ role: "client", content: "Hi" }] }, "messages.0.role"],
    ["a member of a message that there is not", { messages: [{ ...user("Hi"), clientId: "1" }] }, "clientId"],
    ["content that is none", { messages: [{ role: "user", content: null }] }, "messages.0.content"],
  ])("is refused %s", async (_, more, param) => {
    expect(await errorOf(ask("Hi", more))).toMatchObject({ status: 400, type: "invalid_request_error", param });
  });

  test("meets every fault as it meets OpenAI's", async () => {
    const limit = { status: 429, code: "rate_limit_exceeded", retryAfter: 7, retryAfterMs: 6_500 };
    ai.openAi.fail(limit);
    const limited = await errorOf(ask("Hi"));
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited).toMatchObject({ code: "rate_limit_exceeded", type: "rate_limit_exceeded" });
    expect((limited as RateLimitError).headers.get("retry-after-ms")).toBe("6500");
    ai.openAi.fail({ status: 500 });
    expect(await errorOf(ask("Hi"))).toBeInstanceOf(InternalServerError);
    ai.openAi.fail("drop");
    expect(await errorOf(ask("Hi"))).toBeInstanceOf(APIConnectionError);
    ai.openAi.fail("malformed");
    expect(await errorOf(ask("Hi"))).toBeInstanceOf(SyntaxError);
    ai.openAi.fail("hang");
    expect(
      await errorOf(client.chat.completions.create({ model: "grounded", messages: [user("Hi")] }, { timeout: 50 })),
    ).toMatchObject({
      message: "Request timed out.",
    });
    expect(await errorOf(ask("Hi"))).toBeNull();
  });

  test("asks again by itself after what passes", async () => {
    ai.openAi.fail({ status: 500, retryAfterMs: 1 }, 2);
    const patient = client.withOptions({ maxRetries: 2 });
    await patient.chat.completions.create({ model: "grounded", messages: [user("Hi")] });
    expect(ai.openAi.calls.map(({ status }) => status)).toEqual([500, 500, 200]);
  });
});

describe("its models", () => {
  const instructions =
    "You answer for a shop. Write #HANDOVER# when you cannot answer, and #END# when the customer leaves.\n\n" +
    "Parcels arrive within three days. They come with the blue van.\n\nReturns are free within 30 days.";
  const answer = async (question: string, system = instructions) => {
    const messages = [{ role: "system" as const, content: system }, user(question)];
    const { choices } = await client.chat.completions.create({ model: "grounded", messages });
    return choices[0]?.message.content;
  };

  test.each([
    ["How many days until my parcel arrives?", "Parcels arrive within three days."],
    ["Are returns free?", "Returns are free within 30 days."],
    ["Do you sell submarines?", "#HANDOVER#"],
    ["I want a human", "I am getting a colleague for you. #HANDOVER#"],
    ["Bye!", "You are welcome, goodbye! #END#"],
  ])("answer %j out of their prompt: %j", async (question, expected) => {
    expect(await answer(question)).toBe(expected);
  });

  test("answer in JSON when they are asked to: out of passages, by their numbers, or as a judge", async () => {
    const json = async (content: string) => {
      const { choices } = await ask(content, { response_format: { type: "json_object" } });
      return JSON.parse(choices[0]?.message.content ?? "") as unknown;
    };
    const fence = (name: string, text: string) => `<<< ${name}\n${text}\n>>>`;
    const asked = (question: string) =>
      [
        "JSON, please",
        fence("PASSAGE 1", "Shipping\nParcels arrive within three days."),
        fence("PASSAGE 2", "Returns\nReturns are free within 30 days."),
        fence("CONVERSATION", `CUSTOMER: Hi\nBUSINESS: Hello\nCUSTOMER: ${question}`),
      ].join("\n\n");
    const wishes = { handover: null, tags: [], fields: {} };
    expect(await json(asked("Are\nreturns free?"))).toEqual({
      answer: "Returns are free within 30 days. [2]",
      passages: [2],
      fits: true,
      ...wishes,
    });
    expect(await json(asked("Do you sell submarines?"))).toEqual({ answer: "", passages: [], fits: false, ...wishes });
    expect(await json(asked("A human!"))).toMatchObject({ handover: "The customer asks for a person", fits: false });
    const judged = (answer: string) => json(JSON.stringify({ json: true, answer, rule: "It names thirty days" }));
    expect(await judged("Within thirty days.")).toMatchObject({ passes: true });
    expect(await judged("No idea.")).toMatchObject({ passes: false });
    expect(await json("Say it in JSON")).toEqual({ answer: "You said: Say it in JSON" });
    expect(await errorOf(json("Hi"))).toMatchObject({ status: 400, param: "messages" });
  });

  test("say so when nothing of their prompt fits, and know no keyword that they were not told of", async () => {
    expect(await answer("Do you sell submarines?", "Be kind.")).toBe("I do not know that.");
    expect(await answer("I want a human", "Be kind.")).toBe("I do not know that.");
  });

  test("say what they are told to, the last word first, and end as they are told to", async () => {
    ai.openAi.answer("refund", "No refunds.");
    ai.openAi.answer(/refund/i, (messages) => `${messages.length} lines: yes.`);
    ai.openAi.answer("weapons", { content: null, refusal: "I cannot help with that." });
    ai.openAi.answer("story", { content: "Once upon", finishReason: "length" });
    expect((await ask("A REFUND?")).choices[0]?.message.content).toBe("1 lines: yes.");
    expect((await ask("weapons")).choices[0]).toMatchObject({
      message: { content: null, refusal: expect.any(String) },
    });
    expect((await ask("A story")).choices[0]?.finish_reason).toBe("length");
  });

  test.each([
    ["plain", { messages: [user("a"), user("b")] }, "must alternate"],
    ["plain", { messages: [{ role: "system", content: "a" }, user("b")] }, "System role not supported"],
    ["plain", { max_completion_tokens: 5 }, "'max_completion_tokens' is not supported"],
    ["reasoning", { max_tokens: 5 }, "'max_tokens' is not supported"],
  ])("%s refuses %j", async (model, more, words) => {
    expect(await errorOf(ask("Hi", { model, ...more }))).toMatchObject({
      status: 400,
      message: expect.stringContaining(words),
    });
  });
});
