import { z } from "zod";
import type { PROPERTIES } from "../assistant-properties.ts";
import { EngineFailure, type Engine, type FoundPassage, NO_TRACE } from "../engine.ts";
import { dialogueOf, takingTurns, spokenReply } from "./dialogue.ts";
import type { Assistant } from "@pinecone-database/pinecone";
import { createHash } from "node:crypto";
import { env } from "../../env.ts";
import { jsonOf } from "../../provider-fetch.ts";
import { guardedFetch, Unreached, providerWords, statusFailure } from "./guarded-fetch.ts";
import { recent } from "./recent.ts";

/**
 * A vector-search provider: the chat of Pinecone Assistant, with the customer's own key. `model` is the assistant's name, or
 * `name:llm` to override the assistant's default model (contract, "AI assistant").
 */
export function providerB(settings: z.infer<(typeof PROPERTIES)["provider_b"]>): Engine {
  const [name = "", ...rest] = settings.model.split(":");
  const llm = rest.length > 0 ? { model: rest.join(":") } : {};
  return async ({ messages, signal }) => {
    // Its search uses only the last line, so that line must contain the contact's whole burst.
    const lines = takingTurns(dialogueOf(messages));
    const answer: unknown = await askAssistant(settings, name, signal, (assistant) =>
      assistant.chat({ messages: lines, ...llm }),
    );
    const { data } = chatAnswer.safeParse(answer);
    if (!data) throw new EngineFailure(`${WHO} answered with something that is no chat answer`);
    const raw = data.message.content ?? "";
    const isFiltered = data.finishReason === "content_filter";
    return spokenReply(
      isFiltered ? "" : raw,
      {
        ...NO_TRACE,
        passages: passagesOf(data.citations ?? []),
        prompt: lines,
        raw,
        model: data.model ?? null,
        promptTokens: data.usage?.promptTokens ?? null,
        completionTokens: data.usage?.completionTokens ?? null,
      },
      isFiltered ? "the model refused to answer" : "the assistant at Pinecone answered with nothing",
    );
  };
}

