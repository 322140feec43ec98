import type { Readable } from "node:stream";
import { faultOf } from "../database-away.ts";
import { AppError, type FieldProblem } from "../errors.ts";
import { log } from "../log.ts";
import { currentRequestId } from "../observe/request-context.ts";
import { inEnglish, toWording, type Said, type Wording } from "../say.ts";

/** By lower-case name. An array stands for several headers of the same name. */
export type AnswerHeaders = Record<string, string | string[]>;

/** The response of an endpoint: JSON (`body`; undefined: empty), text or bytes unchanged, a byte stream, or a live stream. */
export type Answer = { status: number; headers?: AnswerHeaders } & (
  | { body: unknown }
  | { text: string | Uint8Array<ArrayBuffer> }
  | { stream: Readable | null }
  | { live: Live }
);

export type JsonAnswer = Extract<Answer, { body: unknown }>;

/** A stream that lasts until its reader disconnects. */
export type Live = {
  /** The most bytes that may be buffered for a slow reader. */
  mostWaiting: number;
  /**
   * Starts writing. Called exactly once, even if the reader has already disconnected, so that counters are always decremented.
   * @returns a function for the reader's disconnect. It closes the sink, and nothing may be written after it.
   */
  open: (sink: Sink) => () => void;
};

/** The output of a live stream. */
export type Sink = {
  /** Returns false when more than `mostWaiting` bytes are buffered. Readers share the bytes, so they must not be modified. */
  write: (bytes: Uint8Array) => boolean;
  close: () => void;
};

/** The format of an endpoint's errors. `page`: for our own pages, which show the error in the reader's language. */
export type Form = "rest" | "page" | "graphql" | "jsonRpc";

type ShownField = { path: string; message: string; wording?: Wording };

type Problem = { code: string; message: string; hint?: string; wording?: Wording; fields?: ShownField[] };

/** A refusal or failure as the caller sees it. */
type Refusal = { status: number; problem: Problem; headers?: Record<string, string> };

/** JSON-RPC reserves the codes from here on for servers. `data.code` has our own code. */
const REFUSED = -32_000;

/** An error of the transport, before a verb runs. It has its own status instead of a code from errors.ts. */
export class RestError extends Error {
  readonly status: number;
  readonly said: Said | undefined;
  readonly fields: FieldProblem[] | undefined;

  /** @param words a sentence if people may see it, otherwise English text for the developer of the client. */
  constructor(status: 400 | 413 | 415 | 422, words: Said | string, fields?: FieldProblem[]) {
    super(typeof words === "string" ? words : inEnglish(words));
    this.status = status;
    this.said = typeof words === "string" ? undefined : words;
    this.fields = fields;
  }
}

export function plainText(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return { status, text, headers: { "content-type": "text/plain; charset=utf-8", ...headers } };
}

/**
 * Converts an error of a verb or endpoint for its caller. An unexpected error is logged under the request ID that the caller
 * gets.
 */
function refusalOf(error: unknown): Refusal {
  if (error instanceof RestError) return { status: error.status, problem: problemOf("BAD_INPUT", error) };
  if (error instanceof AppError) return refused(error);
  const requestId = currentRequestId();
  log.error({ requestId, err: error }, "unexpected error");
  return refused(faultOf(error, requestId));
}

function refused(error: AppError): Refusal {
  return { status: error.httpStatus, problem: problemOf(error.code, error), headers: error.headers };
}

type Told = { message: string; hint?: string | undefined; said: Said | undefined; fields: FieldProblem[] | undefined };

function problemOf(code: string, { message, hint, said, fields }: Told): Problem {
  return {
    code,
    message,
    ...(hint !== undefined ? { hint } : {}),
    ...wordingBeside(said),
    ...(fields ? { fields: fields.map((each) => worded(each)) } : {}),
  };
}

/** A field problem with the data for translating it. */
export function worded({ path, message, said }: FieldProblem): ShownField {
  return { path, message, ...wordingBeside(said) };
}

/** Empty for text that has no wording. */
export function wordingBeside(said: Said | undefined): { wording?: Wording } {
  const wording = said && toWording(said);
  return wording ? { wording } : {};
}

/** Converts an error of a verb or endpoint into the endpoint's error format. */
export function errorAnswer(form: Form, error: unknown): JsonAnswer {
  const { status, problem, headers } = refusalOf(error);
  const isUnknown = form === "jsonRpc" && status === 401;
  return {
    status,
    headers: { ...(isUnknown ? { "www-authenticate": "Bearer" } : {}), ...headers },
    body: problemIn(form, problem),
  };
}

/** A problem in the endpoint's error format. Only pages get wordings; programs do not need them. */
export function problemIn(form: Form, problem: Problem): object {
  if (form === "page") return { error: problem };
  const { code, message, hint, wording, fields } = problem;
  if (form === "graphql") {
    const extensions = {
      code,
      ...(hint !== undefined && { hint }),
      ...(wording && { wording }),
      ...(fields && { fields }),
    };
    return { errors: [{ message, extensions }] };
  }
  const places = {
    ...(hint !== undefined && { hint }),
    ...(fields && { fields: fields.map(({ path, message }) => ({ path, message })) }),
  };
  if (form === "jsonRpc")
    return { jsonrpc: "2.0", id: null, error: { code: REFUSED, message, data: { code, ...places } } };
  return { error: { code, message, ...places } };
}
