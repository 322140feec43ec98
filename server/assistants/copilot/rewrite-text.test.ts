import { afterAll, beforeAll, expect, test } from "vitest";
import { startAi, type AiServer } from "../../../simulator/ai.ts";
import { api } from "../../testing/api.ts";
import { createAssistantScene } from "../../testing/assistant.ts";
import { createTestMember } from "../../testing/factories.ts";

const COPILOT = "query ($input: CopilotInput!) { copilot(input: $input) { canRewrite } }";
const REWRITE = "mutation ($input: RewriteTextInput!) { rewriteText(input: $input) { text } }";

let ai: AiServer;
beforeAll(async () => {
  ai = await startAi();
  process.env.AI_BASE_URL = ai.openAiUrl;
  ai.openAi.addKey("sk-operator-0002");
  process.env.AI_MODEL = "grounded";
  process.env.AI_API_KEY = "sk-operator-0002";
});
afterAll(() => ai.stop());

/** A conversation of a built-in assistant, so that the operator's model rewrites. */
async function sceneOf(text: string) {
  const { workspaceId, customer } = await createAssistantScene({ type: "builtIn" });
  const { conversationId: convId } = await customer.text("maria", text);
  const { token } = await createTestMember(workspaceId, "AGENT");
  return { convId, bot: api({ token }, workspaceId, "/bot/gq") };
}

test("the text is data, and so is what the client wrote", async () => {
  const { bot, convId } = await sceneOf("¿Dónde está mi pedido?");
  expect(await bot.ok(COPILOT, { convId })).toEqual({ canRewrite: true });
  ai.openAi.answer("pedido", '{"text": "Está en camino."}');
  const before = ai.openAi.calls.length;
  const translate = { convId, text: " It is on its way. ", how: "translate" };
  expect(await bot.ok(REWRITE, translate)).toEqual({ text: "Está en camino." });
  const messages = ai.openAi.calls[before]?.body?.messages as { role: string; content: string }[];
  expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(JSON.parse(messages[1]?.content ?? "")).toEqual({
    TEXT: "It is on its way.",
    SAMPLES: ["¿Dónde está mi pedido?"],
  });
});

test("what is no translation needs nothing of the conversation", async () => {
  const { bot, convId } = await sceneOf("My secret is 4711");
  ai.openAi.answer("a long way to say it", '```json\n{"text": "Short."}\n```');
  expect(await bot.ok(REWRITE, { convId, text: "a long way to say it", how: "shorter" })).toEqual({ text: "Short." });
  expect(JSON.stringify(ai.openAi.calls.at(-1)?.body)).not.toContain("4711");
});

test("a provider that fails: in words, and with no second try", async () => {
  const { bot, convId } = await sceneOf("Hello");
  ai.openAi.fail({ status: 500 });
  const before = ai.openAi.calls.length;
  expect(await bot.refusal(REWRITE, { convId, text: "Hi", how: "moreFormal" })).toMatchObject({
    code: "PROVIDER_ERROR",
  });
  expect(ai.openAi.calls.length - before).toBeLessThanOrEqual(1);
});
