import type { Readable } from "node:stream";
import { faultOf } from "../database-away.ts";
import { AppError, type FieldProblem } from "../errors.ts";
import { log } from "../log.ts";
import { currentRequestId } from "../observe/request-context.ts";
import { inEnglish, toWording, type Said, type Wording } from "../say.ts";

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

/** How an address says that it refuses or fails; `page`: to a page of ours, which says it in its reader's language. */
export type Form = "rest" | "page" | "graphql" | "jsonRpc";

type ShownField = { path: string; message: string; wording?: Wording };

type Problem = { code: string; message: string; wording?: Wording; fields?: ShownField[] };

/** What was refused or failed (decisions section 8). */
type Refusal = { status: number; problem: Problem; headers?: Record<string, string> };

/** JSON-RPC leaves the codes from here on to servers; which refusal it is stands in `data.code`. */
const REFUSED = -32_000;

/** What went wrong with the transport itself, before a verb was asked: a status of its own beside the codes of errors.ts. */
export class RestError extends Error {
  readonly status: number;
  readonly said: Said | undefined;
  readonly fields: FieldProblem[] | undefined;

  /** @param words a sentence where people may see it; else English, for the author of the program that asks. */
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

/** What a verb or a door threw, as its caller sees it. An unexpected error goes to the log under the id that the caller is told. */
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

type Told = { message: string; said: Said | undefined; fields: FieldProblem[] | undefined };

function problemOf(code: string, { message, said, fields }: Told): Problem {
  return {
    code,
    message,
    ...wordingBeside(said),
    ...(fields ? { fields: fields.map((each) => worded(each)) } : {}),
  };
}

/** A problem of a field, with what it takes to say it in another language. */
export function worded({ path, message, said }: FieldProblem): ShownField {
  return { path, message, ...wordingBeside(said) };
}

/** Left out beside words that have none. */
export function wordingBeside(said: Said | undefined): { wording?: Wording } {
  const wording = said && toWording(said);
  return wording ? { wording } : {};
}

/** What a verb or a door threw, in the form of an address. */
export function errorAnswer(form: Form, error: unknown): JsonAnswer {
  const { status, problem, headers } = refusalOf(error);
  const isUnknown = form === "jsonRpc" && status === 401;
  return {
    status,
    headers: { ...(isUnknown ? { "www-authenticate": "Bearer" } : {}), ...headers },
    body: problemIn(form, problem),
  };
}

/** A problem as the callers of an address expect it. Programs have no use for wordings. */
export function problemIn(form: Form, problem: Problem): object {
  if (form === "page") return { error: problem };
  const { code, message, wording, fields } = problem;
  if (form === "graphql") {
    const extensions = { code, ...(wording && { wording }), ...(fields && { fields }) };
    return { errors: [{ message, extensions }] };
  }
  const places = fields && { fields: fields.map(({ path, message }) => ({ path, message })) };
  if (form === "jsonRpc")
    return { jsonrpc: "2.0", id: null, error: { code: REFUSED, message, data: { code, ...places } } };
  return { error: { code, message, ...places } };
}
