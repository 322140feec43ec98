import { askNextAuth, type CompanySignIn } from "../auth/next-auth.ts";
import { AppError } from "../errors.ts";
import { readDomain } from "../sso/access.ts";
import { companySignIn, SSO_PREFIX } from "../sso/company-sign-in.ts";
import { logOutByProvider } from "../sso/log-out-by-provider.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { parseJsonObject } from "./read-json.ts";
import { env } from "../env.ts";
import { networkOf } from "../auth/address.ts";
import { sharedLimiter } from "../auth/shared-limiter.ts";
import { say } from "../say.ts";

/** A sign-in takes four requests, and a whole office may sign in at once from one address. */
const strangers = sharedLimiter("auth-door", { points: 300, duration: 60 });

/** Counts a request to /api/auth, which needs no authentication. */
export function limitSignIn({ address }: Call): void {
  countStranger(address);
}

/** GET and POST /api/auth/…: sign-in and sign-out. next-auth handles them. */
export async function signInDoor(call: Call): Promise<Answer> {
  const { method, params, query, headers } = call;
  const path = (params.nextauth ?? "").split("/");
  const body = method === "POST" ? await bodyOf(call) : undefined;
  const company = await companyOf(call, path);
  if (company === "away")
    return { status: 302, body: undefined, headers: { location: "/sign-in?error=OAuthCallback" } };
  // The domain may have been typed in another form.
  if (company) path[1] = company.provider.id;
  const answer = await askNextAuth({ method, path, query: Object.fromEntries(query), headers, body, company });
  const { status, body: said, headers: told } = answer;
  if (typeof said !== "string") return answer;
  return { status, text: said, headers: { "content-type": "text/plain; charset=utf-8", ...told } };
}

/**
 * The company's provider that a sign-in begins or comes back with; null: another request.
 * @returns "away" for a browser that comes back, which needs a page, when there is no such provider any more or it does not answer.
 */
async function companyOf(call: Call, [action, name = ""]: string[]): Promise<CompanySignIn | "away" | null> {
  const isBack = action === "callback";
  const begins = action === "signin" && call.method === "POST";
  if (!name.startsWith(SSO_PREFIX) || !(isBack || begins)) return null;
  // Only of a sign-in that this browser began, and only a code: the owner reads it.
  const isBegun = isBack && (call.headers.get("cookie") ?? "").includes("next-auth.state=");
  const [refusal = null] = /^[\w-]{1,60}$/.exec((isBegun && call.query.get("error")) || "") ?? [];
  return companySignIn(name, call.address, refusal).catch((error: unknown) => {
    if (begins || !(error instanceof AppError)) throw error;
    return "away" as const;
  });
}

/** POST /api/sso/{domain}/logout `logout_token=…`, from the company's provider → 200, or 400 with the reason. */
export async function ssoLogoutDoor(call: Call): Promise<Answer> {
  const { logout_token: token } = (await bodyOf(call)) ?? {};
  const domain = readDomain(call.params.domain ?? "");
  const problem =
    typeof token === "string" && domain ? await logOutByProvider(domain, token) : "Send logout_token in a form";
  const headers = { "cache-control": "no-store" };
  if (problem === null) return { status: 200, body: undefined, headers };
  return { status: 400, body: { error: "invalid_request", error_description: problem }, headers };
}

async function bodyOf(call: Call): Promise<Record<string, unknown> | undefined> {
  const type = (call.headers.get("content-type") ?? "").toLowerCase();
  const bytes = await call.bytes();
  if (type.includes("application/json")) return parseJsonObject(bytes);
  if (type.includes("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
  }
  return undefined;
}

/**
 * Counts a request to /api/auth, which needs no authentication. API_RATE_LIMIT 0 turns this limit off with the others.
 * @throws AppError RATE_LIMITED with the seconds to wait
 */
function countStranger(address: string): void {
  if (env().API_RATE_LIMIT > 0) strangers.take(networkOf(address), () => say("refusal.tooManyRequests"));
}
