import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { log } from "../log.ts";
import { errorAnswer, type Answer, type AnswerHeaders, type Live } from "./answer.ts";
import type { ApiCall } from "./api-call.ts";
import { BODY_BOUNDS, type BodyBound } from "./body-bounds.ts";
import { FetchCall, NodeCall, type Call } from "./call.ts";
import { isHangUp } from "./hang-up.ts";
import { endUnread } from "./refuse.ts";

/** The declaration of an endpoint. */
export type DoorSpec = {
  /** The name in metrics. Default: the URL. */
  name?: string;
  /** Counts the caller before anything of the request is read. Throws AppError RATE_LIMITED. */
  limit?: (call: Call) => void;
  /** The size limit and minimum speed of the body, the format of refusals, and headers of every response. */
  body?: BodyBound;
  /** The endpoint sets the browser policy headers itself. */
  saysItself?: true;
  /** Of endpoints for other programs: what /openapi.json says about it. */
  api?: ApiCall;
  /** Errors it throws are sent in the format of `body`. */
  handle: (call: Call) => Answer | Promise<Answer>;
};

/** The second argument that Next passes to a route. */
type Context = { params: Promise<Record<string, string | string[]>> };

/** An endpoint: the Fetch function that Next calls, and the spec to respond on node:http without Next. */
export type Door = ((request: Request, context?: Context) => Promise<Response>) & { readonly spec: DoorSpec };

/** Declares an endpoint: `export const POST = door({ handle })` in a route file of app/. */
export function door(spec: DoorSpec): Door {
  return Object.assign((request: Request, context?: Context) => answerFetch(spec, request, context), { spec });
}

export function boundOf(spec: DoorSpec | null | undefined): BodyBound {
  return spec?.body ?? BODY_BOUNDS.other;
}

function ask(spec: DoorSpec, call: Call): Answer | Promise<Answer> {
  spec.limit?.(call);
  return spec.handle(call);
}

function headersOf(spec: DoorSpec, { headers }: Answer): AnswerHeaders {
  return { ...boundOf(spec).headers, ...headers };
}

/** Responds on node:http. Writes nothing if the caller has disconnected or a limit has responded meanwhile. */
export async function answerNode(
  spec: DoorSpec,
  request: IncomingMessage,
  response: ServerResponse,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  let answer: Answer;
  try {
    answer = await ask(spec, new NodeCall(request, response, params, boundOf(spec)));
  } catch (error) {
    if (isHangUp(error, response)) return log.debug({ error }, "the caller left");
    answer = errorAnswer(boundOf(spec).form, error);
  }
  if ("live" in answer) return writeLive(spec, request, response, answer, answer.live);
  const isGone = response.headersSent || response.destroyed;
  if ("stream" in answer) {
    if (!isGone) response.writeHead(answer.status, headersOf(spec, answer));
    if (!isGone && answer.stream && request.method !== "HEAD") {
      // A reader that disconnects in the middle is not an error.
      await pipeline(answer.stream, response).catch(() => response.destroy());
      return;
    }
    answer.stream?.destroy();
    if (!isGone) response.end();
    return;
  }
  if (isGone) return;
  const [text, type] = "text" in answer ? [answer.text, null] : jsonOf(answer.body);
  response.writeHead(answer.status, {
    ...(type && { "content-type": type }),
    ...(answer.status === 204 || answer.status === 304 ? {} : { "content-length": Buffer.byteLength(text) }),
    // The unread rest of a body would be taken for the next request.
    ...(request.complete ? {} : { connection: "close" }),
    ...boundOf(spec).headers,
    ...answer.headers,
  });
  if (request.complete) response.end(text);
  else endUnread(request, response, text);
}

/** The text and content type of a JSON response; empty and null for undefined. */
function jsonOf(body: unknown): [text: string, type: string | null] {
  return body === undefined ? ["", null] : [JSON.stringify(body), "application/json"];
}

function writeLive(
  spec: DoorSpec,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { mostWaiting, open }: Live,
): void {
  const isGone = response.headersSent || response.destroyed;
  if (!isGone) {
    // The stream lasts until the connection ends, so it needs no chunked encoding. Each write is the bytes alone.
    response.removeHeader("transfer-encoding");
    response.writeHead(answer.status, { ...headersOf(spec, answer), connection: "close" });
    response.flushHeaders();
  }
  const leave = open({
    write: (bytes) => {
      response.write(bytes);
      return response.writableLength <= mostWaiting;
    },
    close() {
      // `end` would keep the buffered bytes until a stalled reader takes them.
      if (response.writableLength > mostWaiting) response.destroy();
      else response.end();
    },
  });
  if (isGone || response.destroyed || request.method === "HEAD") return leave();
  // A broken connection is treated like a closed one.
  response.on("error", leave);
  response.once("close", leave);
}

async function answerFetch(spec: DoorSpec, request: Request, context?: Context): Promise<Response> {
  let answer: Answer;
  try {
    const params = plainParams((await context?.params) ?? {});
    answer = await ask(spec, new FetchCall(request, params, boundOf(spec)));
  } catch (error) {
    answer = errorAnswer(boundOf(spec).form, error);
  }
  const { status } = answer;
  const headers = Object.entries(headersOf(spec, answer)).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const init = { status, headers };
  if ("live" in answer) return new Response(liveBody(answer.live, request), init);
  if ("stream" in answer) {
    const stream = request.method === "HEAD" ? null : answer.stream;
    if (!stream) answer.stream?.destroy();
    return new Response(stream && (Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>), init);
  }
  if ("text" in answer) return new Response(status === 304 ? null : answer.text, init);
  return answer.body === undefined ? new Response(null, init) : Response.json(answer.body, init);
}

/** Joins `[...name]` parameters with slashes. */
function plainParams(params: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join("/") : value]),
  );
}

function liveBody({ mostWaiting, open }: Live, { method, signal }: Request): ReadableStream<Uint8Array<ArrayBuffer>> {
  let leave: () => void = () => undefined;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => {
        leave = open({
          write: (bytes) => {
            // A stream may take ownership of the buffer, so give it a copy.
            controller.enqueue(new Uint8Array(bytes));
            return (controller.desiredSize ?? 0) >= 0;
          },
          close: () => {
            signal.removeEventListener("abort", leave);
            try {
              controller.close();
            } catch {
              // The reader has already disconnected.
            }
          },
        });
        signal.addEventListener("abort", leave);
        if (signal.aborted || method === "HEAD") leave();
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
  );
}
