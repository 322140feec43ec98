/**
 * A stand-in for OpenAI's API: chat completions, embeddings and the list of models. It is as strict as the original about its
 * input. The product's client, OpenAI's official one, is tested against it (openai.test.ts).
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { chatAnswer, jsonAnswer } from "./ai-answers.ts";
import { aiFaults, misbehaveAi, retryHeaders, type AiFaults } from "./ai-faults.ts";
import { embeddingOf } from "./embedding.ts";
import { readJson, sendJson } from "./http.ts";
import { note } from "./journal.ts";

export type ChatMessage = { role: string; content: string };

/** A request as it came, without its key. */
export type ModelCall = { path: string; headers: string[]; body: Record<string, unknown> | null; status: number };

/** A model's reply: a text, or another way to end. */
export type Said =
  | string
  | { content: string | null; refusal?: string; finishReason?: "stop" | "length" | "content_filter" };
type Script = { isMeant: (text: string) => boolean; answer: Said | ((messages: ChatMessage[]) => Said) };

/** A model's behaviour: the members that it refuses, and whether user and assistant must take turns. */
const MODELS: Record<string, { refuses: string[]; takesTurns?: boolean; hasNoSystem?: boolean }> = {
  grounded: { refuses: [] },
  /** Like a reasoning model. */
  reasoning: { refuses: ["temperature", "max_tokens"] },
  /** Like a model of an older compatible server with a strict template. */
  plain: { refuses: ["max_completion_tokens", "response_format"], takesTurns: true, hasNoSystem: true },
};

/** Embedding models and the length of their vectors. */
const EMBEDDING_MODELS: Record<string, number> = { "words-small": 256, "words-large": 512 };

export type OpenAiStandIn = {
  calls: readonly ModelCall[];
  /** Sets the reply if the last user message contains `when`, in any case. Later rules take precedence. */
  answer: (when: string | RegExp, answer: Script["answer"]) => void;
  /** Makes these words synonyms for every embedding model. */
  meanSame: (...words: string[]) => void;
  /** Makes the next requests fail with this fault. */
  fail: AiFaults["add"];
  /** Delays every response, in milliseconds. */
  slow: (ms: number) => void;
  /** Once a key is added, all other keys are refused. */
  addKey: (key: string) => void;
  /** Serves the API. `path` has no prefix: it begins with /v1. */
  serve: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;
};

const part = z.union([
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({
    type: z.literal("image_url"),
    image_url: z.strictObject({ url: z.string(), detail: z.string().optional() }),
  }),
]);
const message = z.strictObject({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.union([z.string(), z.array(part).min(1)]),
  name: z.string().optional(),
});
const chat = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  response_format: z.strictObject({ type: z.enum(["text", "json_object"]) }).optional(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  seed: z.int().nullish(),
  n: z.literal(1).nullish(),
  user: z.string().optional(),
  stream: z.literal(false).nullish(),
});

/** The limit of one text, in characters: 8,192 tokens of four characters. */
const EMBEDDED_MAX = 32_768;
const embeddedText = z.string().min(1).max(EMBEDDED_MAX);
const embeddings = z.strictObject({
  model: z.string(),
  input: z.union([embeddedText.transform((text) => [text]), z.array(embeddedText).min(1).max(2_048)]),
  encoding_format: z.enum(["float", "base64"]).default("float"),
  user: z.string().optional(),
});

