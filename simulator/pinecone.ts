/**
 * A stand-in for Pinecone Assistant: an assistant's host, and its chat, context and completions. The product's client,
 * Pinecone's official one, is tested against it (pinecone.test.ts).
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { groundedIn } from "./ai-answers.ts";
import { aiFaults, misbehaveAi, retryHeaders, type AiFaults } from "./ai-faults.ts";
import { readJson, sendJson } from "./http.ts";
import { note } from "./journal.ts";

/** An assistant with its files. Each file is a list of pages. */
export const pineconeAssistant = z.object({
  name: z.string().min(1),
  files: z.array(z.object({ name: z.string(), pages: z.array(z.string()) })),
  status: z.enum(["Initializing", "Ready", "Failed", "Terminating"]).default("Ready"),
  /** If omitted, any key may use it. */
  apiKey: z.string().optional(),
  /** The host that the API reports. Omitted: this server. */
  host: z.string().optional(),
});
export type PineconeAssistant = z.infer<typeof pineconeAssistant>;

/** A request as it came, without its key. */
export type PineconeCall = { path: string; version: string | null; body: unknown; status: number };

export type PineconeStandIn = {
  calls: readonly PineconeCall[];
  addAssistant: (assistant: z.input<typeof pineconeAssistant>) => void;
  /** Sets the reply if the last user message contains `when`. */
  answer: (when: string, content: string) => void;
  fail: AiFaults["add"];
  slow: (ms: number) => void;
  /** Moves all assistants to another host. The old host knows none from then on. */
  move: () => void;
  /** Serves the API. `origin` is everything before `path`. */
  serve: (request: IncomingMessage, response: ServerResponse, origin: string, path: string) => Promise<void>;
};

const line = z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string().min(1) });
const LLMS = ["gpt-4o", "gpt-4.1", "o4-mini", "claude-sonnet-4-5", "gemini-2.5-pro"];
const options = z.strictObject({
  top_k: z.int().optional(),
  snippet_size: z.int().optional(),
  multimodal: z.boolean().optional(),
  include_binary_content: z.boolean().optional(),
});
const chat = z.strictObject({
  messages: z.array(line).min(1),
  stream: z.literal(false).optional(),
  model: z.enum(LLMS).default("gpt-4o"),
  temperature: z.number().optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  json_response: z.boolean().optional(),
  include_highlights: z.boolean().optional(),
  context_options: options.optional(),
});
const context = z.strictObject({
  query: z.string().optional(),
  messages: z.array(line).optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  top_k: z.int().optional(),
  snippet_size: z.int().optional(),
  multimodal: z.boolean().optional(),
  include_binary_content: z.boolean().optional(),
});

