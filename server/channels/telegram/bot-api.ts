import { z } from "zod";
import { env } from "../../env.ts";
import type { Form } from "../../http-exchange.ts";
import { jsonOf, providerFetch } from "../../provider-fetch.ts";
import { quote, say, type Said } from "../../say.ts";

const DEADLINE_MS = 15_000;
/** Time limit of a call that uploads a file, in milliseconds. Reading the file took its share before (adapter.ts). */
const UPLOAD_MS = 10_000;

const envelope = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().nonnegative().optional() }).optional(),
});

/**
 * The Bot API's response to one call.
 * - `ok`: done; `result` as the method defines it.
 * - `error`: refused, in Telegram's words; `said` is for people. `status` is also its error_code.
 * - `unreachable`: nothing was sent. `unknown`: sent, but no readable response came.
 */
export type BotReply =
  | { kind: "ok"; result: unknown; status: number }
  | { kind: "error"; status: number; error: string; said: Said; retryAfterSeconds?: number }
  | { kind: "unreachable" | "unknown"; error: Said };

/**
 * Calls a method of the Bot API. The token is part of the address, so neither appears in a log or an error.
 * @param file is uploaded; the other parameters are then parts of the same form, objects as JSON.
 */
export async function callBot(
  accessToken: string,
  method: string,
  parameters: Record<string, unknown>,
  signal?: AbortSignal,
  file?: Form["file"],
): Promise<BotReply> {
  const reply = await providerFetch({
    url: `${env().TELEGRAM_API_URL}/bot${accessToken}/${method}`,
    method: "POST",
    headers: { ...(file ? {} : { "content-type": "application/json" }), accept: "application/json" },
    body: file ? { fields: fieldsOf(parameters), file } : JSON.stringify(parameters),
    deadlineMs: file ? UPLOAD_MS : DEADLINE_MS,
    ...(signal ? { signal } : {}),
  });
  if (reply.kind === "refused-address") return { kind: "unreachable", error: reply.error };
  if (reply.kind !== "answer") return { kind: reply.kind, error: reply.error };
  const { status } = reply;
  const said = envelope.safeParse(jsonOf(reply.body));
  if (!said.success) {
    // A gateway in front of Telegram answers 502 in HTML. A 200 without JSON may have sent the message.
    if (status >= 200 && status < 300) return { kind: "unknown", error: say("provider.tg.unreadable") };
    return {
      kind: "error",
      status,
      said: say("provider.telegramStatus", { status }),
      error: `Telegram answered ${status}`,
    };
  }
  if (said.data.ok) return { kind: "ok", result: said.data.result, status };
  const { error_code = status, description, parameters: more } = said.data;
  const wait = more?.retry_after;
  const error = description?.replace(/^(?:Bad Request|Forbidden|Unauthorized|Not Found|Conflict): /, "");
  return {
    kind: "error",
    status: error_code,
    said: error === undefined ? say("provider.telegramStatus", { status }) : quote(error),
    error: error ?? `Telegram answered ${status}`,
    ...(wait !== undefined ? { retryAfterSeconds: wait } : {}),
  };
}

function fieldsOf(parameters: Record<string, unknown>): Record<string, string> {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, text(value)]));
}
