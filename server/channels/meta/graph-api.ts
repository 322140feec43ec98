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
    // Sometimes the details themselves.
    error_data: z
      .union([z.string(), z.object({ details: z.string().optional() })])
      .optional()
      .catch(undefined),
  }),
});

/** Of the header that tells how much of an account's allowance is used: minutes until there is some again. */
const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })));

/** What Meta refused a request with. `code` is what counts; null where the answer is no error of the Graph API's. */
export type GraphError = {
  status: number;
  code: number | null;
  subcode: number | null;
  /** Meta's own words, a line. */
  words: string;
  isTransient: boolean;
  retryAfterSeconds: number | null;
};

/**
 * What the Graph API said to one request.
 * - `ok`: done. `error`: refused. `unreachable`: nothing was sent. `unknown`: it was sent, and no answer came that can be read.
 */
export type GraphReply =
  | { kind: "ok"; body: unknown; status: number }
  | { kind: "error"; error: GraphError }
  | { kind: "unreachable" | "unknown"; error: Said };

export type GraphRequest = {
  method: "GET" | "POST";
  /** After the version, without a slash before it. */
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  accessToken: string;
  /** Which of Meta's two hosts; accounts that were connected by an Instagram login live on the second. */
  host?: "facebook" | "instagram";
  /** Of the answer; 64 KiB unless it is a list. */
  maxBodyBytes?: number;
  signal?: AbortSignal | undefined;
};

/** Asks the Graph API. The token goes into a header, so that no address that is written down anywhere has it. */
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
    // A success that is no JSON may have sent the message.
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
