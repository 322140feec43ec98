import { z } from "zod";
import { env } from "../../env.ts";
import { jsonOf, providerFetch } from "../../provider-fetch.ts";
import { retryAfterSeconds } from "../../retry-after.ts";
import { say, type Said } from "../../say.ts";

const DEADLINE_MS = 15_000;
const LONGEST_WORDS = 300;

const failure = z.object({
  error: z.object({
    message: z.string().catch(""),
    code: z.number().nullish().catch(null),
    error_subcode: z.number().nullish().catch(null),
    is_transient: z.boolean().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
    // Sometimes this is the details text itself.
    error_data: z
      .union([z.string(), z.object({ details: z.string().optional() })])
      .optional()
      .catch(undefined),
  }),
});

/** The header that reports the used share of an account's rate limit: minutes until requests are possible again. */
const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })));

/** Meta's refusal of a request. `code` is what counts; null if the response is not a Graph API error. */
export type GraphError = {
  status: number;
  code: number | null;
  subcode: number | null;
  /** Meta's own text, as one line. */
  words: string;
  isTransient: boolean;
  retryAfterSeconds: number | null;
};

/**
 * The Graph API's response to one request.
 * - `ok`: done. `error`: refused. `unreachable`: nothing was sent. `unknown`: sent, but no readable response came.
 */
export type GraphReply =
  | { kind: "ok"; body: unknown; status: number }
  | { kind: "error"; error: GraphError }
  | { kind: "unreachable" | "unknown"; error: Said };

export type GraphRequest = {
  method: "GET" | "POST";
  /** The path after the version, without a leading slash. */
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  accessToken: string;
  /** Which of Meta's two hosts. Accounts that were connected by an Instagram login use the second. */
  host?: "facebook" | "instagram";
  /** Limit of the response; 64 KiB unless it is a list. */
  maxBodyBytes?: number;
  signal?: AbortSignal | undefined;
};

/** Calls the Graph API. The token goes into a header, so logged addresses never contain it. */
export async function callGraph(request: GraphRequest): Promise<GraphReply> {
  const { method, path, query, body, accessToken, host = "facebook", maxBodyBytes, signal } = request;
  const { META_GRAPH_URL, INSTAGRAM_GRAPH_URL, META_GRAPH_VERSION } = env();
  const base = host === "facebook" ? META_GRAPH_URL : INSTAGRAM_GRAPH_URL;
  const reply = await providerFetch({
    url: `${base}/${META_GRAPH_VERSION}/${path}${query ? `?${new URLSearchParams(query).toString()}` : ""}`,
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: "application/json",
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    deadlineMs: DEADLINE_MS,
    ...(maxBodyBytes ? { maxBodyBytes } : {}),
    ...(signal ? { signal } : {}),
  });
  if (reply.kind === "refused-address") return { kind: "unreachable", error: reply.error };
  if (reply.kind !== "answer") return { kind: reply.kind, error: reply.error };
  const { status, headers } = reply;
  const said = jsonOf(reply.body);
  const failed = failure.safeParse(said);
  if (!failed.success && status >= 200 && status < 300) {
    // A success without JSON may have sent the message.
    return typeof said === "object" && said !== null
      ? { kind: "ok", body: said, status }
      : { kind: "unknown", error: say("provider.metaUnreadable") };
  }
  return { kind: "error", error: graphError(status, headers, failed.success ? failed.data.error : null) };
}

function graphError(
  status: number,
  headers: Record<string, string>,
  said: z.infer<typeof failure>["error"] | null,
): GraphError {
  const data = said?.error_data;
  const details = typeof data === "string" ? data : data?.details;
  const words = details || said?.error_user_msg || said?.message.replace(/^\(#\d+\)\s*/, "");
  return {
    status,
    code: said?.code ?? null,
    subcode: said?.error_subcode ?? null,
    words: (words || `Meta answered ${status}`).replace(/\s+/g, " ").trim().slice(0, LONGEST_WORDS).toWellFormed(),
    isTransient: said?.is_transient ?? false,
    retryAfterSeconds: retryAfterSeconds(headers) ?? regainSeconds(headers),
  };
}

function regainSeconds(headers: Record<string, string>): number | null {
  const parsed = usage.safeParse(jsonOf(headers["x-business-use-case-usage"] ?? ""));
  if (!parsed.success) return null;
  const minutes = Object.values(parsed.data)
    .flat()
    .map((each) => each.estimated_time_to_regain_access ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? longest * 60 : null;
}
