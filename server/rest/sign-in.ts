import { askNextAuth } from "../auth/next-auth.ts";
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
  const answer = await askNextAuth({ method, path, query: Object.fromEntries(query), headers, body });
  const { status, body: said, headers: told } = answer;
  if (typeof said !== "string") return answer;
  return { status, text: said, headers: { "content-type": "text/plain; charset=utf-8", ...told } };
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
