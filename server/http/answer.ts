import type { Readable } from "node:stream";
import { isDatabaseAway, unavailable } from "../database-away.ts";
import { AppError } from "../errors.ts";
import type { FieldProblem } from "../errors.ts";
import { log } from "../log.ts";
import { currentRequestId } from "../observe/trail.ts";
import { say, inEnglish } from "../say.ts";

/** By names in small letters; a list: several headers of one name. */
export type AnswerHeaders = Record<string, string | string[]>;

/** What a door answers: JSON (`body`; undefined: nothing), a text or bytes as they are, a stream of bytes, or a live stream. */
export type Answer = { status: number; headers?: AnswerHeaders } & (
  | { body: unknown }
  | { text: string | Uint8Array<ArrayBuffer> }
  | { stream: Readable | null }
  | { live: Live }
);

export type JsonAnswer = Extract<Answer, { body: unknown }>;

/** A stream that lasts until its reader leaves. */
export type Live = {
  /** Bytes that may wait for a reader that does not take them. */
  mostWaiting: number;
  /**
   * Begins to write. Called exactly once, also for a reader that has left already, so that what was counted for it is counted out.
   * @returns how the reader leaves, which closes the sink; nothing is written after that.
   */
  open: (sink: Sink) => () => void;
};

/** Where a live stream goes. */
export type Sink = {
  /** False: more than `mostWaiting` waits for the reader. The bytes are other readers' too and are never changed. */
  write: (bytes: Uint8Array) => boolean;
  close: () => void;
};

/** How an address says that it refuses or fails. */
export type Form = "rest" | "graphql" | "jsonRpc";

type ShownField = Pick<FieldProblem, "path" | "message">;

type Problem = { code: string; message: string; fields?: ShownField[] };

/** The answer to what was refused or failed (decisions section 8). */
export type Refusal = JsonAnswer & { body: { error: Problem } };

/** JSON-RPC leaves the codes from here on to servers; which refusal it is stands in `data.code`. */
const REFUSED = -32_000;

/** What went wrong with the transport itself, before a verb was asked: a status of its own beside the codes of errors.ts. */
export class RestError extends Error {
  readonly status: number;
  readonly fields: ShownField[] | undefined;

  constructor(status: 400 | 413 | 415 | 422, message: string, fields?: ShownField[]) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

export function plainText(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return { status, text, headers: { "content-type": "text/plain; charset=utf-8", ...headers } };
}

/** What a verb or a door threw, as its caller sees it. An unexpected error goes to the log under the id that the caller is told. */
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
  return refusal(500, "INTERNAL", inEnglish(say("service.internal", { id: requestId })));
}

/** The same in the form of an address. */
export function errorAnswer(form: Form, error: unknown): JsonAnswer {
  const reply = errorReply(error);
  if (form === "rest") return reply;
  const { status, headers } = reply;
  const isUnknown = form === "jsonRpc" && status === 401;
  return {
    status,
    headers: { ...(isUnknown ? { "www-authenticate": "Bearer" } : {}), ...headers },
    body: problemIn(form, reply.body.error),
  };
}

/** A problem as the callers of an address expect it. */
export function problemIn(form: Form, problem: Problem): object {
  const { message, ...data } = problem;
  if (form === "graphql") return { errors: [{ message, extensions: data }] };
  if (form === "jsonRpc") return { jsonrpc: "2.0", id: null, error: { code: REFUSED, message, data } };
  return { error: problem };
}

function refusal(
  status: number,
  code: string,
  message: string,
  fields?: ShownField[],
  headers?: Record<string, string>,
): Refusal {
  return {
    status,
    body: {
      error: {
        code,
        message,
        ...(fields ? { fields: fields.map(({ path, message: text }) => ({ path, message: text })) } : {}),
      },
    },
    ...(headers ? { headers } : {}),
  };
}
