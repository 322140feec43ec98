import type { IncomingMessage, ServerResponse } from "node:http";
import { isDatabaseAway, unavailable } from "../database-away.ts";
import { AppError } from "../errors.ts";
import type { FieldProblem } from "../errors.ts";
import { endUnread } from "../http/refuse.ts";
import { log } from "../log.ts";
import { currentRequestId } from "../observe/trail.ts";

/** A request as a REST door reads it, from Fetch and from node:http alike. */
export type Incoming = {
  header: (name: string) => string | null;
  /** Leaving it early must not break the connection: the refusal still has to go out on it. */
  body: AsyncIterable<Uint8Array> | null;
};

/** A JSON answer. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> };

/** The answer to what was refused or failed (decisions section 8). */
export type Refusal = Reply & { body: { error: { code: string; message: string; fields?: FieldProblem[] } } };

/** What went wrong with the transport itself, before a verb was asked: a status of its own beside the codes of errors.ts. */
export class RestError extends Error {
  readonly status: number;
  readonly fields: FieldProblem[] | undefined;

  constructor(status: 400 | 413 | 415 | 422, message: string, fields?: FieldProblem[]) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** Runs a door's body; whatever it throws becomes a Refusal. */
export async function replyTo(run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    return errorReply(error);
  }
}

/** Whatever a verb or a door threw, as its caller sees it; what nobody foresaw goes to the log under the id that the caller is told. */
export function errorReply(error: unknown): Refusal {
  if (error instanceof RestError) return refusal(error.status, "BAD_INPUT", error.message, error.fields);
  if (error instanceof AppError) {
    return refusal(error.httpStatus, error.code, error.message, error.fields, error.headers);
  }
  const requestId = currentRequestId();
  log.error({ requestId, err: error }, "unexpected error");
  if (isDatabaseAway(error)) {
    const { httpStatus, code, message, headers } = unavailable(requestId);
    return refusal(httpStatus, code, message, undefined, headers);
  }
  return refusal(500, "INTERNAL", `Something went wrong on our side. Quote request ${requestId} when you report it.`);
}

function refusal(
  status: number,
  code: string,
  message: string,
  fields?: FieldProblem[],
  headers?: Record<string, string>,
): Refusal {
  return { status, body: { error: { code, message, ...(fields ? { fields } : {}) } }, ...(headers ? { headers } : {}) };
}

/** The answer as Fetch has it: for Next's route files. */
export function toResponse({ status, body, headers }: Reply): Response {
  return Response.json(body, { status, ...(headers ? { headers } : {}) });
}

/** A Fetch request as a door reads it. */
export function fromRequest(request: Request): Incoming {
  return { header: (name) => request.headers.get(name), body: request.body };
}

/** A request of node:http as a door reads it: the hot doors are mounted there, without Fetch between. */
export function fromNode(request: IncomingMessage): Incoming {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : (value?.[0] ?? null);
  };
  return { header, body: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) } };
}

/**
 * Writes the answer to node:http. Where the body was not read to its end, the connection ends with the answer. Nothing is written for a
 * caller who has left, or was answered by a limit meanwhile.
 */
export function sendReply(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Reply): void {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(body);
  const isRead = request.readableEnded || request.method === "GET";
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...(isRead ? {} : { connection: "close" }),
    ...headers,
  });
  if (isRead) response.end(text);
  else endUnread(request, response, text);
}
