// @own-process: the guarded fetch keeps OUTBOUND_ALLOW for the lifetime of the process.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAi, type AiServer } from "../../../simulator/ai.ts";
import type { Turn } from "../engine.ts";
import { checkEngine } from "../versions/check-ai.ts";
import { custom } from "./custom.ts";
import { guardedFetch, Unreached } from "./guarded-fetch.ts";
import { providerA } from "./provider-a.ts";
import { providerB } from "./provider-b.ts";

// All addresses on this machine are private, and no private address is allowed here. So an address that the operator set works, and
// one that a customer gave does not.
process.env.OUTBOUND_ALLOW = "";

let ai: AiServer;
beforeAll(async () => {
  ai = await startAi();
  ai.pinecone.addAssistant({ name: "guide", files: [{ name: "a.txt", pages: ["Breakfast is served from 7 to 10."] }] });
  process.env.OPENAI_BASE_URL = ai.openAiUrl;
  process.env.PINECONE_URL = ai.pineconeUrl;
  process.env.AI_BASE_URL = ai.openAiUrl;
  process.env.AI_MODEL = "grounded";
});
afterAll(() => ai.stop());

const signal = new AbortController().signal;
const turn: Turn = {
  workspaceId: 1,
  convId: "c",
  clientId: "k",
  aiId: "a",
  key: "t",
  messages: [{ role: "client", type: "text", content: "When is breakfast served?", url: null, createdAt: new Date() }],
  known: {},
  signal,
};
const NOT_PUBLIC = expect.objectContaining({
  isFinal: true,
  message: expect.stringMatching(/has an address that is not public$/),
});
const count = () => ai.openAi.calls.length + ai.pinecone.calls.length;

describe("an assistant's address", () => {
  test("that the operator set may be private: the providers' own, and the built-in assistant's model, with no key", async () => {
    expect((await providerA({ apiKey: "sk-1", model: "grounded" })(turn)).text).toBe(
      "You said: When is breakfast served?",
    );
    expect((await providerB({ apiKey: "pc-1", model: "guide" })(turn)).text).toBe("Breakfast is served from 7 to 10.");
    expect(await checkEngine("builtIn", {}, { workspaceId: 1, aiId: "a" })).toEqual({
      isGood: false,
      message: "The model's server refused the key.",
    });
    expect(ai.openAi.calls.at(-1)?.headers).not.toContain("authorization");
  });

  test("that a customer gave is guarded, were it the very same", async () => {
    const before = count();
    const { openAiUrl, pineconeUrl } = ai;
    await expect(providerA({ apiKey: "sk-1", model: "grounded", baseUrl: openAiUrl })(turn)).rejects.toEqual(
      NOT_PUBLIC,
    );
    await expect(providerB({ apiKey: "pc-1", model: "guide", baseUrl: pineconeUrl })(turn)).rejects.toEqual(NOT_PUBLIC);
    await expect(custom({ endpoint: openAiUrl })(turn)).rejects.toEqual(NOT_PUBLIC);
    expect(count()).toBe(before);
  });

  test("that a provider names as an assistant's host is guarded, unless it is the operator's own origin", async () => {
    let requests = 0;
    const inside = createServer((_, response) => {
      requests++;
      response.end("{}");
    });
    await new Promise<void>((ready) => inside.listen(0, "127.0.0.1", ready));
    const host = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
    ai.pinecone.addAssistant({ name: "inside", files: [], host });
    await expect(providerB({ apiKey: "pc-1", model: "inside" })(turn)).rejects.toEqual(NOT_PUBLIC);
    expect(ai.pinecone.calls.at(-1)?.path).toBe("GET /assistant/assistants/inside");
    expect(requests).toBe(0);
    inside.close();
  });
});

describe("a request", () => {
  test("carries of its headers what providers need, and brings back what we read", async () => {
    let seen: IncomingMessage | null = null;
    let body = "";
    const server = createServer((request, response) => {
      seen = request;
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        response.writeHead(429, {
          "retry-after": "7",
          "set-cookie": "a=b",
          "x-request-id": "r-1",
          "content-type": "text/plain",
        });
        response.end("Grüße");
      });
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = await guardedFetch({ operatorsOrigin: origin, signal })(`${origin}/v1/x?y=z`, {
      method: "POST",
      headers: { Authorization: "Bearer k", "OpenAI-Organization": "org", "X-Stainless-OS": "Linux", Cookie: "a=b" },
      body: '{"a":1}',
    });
    expect(seen).toMatchObject({ method: "POST", url: "/v1/x?y=z", headers: { authorization: "Bearer k" } });
    expect(Object.keys((seen as unknown as IncomingMessage).headers).sort()).toEqual(
      ["accept-encoding", "authorization", "connection", "content-length", "host"].sort(),
    );
    expect(body).toBe('{"a":1}');
    expect([answer.status, answer.ok, await answer.text()]).toEqual([429, false, "Grüße"]);
    expect([...answer.headers.keys()]).toEqual(["content-type", "retry-after", "x-request-id"]);
    server.close();
  });

  test("brings no body where there is none, and is an error where the status is none", async () => {
    const server = createServer((request, response) => response.writeHead(Number(request.url?.slice(1))).end());
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const get = guardedFetch({ operatorsOrigin: origin, signal });
    expect((await get(`${origin}/204`, { method: "GET" })).body).toBeNull();
    await expect(get(`${origin}/777`, { method: "GET" })).rejects.toEqual(new Unreached("answered 777"));
    server.close();
  });
});
