import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf } from "../auth/address.ts";
import type { HeaderReader } from "../auth/session.ts";
import { RestError } from "./answer.ts";
import type { BodyBound } from "./body-bounds.ts";

/** Request headers by lower-case name. */
export type CallHeaders = HeaderReader & Iterable<[name: string, value: string]>;

/** A request as endpoint handlers see it, whether from node:http or from Fetch. */
export type Call = {
  /** GET for HEAD too: the adapters leave out the response body. */
  readonly method: string;
  /** The path segments that match the route's brackets, still encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: CallHeaders;
  readonly query: URLSearchParams;
  /** null: no body. Stopping early does not break the connection, so a refusal can still be sent. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /**
   * The whole body, within the endpoint's limit.
   * @throws RestError 413 (too large); 400 when the sender disconnected before the end
   */
  readonly bytes: () => Promise<Buffer<ArrayBuffer>>;
  /** The IP address of the caller. */
  readonly address: string;
  /** Aborts when the caller disconnects before the response is written. */
  readonly signal: AbortSignal;
};

/** A call on node:http. Properties that few handlers need are created on first access. */
export class NodeCall implements Call {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: CallHeaders;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #bound: BodyBound;
  #query: URLSearchParams | null = null;
  #gone: AbortController | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    params: Readonly<Record<string, string>>,
    bound: BodyBound,
  ) {
    this.method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    this.params = params;
    this.headers = new NodeHeaders(request);
    this.#request = request;
    this.#response = response;
    this.#bound = bound;
  }

  get query(): URLSearchParams {
    if (this.#query) return this.#query;
    const { url = "" } = this.#request;
    const at = url.indexOf("?");
    return (this.#query = new URLSearchParams(at === -1 ? "" : url.slice(at + 1)));
  }

  get body(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => this.#request.iterator({ destroyOnReturn: false }) };
  }

  bytes(): Promise<Buffer<ArrayBuffer>> {
    const request = this.#request;
    const most = this.#bound.bytes;
    return new Promise((resolve, reject) => {
      if (Number(request.headers["content-length"] ?? 0) > most) return reject(tooLarge(most));
      if (request.destroyed) return reject(brokeOff());
      const chunks: Buffer[] = [];
      let size = 0;
      let isOver = false;
      const take = (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size <= most) return void chunks.push(chunk);
        isOver = true;
        request.off("data", take);
        request.pause();
        reject(tooLarge(most));
      };
      const leave = () => {
        if (!isOver) reject(brokeOff());
      };
      request.on("data", take);
      request.once("end", () => {
        isOver = true;
        resolve(Buffer.concat(chunks));
      });
      request.once("error", leave);
      request.once("close", leave);
    });
  }

  get address(): string {
    return addressOf(this.headers);
  }

  get signal(): AbortSignal {
    if (this.#gone) return this.#gone.signal;
    const gone = (this.#gone = new AbortController());
    const response = this.#response;
    if (response.destroyed) gone.abort();
    response.on("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    return gone.signal;
  }
}

class NodeHeaders implements CallHeaders {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  get(name: string): string | null {
    const value = this.#request.headers[name];
    return typeof value === "string" ? value : (value?.join(", ") ?? null);
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const name in this.#request.headers) {
      const value = this.get(name);
      if (value !== null) yield [name, value];
    }
  }
}

/** A call through Fetch, which is how Next calls a route. */
export class FetchCall implements Call {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly query: URLSearchParams;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly signal: AbortSignal;
  readonly #bound: BodyBound;

  constructor(request: Request, params: Readonly<Record<string, string>>, bound: BodyBound) {
    this.method = request.method === "HEAD" ? "GET" : request.method;
    this.params = params;
    this.headers = request.headers;
    this.query = new URL(request.url).searchParams;
    this.body = request.body;
    this.signal = request.signal;
    this.#bound = bound;
  }

  async bytes(): Promise<Buffer<ArrayBuffer>> {
    const most = this.#bound.bytes;
    if (Number(this.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
    const chunks: Uint8Array[] = [];
    let size = 0;
    // Not `for await`: leaving it early would break the connection that the refusal has to use.
    const parts = this.body?.[Symbol.asyncIterator]();
    const next = () =>
      parts?.next().catch(() => {
        throw brokeOff();
      });
    for (let part = await next(); part && !part.done; part = await next()) {
      size += part.value.byteLength;
      if (size > most) throw tooLarge(most);
      chunks.push(part.value);
    }
    return Buffer.concat(chunks);
  }

  get address(): string {
    return addressOf(this.headers);
  }
}

const tooLarge = (most: number) => new RestError(413, `The body may have at most ${most / 1024} KiB`);
const brokeOff = () => new RestError(400, "The request broke off before the end of its body");
