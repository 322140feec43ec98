import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startAi, type AiServer } from "../../../simulator/ai.ts";
import { checkEngine } from "../versions/check-ai.ts";
import { engineOf } from "./engine-of.ts";

const PLACE = { workspaceId: 1, aiId: "0190a1b2-0000-7000-8000-000000000003" };

let ai: AiServer;
beforeEach(async () => {
  ai = await startAi();
});
afterEach(() => ai.stop());

test("settings that work are told so, after one short answer", async () => {
  const baseUrl = ai.openAiUrl;
  ai.pinecone.addAssistant({ name: "guide", files: [] });
  for (const [type, properties] of [
    ["provider_a", { apiKey: "sk-1", model: "grounded", baseUrl }],
    ["provider_b", { apiKey: "pc-1", model: "guide", baseUrl: ai.pineconeUrl }],
  ] as const) {
    expect(await checkEngine(type, properties, PLACE)).toEqual({
      isGood: true,
      message: expect.stringMatching(/^It answered within \d+\.\d s\.$/),
    });
  }
  expect(ai.openAi.calls.map(({ body }) => body?.messages)).toEqual([[{ role: "user", content: "Hello" }]]);
});

test("a custom endpoint knows a trial by the ids of no conversation", async () => {
  let body = "";
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => response.end('{"content":"Hi"}'));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await checkEngine("custom", { endpoint }, PLACE)).toMatchObject({ isGood: true });
  expect(JSON.parse(body)).toMatchObject({
    convId: "00000000-0000-0000-0000-000000000000",
    clientId: "00000000-0000-0000-0000-000000000000",
    messages: [{ role: "client", type: "text", content: "Hello" }],
  });
  server.close();
});

test("settings that do not work are told in a sentence, once, without the key", async () => {
  const properties = { apiKey: "sk-secret-of-the-shop", model: "none", baseUrl: ai.openAiUrl };
  expect(await checkEngine("provider_a", properties, PLACE)).toEqual({
    isGood: false,
    message: "The model's server has no model none at this address.",
  });
  ai.openAi.addKey("another");
  const refused = await checkEngine("provider_a", { ...properties, model: "grounded" }, PLACE);
  expect(refused).toEqual({ isGood: false, message: "The model's server refused the key." });
  expect(ai.openAi.calls).toHaveLength(2);
});

test("an answer with nothing in it is none", async () => {
  ai.openAi.answer("hello", "");
  const properties = { apiKey: "sk-1", model: "grounded", baseUrl: ai.openAiUrl };
  expect(await checkEngine("provider_a", properties, PLACE)).toEqual({
    isGood: false,
    message: "The model answered with nothing.",
  });
});

test("the built-in assistant needs no key", async () => {
  expect(await checkEngine("builtIn", {}, PLACE)).toEqual({
    isGood: true,
    message: "It needs no key: it answers from its sources, word for word.",
  });
});

test("with the operator's models both are tried", async () => {
  Object.assign(process.env, {
    AI_BASE_URL: ai.openAiUrl,
    AI_MODEL: "grounded",
    AI_API_KEY: "sk-1",
    AI_EMBEDDING_MODEL: "words-small",
  });
  expect(await checkEngine("builtIn", {}, PLACE)).toMatchObject({ isGood: true });
  process.env.AI_EMBEDDING_MODEL = "none";
  expect(await checkEngine("builtIn", {}, PLACE)).toEqual({
    isGood: false,
    message: "The model's server has no model none at this address.",
  });
});

test("properties that were never checked stand behind nothing", () => {
  expect(() => engineOf("provider_a", { model: "grounded" }, PLACE)).toThrow("assistants.key");
  expect(() => engineOf("custom", { endpoint: "ftp://shop.example" }, PLACE)).toThrow("assistants.http");
});
