import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSimulator, type Simulator } from "./server.ts";

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, appUrl: "http://127.0.0.1:9" });
});
afterAll(() => simulator.stop());

const control = async (operation: string, body: unknown) => {
  const response = await fetch(`${simulator.url}/control/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.status;
};

test("the simulator has the assistants' providers on its own port, and is told what they say and how they fail", async () => {
  const client = new OpenAI({ apiKey: "sk-1", baseURL: simulator.openAiUrl, maxRetries: 0, logLevel: "off" });
  const ask = () =>
    client.chat.completions.create({ model: "grounded", messages: [{ role: "user", content: "Refund?" }] });
  expect(await control("ai-answers", { provider: "openAi", when: "refund", answer: "Within 14 days." })).toBe(200);
  expect((await ask()).choices[0]?.message.content).toBe("Within 14 days.");
  expect(await control("ai-faults", { provider: "openAi", fault: { status: 503 }, times: 1 })).toBe(200);
  await expect(ask()).rejects.toMatchObject({ status: 503 });
  expect(await control("ai-latency", { provider: "openAi", latencyMs: 300 })).toBe(200);
  const began = performance.now();
  await ask();
  expect(performance.now() - began).toBeGreaterThan(250);
  expect(await control("ai-faults", { provider: "openAi", fault: "explode" })).toBe(422);

  const assistant = { name: "guide", files: [{ name: "a.txt", pages: ["Breakfast is served from 7 to 10."] }] };
  expect(await control("ai-assistants", assistant)).toBe(200);
  const described = await fetch(`${simulator.pineconeUrl}/assistant/assistants/guide`, {
    headers: { "api-key": "pc", "x-pinecone-api-version": "2026-07" },
  });
  expect(await described.json()).toMatchObject({ host: `${simulator.pineconeUrl}/home-1` });
  const journal = (await (await fetch(`${simulator.url}/control/journal`)).json()) as {
    openAi: unknown[];
    pinecone: unknown[];
  };
  expect([journal.openAi.length, journal.pinecone.length]).toEqual([3, 1]);
  expect(JSON.stringify(journal)).not.toContain("sk-1");
});
