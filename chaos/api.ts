import { Agent, fetch } from "undici";

/**
 * What a caller knows after a call.
 * - `ok`: the response says that it was done.
 * - `refused`: the response says that it was not done and will not be.
 * - `away`: the connection was refused, or the response asks to retry later. It was not done.
 * - `unknown`: it may have been done or not.
 */
export type Outcome<T> =
  | { kind: "ok"; value: T; ms: number }
  | { kind: "refused" | "away" | "unknown"; error: string; ms: number; status: number | null; code?: string };

export type Call = { path: string; headers: Record<string, string>; body: unknown };

/** Far above the product's limit (reliability bar 4: 15 s), so that a hanging request is detected. */
const PATIENCE_MS = 45_000;
/** An HTTP client like an integrator's: keep-alive, one try per call. `longestMs` is the slowest call so far. */
export type Caller = {
  post: (address: string, call: Call) => Promise<Outcome<unknown>>;
  /** Runs a GraphQL operation with one variable and returns its field of the response. */
  graphql: (address: string, request: GraphqlRequest) => Promise<Outcome<unknown>>;
  longestMs: () => number;
  close: () => Promise<void>;
};

export type GraphqlRequest = {
  apiKey: string;
  /** Short form of a GraphQL operation, for example `mutation addMessage(MessageInput) { messageId }`. */
  kind: "query" | "mutation";
  field: string;
  inputType: string;
  selection: string;
  input: Record<string, unknown>;
  idempotencyKey?: string | null;
};

export function startCaller(): Caller {
  const agent = new Agent({ connections: 64, keepAliveTimeout: 4_000, pipelining: 1 });
  let longestMs = 0;

  const post: Caller["post"] = async (address, { path, headers, body }) => {
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    const done = <T extends object>(outcome: T) => {
      const ms = elapsed();
      longestMs = Math.max(longestMs, ms);
      return { ...outcome, ms };
    };
    try {
      const response = await fetch(`${address}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
        dispatcher: agent,
      });
      const text = await response.text();
      if (response.ok) return done({ kind: "ok" as const, value: JSON.parse(text) as unknown });
      const { status } = response;
      if (status === 429) return done({ kind: "away" as const, error: text, status });
      return done({ kind: status >= 500 ? ("unknown" as const) : ("refused" as const), error: text, status });
    } catch (error) {
      const kind = isAway(error) ? ("away" as const) : ("unknown" as const);
      return done({ kind, error: wordsOf(error), status: null });
    }
  };

  return {
    post,
    graphql: async (address, { apiKey, kind, field, inputType, selection, input, idempotencyKey }) => {
      const outcome = await post(address, {
        path: "/core/gq",
        headers: { authorization: apiKey, ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}) },
        body: {
          query: `${kind} ${field}($input: ${inputType}!) { ${field}(input: $input) ${selection} }`,
          variables: { input },
        },
      });
      return outcome.kind === "ok" ? read(outcome.value, field, outcome.ms) : outcome;
    },
    longestMs: () => longestMs,
    close: () => agent.destroy(),
  };
}

type GraphqlAnswer = {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
};

function read(answer: unknown, field: string, ms: number): Outcome<unknown> {
  const { data, errors } = answer as GraphqlAnswer;
  const [error] = errors ?? [];
  if (!error) return { kind: "ok", value: data?.[field], ms };
  const code = error.extensions?.code ?? "";
  // An internal error leaves the outcome open: the commit itself may have failed.
  const kind = code === "RATE_LIMITED" ? "away" : code === "INTERNAL" ? "unknown" : "refused";
  return { kind, error: error.message, ms, status: 200, code };
}

/** Whether the connection was refused, so the request cannot have arrived. */
function isAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && (at.code === "ECONNREFUSED" || at.code === "UND_ERR_CONNECT_TIMEOUT")) return true;
    if (at instanceof AggregateError && at.errors.some((each: unknown) => isAway(each))) return true;
  }
  return false;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.message}${cause}`;
}
