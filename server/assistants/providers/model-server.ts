import type OpenAI from "openai";
import { APIError } from "openai/core/error";
import { say } from "../../say.ts";
import { EngineFailure, type Trace } from "../engine.ts";
import { takingTurns, type Line } from "./dialogue.ts";
import { guardedFetch, PROVIDER_DEADLINE_MS, Unreached, providerWords, statusFailure } from "./guarded-fetch.ts";
import { recent } from "./recent.ts";
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { z } from "zod";

/** A model behind an OpenAI-compatible API. */
export type ModelServer = {
  /** With the version: https://api.openai.com/v1 */
  baseUrl: string;
  /** null: the server needs none. */
  apiKey: string | null;
  model: string;
  /** The operator set the address, so it may be private. A customer's address goes through the guarded fetch. */
  isOperators: boolean;
};

type ModelQuestion = {
  instructions: string | null;
  lines: Line[];
  /** Default: the model's own. */
  temperature?: number | undefined;
  /** The token limit of the answer, including a model's reasoning. */
  maxTokens: number;
  /** The answer must be one JSON object. If a server does not support this mode, only the prompt asks for it. */
  isJson?: boolean;
  signal: AbortSignal;
};

/**
 * Request parameters that some servers refuse and others need, detected by the text of a 400 or 422 response. The request is
 * repeated without the parameter, and so are later requests.
 */
const QUIRKS = {
  oldTokenLimit: /max_completion_tokens/i,
  // Does not match a message that the temperature is too high: people must see that error.
  noTemperature: /^(?=.*temperature)(?=.*(?:support|default|permit|extra|unknown|unrecogni[sz]ed))/is,
  noJson: /response_format|json_object/i,
  takesTurns: /alternat/i,
  noSystem: /system.{0,40}role|role.{0,40}system|system message/i,
} as const;
type Quirk = keyof typeof QUIRKS;

const known = recent<ReadonlySet<Quirk>>();

/**
 * Sends one request to a model (chat completions).
 * @throws EngineFailure
 */
export async function askModel(server: ModelServer, question: ModelQuestion): Promise<ModelAnswer> {
  const place = `${server.baseUrl} ${server.model}`;
  const client = await clientOf(server, question.signal);
  let quirks = known.get(place) ?? new Set<Quirk>();
  for (;;) {
    const request = requestOf(server.model, question, quirks);
    try {
      const answer: unknown = await client.chat.completions.create(request);
      known.put(place, quirks);
      return readCompletion(answer, request);
    } catch (error) {
      const quirk = quirkIn(error, request, quirks);
      if (!quirk) {
        // The remembered quirks may be outdated.
        if (error instanceof APIError && error.status === 400) known.forget(place);
        throw modelFailure(error, server);
      }
      quirks = new Set([...quirks, quirk]);
    }
  }
}

/** OpenAI's client for a server, through the guarded fetch. The library has 230 modules, so it is loaded on first use. */
async function clientOf({ baseUrl, apiKey, isOperators }: ModelServer, signal: AbortSignal): Promise<OpenAI> {
  const { OpenAI: Client } = await import("openai");
  return new Client({
    baseURL: baseUrl,
    // Set explicitly everything that the client would otherwise read from this process's environment.
    apiKey: apiKey ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    logLevel: "off",
    // The turn does the retries and has its own time limit. This timeout is only a fallback for the transport's deadline.
    maxRetries: 0,
    timeout: PROVIDER_DEADLINE_MS * 2,
    fetch: guardedFetch({ operatorsOrigin: isOperators ? new URL(baseUrl).origin : null, signal }),
  });
}

function requestOf(
  model: string,
  { instructions, lines, temperature, maxTokens, isJson = false }: ModelQuestion,
  quirks: ReadonlySet<Quirk>,
): ModelRequest {
  let said = quirks.has("takesTurns") ? takingTurns(lines) : lines;
  const isBesideTheLines = instructions !== null && !quirks.has("noSystem");
  if (instructions !== null && !isBesideTheLines)
    said = takingTurns([{ role: "user", content: instructions }, ...said]);
  else if (quirks.has("takesTurns") && said[0]?.role === "assistant") {
    said = [{ role: "user", content: "(The conversation begins.)" }, ...said];
  }
  return {
    model,
    messages: [...(isBesideTheLines ? [{ role: "system" as const, content: instructions }] : []), ...said],
    ...(temperature === undefined || quirks.has("noTemperature") ? {} : { temperature }),
    ...(quirks.has("oldTokenLimit") ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens }),
    ...(isJson && !quirks.has("noJson") ? { response_format: { type: "json_object" } } : {}),
  };
}

