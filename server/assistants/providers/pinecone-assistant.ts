import type { Assistant } from "@pinecone-database/pinecone";
import { createHash } from "node:crypto";
import { z } from "zod";
import { env } from "../../env.ts";
import { jsonOf } from "../../provider-fetch.ts";
import { EngineFailure } from "../engine.ts";
import { guardedFetch, Unreached } from "./guarded-fetch.ts";
import { providerWords } from "./provider-words.ts";
import { recent } from "./recent.ts";
import { statusFailure } from "./status-failure.ts";

/** Whose assistant it is. */
export type PineconeAccount = {
  apiKey: string;
  /** Of the control plane, or of the assistant's own host. Left out: the operator's PINECONE_URL. */
  baseUrl?: string | undefined;
};

/** Begins every clause about Pinecone. */
export const WHO = "Pinecone";
const HOST_KEPT_MS = 10 * 60_000;
/** Where an assistant lives whose description names no host. */
const DEFAULT_HOST = "https://prod-1-data.ke.pinecone.io";

/** Where assistants live, by key, name and control plane. The client's own memory of it never forgets, and knows no control plane. */
const hosts = recent<{ host: string; until: number }>();

type Refusal = { status: number; headers: Record<string, string>; words: string };

/**
 * Finds where an assistant lives and asks it there, by the official client.
 * @throws EngineFailure
 */
export async function askAssistant<Answer>(
  account: PineconeAccount,
  name: string,
  signal: AbortSignal,
  question: (assistant: Assistant) => Promise<Answer>,
): Promise<Answer> {
  const { apiKey, baseUrl } = account;
  const base = withoutSuffix(baseUrl ?? env().PINECONE_URL);
  const send = guardedFetch({ operatorsOrigin: baseUrl === undefined ? new URL(base).origin : null, signal });
  // The client takes no signal, so that its `fetch` carries it; and it keeps no status and no header of what it is refused.
  let refusal = null as Refusal | null;
  // Its library has 440 modules, and few assistants are Pinecone's: loaded when it is first asked.
  const { Pinecone } = await import("@pinecone-database/pinecone");
  const client = new Pinecone({
    apiKey,
    controllerHostUrl: `${base}/assistant`,
    maxRetries: 0,
    fetchApi: async (input, init) => {
      // What the request before was refused with says nothing of one that is not answered at all.
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
    // It may live elsewhere by now: the next try asks anew.
    throw kept !== null && isGone ? new EngineFailure(failure.message) : failure;
  }

  /** The host as the control plane tells it; of a customer's address that is no control plane, the address itself. */
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
  // Its argument errors are of the name: "." and ".." are no places on a server.
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

/** The client wants /assistant at the end, the console shows addresses without it. */
function withoutSuffix(address: string): string {
  return address.replace(/\/+$/, "").replace(/\/assistant$/, "");
}
