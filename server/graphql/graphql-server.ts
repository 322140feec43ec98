import type { IncomingMessage, ServerResponse } from "node:http";
import type { GraphQLSchema } from "graphql";
import type { HeaderReader } from "../auth/session.ts";
import { answerShortly, isOrdinary, readParams } from "./short-way.ts";
import type { Answered, Engine } from "./short-way.ts";
import { yogaOf } from "./yoga.ts";
import type { ReadyDocuments } from "./yoga.ts";

/** An endpoint of GraphQL, as Fetch and as node:http have it. */
export type GraphqlServer = {
  fetch: (request: Request) => Promise<Response>;
  onNode: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/**
 * Serves a schema at a path. What nearly every caller sends, an ordinary POST of JSON, is answered without Fetch's layers between
 * (performance.md, pitfall 2); every other form of request is Yoga's, and so is writing down what went wrong. Both ways let callers in by
 * the same guard and run documents through the same plugins.
 */
export function createGraphqlServer(schema: GraphQLSchema, path: string): GraphqlServer {
  const ready: ReadyDocuments = new Map();
  const engine = { yoga: yogaOf(schema, path, ready), ready };
  return {
    fetch: (request) => answerFetch(engine, path, request),
    onNode: (request, response) => answerNode(engine, path, request, response),
  };
}

async function answerFetch(engine: Engine, path: string, request: Request): Promise<Response> {
  const { yoga } = engine;
  const url = new URL(request.url);
  if (request.method !== "POST" || url.pathname !== path || url.search || !isOrdinary(request.headers)) {
    return yoga.fetch(request, {});
  }
  const { headers, signal } = request;
  const body = Buffer.from(await request.arrayBuffer());
  const again = () => new Request(request.url, { method: "POST", headers, body });
  const answer = await answerBody(engine, headers, body, () => signal, again);
  return "byYoga" in answer
    ? answer.byYoga
    : new Response(answer.body, { status: 200, headers: { "content-type": answer.type } });
}

async function answerNode(
  engine: Engine,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = nodeHeaders(request);
  if (request.method !== "POST" || request.url !== path || !isOrdinary(headers)) {
    await engine.yoga(request, response, {});
    return;
  }
  const body = await wholeBody(request);
  if (!body) return;
  const whileThere = goneSignal(response);
  const again = () => {
    const sent = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    );
    return new Request(`http://localhost${path}`, { method: "POST", headers: sent, body });
  };
  const answer = await answerBody(engine, headers, body, whileThere, again);
  if (response.destroyed) return;
  if ("byYoga" in answer) {
    const { status, headers: told } = answer.byYoga;
    told.forEach((value, name) => response.setHeader(name, value));
    response.writeHead(status).end(Buffer.from(await answer.byYoga.arrayBuffer()));
    return;
  }
  response.writeHead(200, { "content-type": answer.type, "content-length": Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

/** @param again the same request for Yoga, which reads it anew: for a body that is not what it should be, and for what went wrong. */
async function answerBody(
  engine: Engine,
  headers: HeaderReader,
  body: Buffer<ArrayBuffer>,
  signal: () => AbortSignal,
  again: () => Request,
): Promise<Answered | { byYoga: Response }> {
  const { yoga } = engine;
  const params = readParams(body);
  if (!params) return { byYoga: await yoga.fetch(again(), {}) };
  const answer = await answerShortly(engine, headers, params, signal);
  return "outcome" in answer ? { byYoga: await yoga.fetch(again(), { outcome: answer.outcome }) } : answer;
}

/** Aborts when the caller goes before the answer is written. Few ask for it, so it is made for those who do. */
function goneSignal(response: ServerResponse): () => AbortSignal {
  let gone: AbortController | null = null;
  return () => {
    if (gone) return gone.signal;
    const made = (gone = new AbortController());
    if (response.destroyed) made.abort();
    response.on("close", () => {
      if (!response.writableFinished) made.abort();
    });
    return made.signal;
  };
}

/** What is read of a node:http request's headers. */
function nodeHeaders({ headers }: IncomingMessage): HeaderReader {
  return {
    get(name) {
      const value = headers[name];
      return typeof value === "string" ? value : (value?.join(", ") ?? null);
    },
  };
}

/** A body of a length that was said and is within the limit; null when its sender has gone before its end. */
function wholeBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", () => resolve(null));
    request.once("close", () => resolve(null));
  });
}
