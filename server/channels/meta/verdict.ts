import { quote, say, type Said } from "../../say.ts";
import type { MediaLocation, SendResult, SetupRefusal } from "../channel.ts";
import type { GraphError, GraphReply } from "./graph-api.ts";

/**
 * The meaning of a Meta error for us, with advice that a person can act on.
 * - `refused`: never send this message. `retry`: send it later. `unauthorized`: nothing of this channel is sent until somebody
 *   has fixed its token, its account or its payment.
 */
export type Verdict = {
  outcome: "refused" | "retry" | "unauthorized";
  advice: Said;
  /** Seconds before the next attempt, given the number of earlier attempts. */
  waitSeconds?: (priorAttempts: number) => number;
  /** The error is not about this message or contact: nothing of the channel is sent meanwhile. */
  isChannelWide?: true;
};

/** A minute or more, because limits that count in hours do not end within a second. */
const minutes = () => 60;

const TOKEN: Verdict = {
  outcome: "unauthorized",
  advice: say("provider.token"),
};
const RIGHTS: Verdict = {
  outcome: "unauthorized",
  advice: say("provider.rights"),
};
const TEMPORARY: Verdict = { outcome: "retry", advice: say("provider.temporary") };

const APP_LIMIT: Verdict = {
  outcome: "retry",
  advice: say("provider.tooOften"),
  waitSeconds: minutes,
  isChannelWide: true,
};

/** Codes with the same meaning everywhere in the Graph API. */
const COMMON = new Map<number, Verdict>([
  [0, TOKEN],
  [102, TOKEN],
  [190, TOKEN],
  [463, TOKEN],
  [467, TOKEN],
  [3, RIGHTS],
  [10, RIGHTS],
  [1, TEMPORARY],
  [2, TEMPORARY],
  ...[4, 17, 32, 613].map((code) => [code, APP_LIMIT] as const),
  [
    368,
    {
      outcome: "unauthorized",
      advice: say("provider.restricted"),
    },
  ],
]);

/** Finds the verdict in the provider's own table, then among Meta's common codes, then by the status of the response. */
export function verdictOf(
  error: Pick<GraphError, "status" | "code" | "isTransient">,
  own: Verdict | undefined,
): Verdict {
  if (own) return own;
  const { status, code, isTransient } = error;
  const common = code === null ? undefined : COMMON.get(code);
  if (common) return common;
  if (code !== null && code >= 200 && code < 300) return RIGHTS;
  if (status === 401) return TOKEN;
  if (isTransient || status === 429 || status >= 500) return TEMPORARY;
  return { outcome: "refused", advice: say("provider.notTaken") };
}

/** The text for people: what to do, then Meta's code and text for reference. */
export function failureOf({ advice }: Verdict, code: number | null, details: string): Said {
  return code === null
    ? say("sending.withDetails", { advice, details })
    : say("sending.withCode", { advice, code, details });
}

/** The outcome of a send that was not accepted. */
export function sendFailure(
  reply: Exclude<GraphReply, { kind: "ok" }>,
  own: (error: GraphError) => Verdict | undefined,
  priorAttempts: number,
): SendResult {
  if (reply.kind !== "error") {
    const outcome = reply.kind === "unknown" ? "unknown" : "retry";
    return { outcome, error: reply.error, responseStatus: null };
  }
  const { error } = reply;
  const verdict = verdictOf(error, own(error));
  const result = { error: failureOf(verdict, error.code, error.words), responseStatus: error.status };
  if (verdict.outcome !== "retry") return { outcome: verdict.outcome, ...result };
  const wait = Math.max(error.retryAfterSeconds ?? 0, verdict.waitSeconds?.(priorAttempts) ?? 0);
  return {
    outcome: "retry",
    ...result,
    ...(wait > 0 ? { retryAfterSeconds: wait } : {}),
    ...(verdict.isChannelWide ? { pausesChannel: true } : {}),
  };
}

/** Why a channel's setup failed. `path` is the property that Meta did not find or allow. */
export function setupFailure(reply: Exclude<GraphReply, { kind: "ok" }>, path: string): SetupRefusal {
  if (reply.kind !== "error") return { outcome: "unreachable", error: reply.error };
  const { error } = reply;
  const verdict = verdictOf(error, undefined);
  if (verdict.outcome === "retry")
    return { outcome: "unreachable", error: failureOf(verdict, error.code, error.words) };
  if (verdict.outcome === "unauthorized") {
    const advice = verdict === TOKEN ? say("provider.tokenWrong") : say("provider.tokenRights");
    return {
      outcome: "refused",
      path: "accessToken",
      error: say("sending.withCode", { advice, code: error.code ?? error.status, details: error.words }),
    };
  }
  return { outcome: "refused", path, error: say("provider.metaSays", { details: error.words }) };
}

/** Why a contact's file cannot be located. */
export function mediaFailure(reply: Exclude<GraphReply, { kind: "ok" }>): MediaLocation {
  if (reply.kind !== "error") return { outcome: "retry", error: reply.error };
  const { error } = reply;
  const { outcome } = verdictOf(error, undefined);
  return { outcome: outcome === "refused" ? "lost" : outcome, error: quote(error.words) };
}
