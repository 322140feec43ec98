import { Errors, Pinecone } from "@pinecone-database/pinecone";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startAi, type AiServer } from "./ai.ts";

// Pinecone's own client checks that the stand-in behaves like Pinecone.

let ai: AiServer;
let client: Pinecone;
let name: string;
beforeEach(async () => {
  ai = await startAi();
  // The client caches an assistant's host without expiry.
  name = `guide-${crypto.randomUUID()}`;
  client = clientWith("pc-judge");
  const pages = ["Rooms are cleaned daily.", "Breakfast is served from 7 to 10. It costs 12 euros."];
  ai.pinecone.addAssistant({ name, apiKey: "pc-judge", files: [{ name: "hotel.pdf", pages }] });
});
afterEach(() => ai.stop());

const clientWith = (apiKey: string) =>
  new Pinecone({ apiKey, controllerHostUrl: `${ai.pineconeUrl}/assistant`, maxRetries: 0 });
const question = { messages: [{ role: "user", content: "When is breakfast served?" }] };
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

test("Pinecone's client finds where an assistant lives, and reads its answer with what it cites", async () => {
  const answer = await client.assistant({ name }).chat({ ...question, includeHighlights: true });
  expect(answer).toMatchObject({
    finishReason: "stop",
    message: { role: "assistant", content: "Breakfast is served from 7 to 10." },
    model: "gpt-4o",
    usage: { promptTokens: 7, completionTokens: 9, totalTokens: 16 },
  });
  expect(answer.citations?.[0]?.references?.[0]).toMatchObject({
    file: {
      id: `${name}-hotel.pdf`,
      name: "hotel.pdf",
      status: "Available",
      createdOn: new Date("2026-11-01T09:00:00Z"),
    },
    pages: [2],
    highlight: { content: "Breakfast is served from 7 to 10." },
  });
  expect(ai.pinecone.calls.map(({ path }) => path)).toEqual([
    `GET /assistant/assistants/${name}`,
    `POST /home-1/assistant/chat/${name}`,
  ]);
});

test("Pinecone's client describes, lists, completes and finds context", async () => {
  expect(await client.assistants.describe(name)).toMatchObject({
    name,
    status: "Ready",
    host: expect.stringContaining("/home-1"),
  });
  expect((await client.assistants.list()).assistants).toHaveLength(1);
  const completion = await client.assistant({ name }).chatCompletion(question);
  expect(completion.choices?.[0]?.message?.content).toBe("Breakfast is served from 7 to 10.");
  const { snippets } = await client.assistant({ name }).context({ query: "breakfast costs?" });
  expect(snippets?.[0]).toMatchObject({ content: expect.stringContaining("12 euros"), score: 0.9 });
});

test("Pinecone's client knows each refusal by its kind", async () => {
  const { PineconeAuthorizationError, PineconeBadRequestError, PineconeNotFoundError, PineconeConnectionError } =
    Errors;
  expect(await errorOf(clientWith("pc-wrong").assistants.describe(name))).toBeInstanceOf(PineconeAuthorizationError);
  expect(await errorOf(client.assistants.describe("nobody"))).toBeInstanceOf(PineconeNotFoundError);
  const assistant = client.assistant({ name });
  const bad = { messages: [{ role: "user", content: "" }] };
  expect(await errorOf(assistant.chat(bad))).toBeInstanceOf(PineconeBadRequestError);
  expect(await errorOf(assistant.chat({ ...question, model: "gpt-none" }))).toBeInstanceOf(PineconeBadRequestError);
  ai.pinecone.fail({ status: 429, code: "RESOURCE_EXHAUSTED", retryAfter: 2 });
  expect(await errorOf(assistant.chat(question))).toMatchObject({ name: "PineconeUnmappedHttpError" });
  ai.pinecone.fail({ status: 503 });
  expect(await errorOf(assistant.chat(question))).toMatchObject({ name: "PineconeMaxRetriesExceededError" });
  ai.pinecone.fail("drop");
  expect(await errorOf(assistant.chat(question))).toBeInstanceOf(PineconeConnectionError);
  ai.pinecone.move();
  expect(await errorOf(assistant.chat(question))).toBeInstanceOf(PineconeNotFoundError);
});

test("the stand-in wants the version in a header, and says what it was told to", async () => {
  const describe = (headers: Record<string, string>) =>
    fetch(`${ai.pineconeUrl}/assistant/assistants/${name}`, { headers: { "api-key": "pc-judge", ...headers } });
  expect((await describe({})).status).toBe(400);
  expect((await describe({ "x-pinecone-api-version": "2026-07" })).status).toBe(200);
  ai.pinecone.answer("BREAKFAST", "#HANDOVER#");
  expect((await client.assistant({ name }).chat(question)).message?.content).toBe("#HANDOVER#");
});
