import type { TadaDocumentNode } from "gql.tada";
import { getOperationAST, OperationTypeNode, print } from "graphql";
import { carrier } from "./carrier.ts";
import { networkWords, refusalWords, type Refusal } from "./network-words.ts";

/** One problem with an input: `path` without the leading `input.`, and what to do about it. */
export type FieldProblem = { path: string; message: string };

/** The service refused the request, or could not be reached (code NETWORK). */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: string;
  readonly fields: FieldProblem[];
  /** The ID to quote in a report. Only INTERNAL errors have one. */
  readonly requestId: string | null;

  constructor(code: string, message: string, more: { fields?: FieldProblem[]; requestId?: string | null } = {}) {
    super(message);
    this.code = code;
    this.fields = more.fields ?? [];
    this.requestId = more.requestId ?? null;
  }
}

/** Errors that a retry may resolve. All others are permanent. */
const PASSING = new Set(["NETWORK", "INTERNAL", "RATE_LIMITED", "UNAVAILABLE"]);

/** Whether a retry of the same request may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && PASSING.has(error.code);
}

type More = { signal?: AbortSignal; idempotencyKey?: string };

type Answer = {
  data?: unknown;
  errors?: { message: string; extensions?: Extensions }[];
};

type Extensions = Omit<Refusal, "message"> & { code?: string; requestId?: string };

/**
 * Calls the API. The portal's cookie is the credential. A mutation finishes even if the page is left meanwhile, as far as
 * browsers allow it (`postToTheEnd`).
 * @param more `signal` aborts. `idempotencyKey` makes repeated requests take effect once.
 * @throws ApiError with the first error's code, sentence and fields. Code NETWORK: no response.
 */
export async function gqlRequest<Result, Input>(
  document: TadaDocumentNode<Result, { input: Input }>,
  input: NoInfer<Input>,
  more: More = {},
): Promise<Result> {
  return ask("/core/gq", document, { input }, more);
}

/** The same for the assistants' endpoint, whose documents are written with `botGraphql`. */
export async function botRequest<Result, Input>(
  document: TadaDocumentNode<Result, { input: Input }>,
  input: NoInfer<Input>,
  more: More = {},
): Promise<Result> {
  return ask("/bot/gq", document, { input }, more);
}

/** Like `gqlRequest`, for a document with more variables than `input`. `input` must name the workspace. */
export async function gqlQuery<Result, Variables extends { input: object }>(
  document: TadaDocumentNode<Result, Variables>,
  variables: NoInfer<Variables>,
  more: More = {},
): Promise<Result> {
  return ask("/core/gq", document, variables, more);
}

async function ask<Result, Variables>(
  path: string,
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  more: More,
): Promise<Result> {
  const body = JSON.stringify({ query: print(document), variables });
  const carry = carrier();
  const changes = getOperationAST(document)?.operation === OperationTypeNode.MUTATION;
  const answer = carry
    ? ((await carry(path, body)) as Answer)
    : await (changes ? postToTheEnd : post)(path, body, more);
  const error = answer.errors?.[0];
  if (error) {
    const { code = "INTERNAL", requestId = null, ...said } = error.extensions ?? {};
    const { message, fields } = refusalWords({ ...said, message: error.message });
    throw new ApiError(code, message, { fields, requestId });
  }
  return answer.data as Result;
}

/** Browsers refuse a request that may outlive its page if the bodies of all of them exceed 64 KiB. */
const MOST_KEPT_ALIVE = 65_536;
let keptAlive = 0;

/** Posts a change. If the page is left meanwhile, the request goes on, unless such requests are too large together. */
async function postToTheEnd(path: string, body: string, more: More): Promise<Answer> {
  const size = new Blob([body]).size;
  if (keptAlive + size > MOST_KEPT_ALIVE) return post(path, body, more);
  keptAlive += size;
  try {
    return await post(path, body, more, { keepalive: true });
  } finally {
    keptAlive -= size;
  }
}

async function post(path: string, body: string, more: More, how: { keepalive?: true } = {}): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(more.idempotencyKey ? { "idempotency-key": more.idempotencyKey } : {}),
      },
      body,
      ...(more.signal ? { signal: more.signal } : {}),
      ...how,
    });
  } catch (cause) {
    if (more.signal?.aborted) throw cause;
    throw new ApiError("NETWORK", networkWords("unreachable"));
  }
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new ApiError("NETWORK", networkWords("unreadable", response.status));
  }
}
