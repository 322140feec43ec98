import type { z } from "zod";
import { env } from "../../env.ts";
import type { PROPERTIES } from "../assistant-properties.ts";
import { type Engine, NO_TRACE } from "../engine.ts";
import { dialogueOf, spokenReply } from "./dialogue.ts";
import { askModel } from "./model-server.ts";

/** A message has at most 4,096 characters. The remaining tokens are for a model's reasoning. */
const MAX_TOKENS = 4_000;

/** A hosted language model, with the customer's own key (contract, "AI assistant"). */
export function providerA(settings: z.infer<(typeof PROPERTIES)["provider_a"]>): Engine {
  const { apiKey, model, instructions, temperature } = settings;
  return async ({ messages, signal }) => {
    const isOperators = settings.baseUrl === undefined;
    const baseUrl = settings.baseUrl ?? env().OPENAI_BASE_URL;
    const answer = await askModel(
      { baseUrl, apiKey, model, isOperators },
      { instructions: instructions ?? null, lines: dialogueOf(messages), temperature, maxTokens: MAX_TOKENS, signal },
    );
    const whenEmpty = {
      refused: "the model refused to answer",
      length: "the model came to its limit before it answered",
      nothing: "the model answered with nothing",
    }[answer.stopped ?? "nothing"];
    const { raw, prompt, promptTokens, completionTokens } = answer;
    const trace = { ...NO_TRACE, prompt, raw, model: answer.model, promptTokens, completionTokens };
    return spokenReply(answer.text, trace, whenEmpty);
  };
}
