import { z } from "zod";
import { retryAfterSeconds } from "../../retry-after.ts";
import { safeFetch } from "../../safe-fetch.ts";
import type { SafeReply } from "../../http-exchange.ts";
import type { Adapter, OutgoingMessage, SendResult } from "../channel.ts";

const TIMEOUT_MS = 15_000;
const LONGEST_ERROR = 300;
const LONGEST_EXTERNAL_ID = 255;

const text = (name: string) => z.string(`${name} is required`).trim().min(1, `${name} is required`);

/** integrationProperties of a CUSTOM channel (contract.md, Channel); all four are required. */
const credentials = z.strictObject({
  endpoint: text("endpoint").pipe(z.url({ protocol: /^https?$/, error: "endpoint must be an http or https address" })),
  validateToken: text("validateToken"),
  accessToken: text("accessToken").regex(/^[\x20-\x7e]+$/, "accessToken must be plain ASCII, as it goes into a header"),
  externalId: text("externalId"),
});

/** Hands agents' replies to the customer's own system (contract.md, Custom channel egress; decisions section 8). */
export const customAdapter: Adapter = {
  credentials,
  setup: null,
  inbound: null,
  async send(message, given, signal) {
    const { endpoint, accessToken, externalId } = credentials.parse(given);
    const reply = await safeFetch({
      url: endpoint,
      method: "POST",
      headers: {
        authorization: `Bearer ${accessToken}`,
        "content-type": "application/json",
        accept: "application/json",
        // The same on every attempt, so that an endpoint that looks at it takes a repeated message once.
        "idempotency-key": message.messageId,
      },
      body: JSON.stringify(bodyOf(message, externalId)),
      deadlineMs: TIMEOUT_MS,
      signal,
    });
    return resultOf(reply);
  },
};

function bodyOf(message: OutgoingMessage, senderId: string): Record<string, unknown> {
  const { replyTo, template } = message;
  return {
    content: message.content,
    type: message.type,
    senderId,
    receiptId: message.externalClientId,
    conversationId: message.externalConversationId ?? message.convId,
    createdAt: message.createdAt.toISOString(),
    messageId: message.messageId,
    ...(replyTo
      ? { context: { replyToId: replyTo.externalId, replyToContent: replyTo.content, replyToType: replyTo.type } }
      : {}),
    ...(template ? { template } : {}),
  };
}

function resultOf(reply: SafeReply): SendResult {
  if (reply.kind === "refused-address") return { outcome: "refused", error: reply.error, responseStatus: null };
  if (reply.kind !== "answer") {
    return { outcome: reply.kind === "unknown" ? "unknown" : "retry", error: reply.error, responseStatus: null };
  }
  const { status } = reply;
  if (status >= 200 && status < 300) {
    return { outcome: "accepted", externalMessageId: externalIdOf(reply.body), responseStatus: status };
  }
  const error = wordsOf(reply.body) ?? `The endpoint answered ${status}`;
  if (status === 401 || status === 403) return { outcome: "unauthorized", error, responseStatus: status };
  if (status === 429 || status >= 500) {
    const wait = retryAfterSeconds(reply.headers);
    return { outcome: "retry", error, responseStatus: status, ...(wait !== null ? { retryAfterSeconds: wait } : {}) };
  }
  if (status >= 300 && status < 400) {
    return {
      outcome: "refused",
      error: `The endpoint answered ${status}; redirects are not followed`,
      responseStatus: status,
    };
  }
  return { outcome: "refused", error, responseStatus: status };
}

/**
 * `externalMessageId`, else `messageId`; null where the answer is no such JSON (contract: it may be missing), and for an id that cannot
 * be stored: the message was taken all the same.
 */
function externalIdOf(body: string): string | null {
  const answer = parseObject(body);
  for (const id of [answer?.externalMessageId, answer?.messageId]) {
    const written = typeof id === "number" ? String(id) : id;
    if (typeof written !== "string" || written === "" || written.includes("\0")) continue;
    if (written.length <= LONGEST_EXTERNAL_ID) return written.toWellFormed();
  }
  return null;
}

/** What the endpoint said, as a plain line; null when it said nothing that a person could read. */
function wordsOf(body: string): string | null {
  const answer = parseObject(body);
  const nested =
    typeof answer?.error === "object" && answer.error !== null && "message" in answer.error
      ? answer.error.message
      : null;
  const said = answer ? [nested, answer.error, answer.message].find((words) => typeof words === "string") : body;
  if (typeof said !== "string") return null;
  const line = said
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line === "") return null;
  return line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR - 1).toWellFormed()}…` : line;
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