const count = z.number().int().nonnegative().optional().catch(undefined);
const chatAnswer = z.object({
  finishReason: z.string().optional(),
  message: z.object({ content: z.string().nullish() }),
  model: z.string().optional(),
  citations: z
    .array(
      z.object({
        references: z
          .array(
            z.object({
              file: z.object({ id: z.string(), name: z.string() }).optional(),
              pages: z.array(z.number()).nullish(),
              highlight: z.object({ content: z.string().nullish() }).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish()
    .catch([]),
  usage: z.object({ promptTokens: count, completionTokens: count }).nullish(),
});

/** Limits for the citations that are stored: how many, and how many characters of each. */
const PASSAGES_MAX = 50;
const PASSAGE_MAX = 4_000;

/** Its citations, each place of a file once. It returns no score and only cites what it used. Signed addresses are not stored. */
function passagesOf(citations: NonNullable<z.infer<typeof chatAnswer>["citations"]>): FoundPassage[] {
  const passages = new Map<string, FoundPassage>();
  for (const { file, pages, highlight } of citations.flatMap(({ references }) => references ?? [])) {
    if (!file) continue;
    const heading = pages?.length ? `${pages.length > 1 ? "Pages" : "Page"} ${pages.join(", ")}` : null;
    const id = `${file.id}#${pages?.join(",") ?? ""}`;
    const content = (highlight?.content ?? "").slice(0, PASSAGE_MAX);
    passages.set(id, { id, sourceId: file.id, title: file.name, url: null, heading, content, score: 1, isUsed: true });
  }
  return [...passages.values()].slice(0, PASSAGES_MAX);
}

type PineconeAccount = {
  apiKey: string;
  /** The address of the control plane, or of the assistant's own host. Default: the operator's PINECONE_URL. */
  baseUrl?: string | undefined;
};

/** Starts every clause about Pinecone. */
const WHO = "Pinecone";
const HOST_KEPT_MS = 10 * 60_000;
/** The host of an assistant whose description names none. */
const DEFAULT_HOST = "https://prod-1-data.ke.pinecone.io";

/** Hosts of assistants, by key, name and control plane. The client's own cache never expires and ignores the control plane. */
const hosts = recent<{ host: string; until: number }>();

type Refusal = { status: number; headers: Record<string, string>; words: string };

/**
 * Finds an assistant's host and sends it a request with the official client.
 * @throws EngineFailure
 */
async function askAssistant<Answer>(
  account: PineconeAccount,
  name: string,
  signal: AbortSignal,
  question: (assistant: Assistant) => Promise<Answer>,
): Promise<Answer> {
  const { apiKey, baseUrl } = account;
  const base = withoutSuffix(baseUrl ?? env().PINECONE_URL);
  const send = guardedFetch({ operatorsOrigin: baseUrl === undefined ? new URL(base).origin : null, signal });
  // The client accepts no signal, so its `fetch` carries it. Its errors keep neither the status nor the headers, so they are kept here.
  let refusal = null as Refusal | null;
  // The library has 440 modules, and few assistants use Pinecone, so it is loaded on first use.
  const { Pinecone } = await import("@pinecone-database/pinecone");
  const client = new Pinecone({
    apiKey,
    controllerHostUrl: `${base}/assistant`,
    maxRetries: 0,
    fetchApi: async (input, init) => {
      // Clear the previous request's refusal, in case this request gets no response at all.
      refusal = null;
      const response = await send(input, init);
      refusal = response.ok ? null : await refusalOf(response, apiKey);
      return response;
    },
  });
  const place = createHash("sha256")
    .update(JSON.stringify([base, apiKey, name]))
    .digest("base64");
  const before = hosts.get(place);
  const kept = before && before.until > Date.now() ? before.host : null;
  try {
    const host = kept ?? (await discover());
    const answer = await question(client.assistant({ name, host: `${host}/assistant` }));
    if (kept === null) hosts.put(place, { host, until: Date.now() + HOST_KEPT_MS });
    return answer;
  } catch (error) {
    const isGone = refusal?.status === 404;
    if (isGone || refusal === null) hosts.forget(place);
    const failure = failureOf(error, refusal, name);
    // The assistant may have moved to another host. The retry looks it up again.
    throw kept !== null && isGone ? new EngineFailure(failure.message) : failure;
  }

  /** The host that the control plane names. If a customer's address is not a control plane, the address itself. */
  async function discover(): Promise<string> {
    const described = await client.assistants.describe(name).catch((error: unknown) => {
      if (baseUrl !== undefined && (refusal?.status === 404 || refusal?.status === 405)) return null;
      throw error;
    });
    if (described === null) return base;
    const { status, host } = described;
    if (status === "Initializing") throw new EngineFailure(`the assistant ${name} at Pinecone is not ready yet`);
    if (status === "Failed" || status === "Terminating")
      throw new EngineFailure(`the assistant ${name} at Pinecone is in the state ${status}`, { isFinal: true });
    return withoutSuffix(host ?? DEFAULT_HOST);
  }
}

function failureOf(error: unknown, refusal: Refusal | null, name: string): EngineFailure {
  if (error instanceof EngineFailure) return error;
  const notFound = `${WHO} knows no assistant ${name} for this key`;
  if (refusal) return statusFailure(WHO, { ...refusal, notFound });
  const { name: kind, cause } = error instanceof Error ? error : new Error();
  if (cause instanceof Unreached) return new EngineFailure(`${WHO} ${cause.message}`, { isFinal: cause.isFinal });
  // Argument errors are about the name: "." and ".." are not valid in a path.
  if (kind === "PineconeArgumentError") return new EngineFailure(notFound, { isFinal: true });
  return new EngineFailure(`${WHO} answered with something that is no JSON`);
}

const errorBody = z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message);
const plainBody = z.object({ message: z.string() }).transform(({ message }) => message);

async function refusalOf(response: Response, apiKey: string): Promise<Refusal> {
  const { status, headers } = response;
  const body = await response.clone().text();
  const said = z.union([errorBody, plainBody]).safeParse(jsonOf(body)).data ?? body;
  return { status, headers: Object.fromEntries(headers), words: providerWords(said, [apiKey]) };
}

/** Removes /assistant. The client requires the suffix, but the console shows addresses without it, so customers may give either. */
function withoutSuffix(address: string): string {
  return address.replace(/\/+$/, "").replace(/\/assistant$/, "");
}