export function openAiStandIn(): OpenAiStandIn {
  const calls: ModelCall[] = [];
  const scripts: Script[] = [];
  const keys = new Set<string>();
  const meanings = new Map<string, string>();
  const faults = aiFaults();
  let slowness = 0;

  async function serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = request.method === "POST" ? z.record(z.string(), z.unknown()).parse(await readJson(request)) : null;
    const call: ModelCall = {
      path: `${request.method} ${path}`,
      headers: Object.keys(request.headers),
      body,
      status: 200,
    };
    note(calls, call);
    if (slowness > 0) await sleep(slowness, undefined, { ref: false });
    const fault = faults.take();
    if (typeof fault === "string") return misbehaveAi(fault, response);
    try {
      if (fault) throw new Refused(fault.status, fault.code, fault.message, null, retryHeaders(fault));
      checkKey(request.headers.authorization, keys);
      sendJson(response, 200, answerTo(call), requestId());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      call.status = error.status;
      const type = error.status === 429 ? error.code : error.status >= 500 ? "server_error" : "invalid_request_error";
      const { code, message: words, param, headers } = error;
      sendJson(
        response,
        error.status,
        { error: { message: words, type, param, code } },
        { ...headers, ...requestId() },
      );
    }
  }

  function answerTo({ path, body }: ModelCall): unknown {
    if (path === "GET /v1/models")
      return { object: "list", data: [...Object.keys(MODELS), ...Object.keys(EMBEDDING_MODELS)].map(modelNamed) };
    const single = /^GET \/v1\/models\/([^/]+)$/.exec(path)?.[1];
    if (single !== undefined) return modelNamed(decodeURIComponent(single));
    if (path === "POST /v1/embeddings" && body) return embed(body);
    if (path !== "POST /v1/chat/completions" || !body) {
      throw new Refused(404, "unknown_url", `Unknown request URL: ${path}. Please check the URL for typos.`);
    }
    return complete(body);
  }

  function complete(body: Record<string, unknown>): unknown {
    const { data, error } = chat.safeParse(body);
    const model = z.string().safeParse(body.model).data ?? "";
    modelNamed(model);
    const like = MODELS[model];
    const refused = like?.refuses.find((member) => member in body);
    if (refused !== undefined) {
      throw new Refused(
        400,
        "unsupported_parameter",
        `Unsupported parameter: '${refused}' is not supported with this model.`,
        refused,
      );
    }
    if (!data) throw refusalOf(error);
    const messages = data.messages.map(({ role, content }) => ({ role, content: textOf(content) }));
    if (like?.hasNoSystem && messages.some(({ role }) => role === "system"))
      throw new Refused(400, null, "System role not supported");
    if (like?.takesTurns && messages.some(({ role }, place) => role !== (place % 2 === 0 ? "user" : "assistant"))) {
      throw new Refused(400, null, "Conversation roles must alternate user/assistant/user/assistant/...");
    }
    const isJson = data.response_format?.type === "json_object";
    if (isJson && !messages.some(({ content }) => /json/i.test(content))) {
      const words =
        "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
      throw new Refused(400, null, words, "messages");
    }
    const said = saidTo(messages, isJson);
    const { content, refusal = null, finishReason = "stop" } = typeof said === "string" ? { content: said } : said;
    const promptTokens = messages.reduce((sum, { content: text }) => sum + tokens(text) + 4, 0);
    const completionTokens = tokens(content ?? refusal ?? "");
    return {
      id: `chatcmpl-${randomBytes(12).toString("hex")}`,
      object: "chat.completion",
      created: Math.floor(Date.now() / 1_000),
      model,
      choices: [
        { index: 0, message: { role: "assistant", content, refusal }, logprobs: null, finish_reason: finishReason },
      ],
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    };
  }

  function embed(body: Record<string, unknown>): unknown {
    const { data, error } = embeddings.safeParse(body);
    const model = z.string().safeParse(body.model).data ?? "";
    modelNamed(model);
    const length = EMBEDDING_MODELS[model];
    if (length === undefined) throw new Refused(404, "model_not_found", `The model \`${model}\` makes no embeddings.`);
    if (!data) throw refusalOf(error);
    const { input, encoding_format: format } = data;
    const promptTokens = input.reduce((sum, text) => sum + tokens(text), 0);
    return {
      object: "list",
      model,
      data: input.map((text, index) => {
        const vector = embeddingOf(text, length, meanings);
        const embedding =
          format === "float"
            ? [...vector]
            : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
        return { object: "embedding", index, embedding };
      }),
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    };
  }

  function saidTo(messages: ChatMessage[], isJson: boolean): Said {
    const last = messages.findLast(({ role }) => role === "user")?.content ?? "";
    const script = scripts.findLast(({ isMeant }) => isMeant(last));
    if (!script) return isJson ? jsonAnswer(messages) : chatAnswer(messages);
    return typeof script.answer === "function" ? script.answer(messages) : script.answer;
  }

  return {
    calls,
    answer: (when, answer) => {
      const isMeant = (text: string) =>
        typeof when === "string" ? text.toLowerCase().includes(when.toLowerCase()) : when.test(text);
      scripts.push({ isMeant, answer });
    },
    meanSame: (first = "", ...others) => others.forEach((word) => meanings.set(word, meanings.get(first) ?? first)),
    fail: faults.add,
    slow: (ms) => void (slowness = ms),
    addKey: (key) => void keys.add(key),
    serve,
  };
}

class Refused extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Record<string, string>;
  constructor(status: number, code: string | null, message: string, param: string | null = null, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}

/** What is wrong with a body, in OpenAI's wording. */
function refusalOf({ issues: [issue] }: z.ZodError): Refused {
  const param = issue?.code === "unrecognized_keys" ? (issue.keys[0] ?? "") : (issue?.path.join(".") ?? "");
  const words =
    issue?.code === "unrecognized_keys"
      ? `Unrecognized request argument supplied: ${param}`
      : `Invalid value for '${param}': ${issue?.message}`;
  return new Refused(400, null, words, param);
}

function checkKey(authorization: string | undefined, keys: ReadonlySet<string>): void {
  const key = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (key === undefined) throw new Refused(401, null, "You didn't provide an API key.");
  if (keys.size === 0 || keys.has(key)) return;
  // OpenAI shows both ends of a refused key.
  throw new Refused(401, "invalid_api_key", `Incorrect API key provided: ${key.slice(0, 8)}***${key.slice(-4)}.`);
}

function modelNamed(id: string): unknown {
  if (!(id in MODELS || id in EMBEDDING_MODELS))
    throw new Refused(404, "model_not_found", `The model \`${id}\` does not exist or you do not have access to it.`);
  return { id, object: "model", created: 1_760_000_000, owned_by: "simulator" };
}

function textOf(content: z.infer<typeof message>["content"]): string {
  if (typeof content === "string") return content;
  return content.map((one) => (one.type === "text" ? one.text : "[image]")).join("\n");
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function requestId(): Record<string, string> {
  return { "x-request-id": `req_${randomBytes(8).toString("hex")}` };
}
