import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { z } from "zod";
import { EngineFailure } from "../engine.ts";

/** Begins every clause about a server of models. */
export const WHO = "the model's server";

/** What goes to the server. */
export type ModelRequest = Omit<ChatCompletionCreateParamsNonStreaming, "messages"> & {
  messages: { role: "system" | "user" | "assistant"; content: string }[];
};

export type ModelAnswer = {
  /** What was said, without a model's thinking aloud; empty when it said nothing. */
  text: string;
  /** The same as it came, or the words of its refusal. */
  raw: string;
  /** Why it said nothing, or not all. */
  stopped: "refused" | "length" | null;
  /** What the model was given, word for word. */
  prompt: { role: string; content: string }[];
  model: string;
  promptTokens: number | null;
  completionTokens: number | null;
};

const count = z.number().int().nonnegative().nullish().catch(null);
const completion = z.object({
  model: z.string().nullish().catch(null),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          // Some servers answer in parts.
          content: z
            .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
            .nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

/**
 * What a server's chat completion says.
 * @throws EngineFailure for what is none.
 */
export function readCompletion(answer: unknown, request: ModelRequest): ModelAnswer {
  const { data } = completion.safeParse(answer);
  const [choice] = data?.choices ?? [];
  if (!data || !choice) throw new EngineFailure(`${WHO} answered with something that is no chat completion`);
  const { content, refusal } = choice.message;
  const raw = typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("");
  const isRefused = choice.finish_reason === "content_filter" || (refusal ?? "") !== "";
  return {
    text: isRefused ? "" : withoutThinking(raw),
    raw: raw === "" ? (refusal ?? "") : raw,
    stopped: isRefused ? "refused" : choice.finish_reason === "length" ? "length" : null,
    prompt: request.messages,
    model: data.model ?? request.model,
    promptTokens: data.usage?.prompt_tokens ?? null,
    completionTokens: data.usage?.completion_tokens ?? null,
  };
}

/** Open models that reason write their thoughts first, in between these; nobody else is to read them, the less when they were cut off. */
function withoutThinking(text: string): string {
  return text.replace(/^\s*<(think|thinking)>[\s\S]*?(?:<\/\1>|$)\s*/i, "");
}