/** The parameter that the server refused. null: it refused for another reason. */
function quirkIn(error: unknown, request: ModelRequest, quirks: ReadonlySet<Quirk>): Quirk | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const words = `${error.message} ${JSON.stringify(error.error ?? "")}`;
  const applies: Record<Quirk, boolean> = {
    oldTokenLimit: "max_completion_tokens" in request,
    noTemperature: "temperature" in request,
    noJson: "response_format" in request,
    takesTurns: true,
    noSystem: request.messages.some(({ role }) => role === "system"),
  };
  const names = Object.keys(QUIRKS) as Quirk[];
  return names.find((name) => applies[name] && !quirks.has(name) && QUIRKS[name].test(words)) ?? null;
}

/** A failed call as text for people, without the key. */
function modelFailure(error: unknown, { apiKey, model }: ModelServer): EngineFailure {
  if (error instanceof EngineFailure) return error;
  if (error instanceof APIError && typeof error.status === "number") {
    const code = `${error.code ?? ""} ${error.type ?? ""}`;
    const headers: unknown = error.headers;
    if (code.includes("context_length_exceeded"))
      return new EngineFailure(say("reason.promptTooLong"), { isFinal: true });
    return statusFailure(WHO, {
      status: error.status,
      headers: headers instanceof Headers ? Object.fromEntries(headers) : {},
      words: providerWords(error.message.replace(/^\d{3} /, ""), [apiKey ?? ""]),
      notFound: `${WHO} has no model ${model} at this address`,
      isOutOfCredit: code.includes("insufficient_quota"),
    });
  }
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Unreached) return new EngineFailure(`${WHO} ${cause.message}`, { isFinal: cause.isFinal });
  return new EngineFailure(`${WHO} answered with something that is no JSON`);
}

/** Starts every clause about a model server. */
const WHO = "the model's server";

type ModelRequest = Omit<ChatCompletionCreateParamsNonStreaming, "messages"> & {
  messages: { role: "system" | "user" | "assistant"; content: string }[];
};

type ModelAnswer = Pick<Trace, "prompt" | "promptTokens" | "completionTokens"> & {
  /** The model's text without its reasoning. Empty if it wrote nothing. */
  text: string;
  /** The text as received, or the model's refusal. */
  raw: string;
  /** Why the text is empty or incomplete. */
  stopped: "refused" | "length" | null;
  model: string;
};

const count = z.number().int().nonnegative().nullish().catch(null);
const completion = z.object({
  model: z.string().nullish().catch(null),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          // Some servers return the content in parts.
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

/** @throws EngineFailure if the response is not a chat completion. */
function readCompletion(answer: unknown, request: ModelRequest): ModelAnswer {
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

/** Open reasoning models first write their reasoning between these tags. It must not be shown, especially if it was cut off. */
function withoutThinking(text: string): string {
  return text.replace(/^\s*<(think|thinking)>[\s\S]*?(?:<\/\1>|$)\s*/i, "");
}

/** Texts per request: within the limits of every server. */
export const EMBEDDED_AT_ONCE = 64;
/** Characters of a text that are embedded. The servers' limits are in tokens, the smallest is 512. A passage has about 900 characters. */
const TEXT_MAX = 1_500;

const ANSWER = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(16_384) })),
});

/**
 * A vector of length 1 for each text, in the same order. All vectors have the model's number of dimensions.
 * @param texts at most EMBEDDED_AT_ONCE.
 * @throws EngineFailure
 */
export async function embed(server: ModelServer, texts: readonly string[], signal: AbortSignal) {
  const input = texts.map((text) => text.slice(0, TEXT_MAX).toWellFormed());
  let answer: unknown;
  try {
    const client = await clientOf(server, signal);
    // Not every server supports base64, the client's default.
    answer = await client.embeddings.create({ model: server.model, input, encoding_format: "float" });
  } catch (error) {
    throw modelFailure(error, server);
  }
  const { data } = ANSWER.safeParse(answer);
  const byIndex = new Map(data?.data.map(({ index, embedding }) => [index, embedding]));
  const dimensions = byIndex.get(0)?.length;
  return texts.map((_, at) => {
    const vector = byIndex.get(at);
    if (!vector || vector.length !== dimensions) throw new EngineFailure(`${WHO} gave no vector for each text`);
    const length = Math.hypot(...vector);
    if (!(length > 0)) throw new EngineFailure(`${WHO} gave a vector without a direction`);
    return Float32Array.from(vector, (value) => value / length);
  });
}