export function pineconeStandIn(): PineconeStandIn {
  const calls: PineconeCall[] = [];
  const assistants = new Map<string, PineconeAssistant>();
  const scripts: { when: string; content: string }[] = [];
  const faults = aiFaults();
  let slowness = 0;
  let home = 1;

  function assistantFor(name: string, key: string): PineconeAssistant {
    const found = assistants.get(name);
    if (!found || (found.apiKey !== undefined && found.apiKey !== key)) {
      throw new Refused(404, "NOT_FOUND", `Assistant "${name}" not found.`);
    }
    return found;
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    origin: string,
    path: string,
  ): Promise<void> {
    const version = request.headers["x-pinecone-api-version"]?.toString() ?? null;
    const body = request.method === "POST" ? await readJson(request) : null;
    const call: PineconeCall = { path: `${request.method} ${path}`, version, body, status: 200 };
    note(calls, call);
    if (slowness > 0) await sleep(slowness, undefined, { ref: false });
    const fault = faults.take();
    if (typeof fault === "string") return misbehaveAi(fault, response);
    try {
      if (fault) throw new Refused(fault.status, fault.code ?? "UNKNOWN", fault.message, retryHeaders(fault));
      const key = request.headers["api-key"]?.toString() ?? "";
      const keys = [...assistants.values()].flatMap(({ apiKey }) => apiKey ?? []);
      const isOpen = [...assistants.values()].some(({ apiKey }) => apiKey === undefined);
      if (key === "" || (!isOpen && !keys.includes(key))) throw new Refused(401, null, "Invalid API key");
      if (version === null) throw new Refused(400, "INVALID_ARGUMENT", "The header X-Pinecone-Api-Version is missing.");
      sendJson(response, 200, answerTo(call, key, origin));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, code, message, headers } = error;
      call.status = status;
      if (code === null) {
        // A refused key gets a plain-text response.
        response.writeHead(status, { "content-type": "text/plain", ...headers });
        response.end(message);
      } else sendJson(response, status, { status, error: { code, message } }, headers);
    }
  }

  function answerTo({ path, body }: PineconeCall, key: string, origin: string): unknown {
    const described = /^GET \/assistant\/assistants\/([^/]+)$/.exec(path)?.[1];
    if (described !== undefined)
      return describe(assistantFor(decodeURIComponent(described), key), `${origin}/home-${home}`);
    if (path === "GET /assistant/assistants") {
      return { assistants: [...assistants.values()].map((one) => describe(one, `${origin}/home-${home}`)) };
    }
    const asked = /^POST \/home-(\d+)\/assistant\/chat\/([^/]+)(\/context|\/chat\/completions)?$/.exec(path);
    if (!asked || Number(asked[1]) !== home) throw new Refused(404, "NOT_FOUND", "Not found");
    const assistant = assistantFor(decodeURIComponent(asked[2] ?? ""), key);
    if (asked[3] === "/context") return snippets(assistant, read(context, body));
    const { messages, model, include_highlights: hasHighlights = false } = read(chat, body);
    const question = messages.findLast(({ role }) => role === "user")?.content ?? "";
    const scripted = scripts.findLast(({ when }) => question.toLowerCase().includes(when.toLowerCase()));
    const found = scripted ? null : pageFor(assistant, question);
    const content = scripted?.content ?? found?.sentences.join(" ") ?? "I could not find that in my files.";
    const usage = usageOf(messages, content);
    const id = randomUUID().replaceAll("-", "");
    const message = { role: "assistant", content };
    if (asked[3] === "/chat/completions") {
      return { id, choices: [{ finish_reason: "stop", index: 0, message }], model, usage };
    }
    const highlight = hasHighlights && found ? { type: "text", content: found.sentences[0] ?? "" } : null;
    const references = found ? [{ file: fileOf(assistant, found.file), pages: [found.page], highlight }] : [];
    const citations = found ? [{ position: content.length, references }] : [];
    return { id, finish_reason: "stop", message, model, citations, usage };
  }

  return {
    calls,
    addAssistant: (assistant) => void assistants.set(assistant.name, pineconeAssistant.parse(assistant)),
    answer: (when, content) => void scripts.push({ when, content }),
    fail: faults.add,
    slow: (ms) => void (slowness = ms),
    move: () => void home++,
    serve,
  };
}

class Refused extends Error {
  readonly status: number;
  /** null: the response is plain text. */
  readonly code: string | null;
  readonly headers: Record<string, string>;
  constructor(status: number, code: string | null, message: string, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

function read<Shape>(shape: z.ZodType<Shape>, body: unknown): Shape {
  const { data, error } = shape.safeParse(body);
  if (data === undefined) throw new Refused(400, "INVALID_ARGUMENT", z.prettifyError(error ?? new z.ZodError([])));
  return data;
}

function describe({ name, status, host }: PineconeAssistant, home: string): unknown {
  const at = "2026-11-01T09:00:00Z";
  return {
    name,
    status,
    host: host ?? home,
    region: "us",
    instructions: "",
    metadata: {},
    created_at: at,
    updated_at: at,
  };
}

type Found = { file: string; page: number; sentences: string[]; text: string };

function pageFor({ files }: PineconeAssistant, question: string): Found | null {
  const pages = files.flatMap(({ name, pages: texts }) =>
    texts.map((text, place) => ({ file: name, page: place + 1, text })),
  );
  const found = groundedIn(
    pages.map(({ text }, id) => ({ id, text })),
    question,
  );
  const page = found && pages[found.from.id];
  return found && page ? { ...page, sentences: found.sentences } : null;
}

function snippets(assistant: PineconeAssistant, { query, messages }: z.infer<typeof context>): unknown {
  const question = query ?? messages?.findLast(({ role }) => role === "user")?.content ?? "";
  const found = pageFor(assistant, question);
  const reference = found && { type: "text", file: fileOf(assistant, found.file), pages: [found.page] };
  return {
    id: randomUUID(),
    snippets: found ? [{ type: "text", content: found.text, score: 0.9, reference }] : [],
    usage: usageOf([{ content: question }], ""),
  };
}

function fileOf({ name: assistant }: PineconeAssistant, name: string): unknown {
  const at = "2026-11-01T09:00:00Z";
  return {
    id: `${assistant}-${name}`,
    name,
    size: 1_024,
    metadata: null,
    status: "Available",
    created_on: at,
    updated_on: at,
    signed_url: `https://storage.example/${encodeURIComponent(name)}?signature=secret`,
    multimodal: false,
  };
}

function usageOf(messages: readonly { content: string }[], answer: string): unknown {
  const prompt = messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  const completion = Math.ceil(answer.length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
