import { z } from "zod";
import { retryAfterSeconds } from "../../retry-after.ts";
import { safeFetch } from "../../safe-fetch.ts";
import type { SafeReply } from "../../http-exchange.ts";
import { quote, say } from "../../say.ts";
import type { Adapter, OutgoingMessage, SendResult } from "../channel.ts";
import { saying } from "../../saying.ts";

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const LONGEST_ERROR = 300;
const LONGEST_EXTERNAL_ID = 255;

const text = (name: string) =>
  z
    .string(saying("channels.required", { field: name }))
    .trim()
    .min(1, saying("channels.required", { field: name }));

/** integrationProperties of a CUSTOM channel (contract.md, Channel). All four are required. */
const credentials = z.strictObject({
  endpoint: text("endpoint").pipe(z.url({ protocol: /^https?$/, error: saying("channels.endpoint") })),
  validateToken: text("validateToken"),
  accessToken: text("accessToken").regex(/^[\x20-\x7e]+$/, saying("channels.ascii")),
  externalId: text("externalId"),
});

/** Sends agents' replies to the customer's own system (contract.md, Custom channel egress). */
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
        // The same on every attempt, so an endpoint that checks the key accepts a repeated message once.
        "idempotency-key": message.messageId,
      },
      body: JSON.stringify(bodyOf(message, externalId)),
      deadlineMs: TIMEOUT_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
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
    return taken(reply);
  }
  const words = wordsOf(reply.body);
  const error = words === null ? say("provider.endpointStatus", { status }) : quote(words);
  if (status === 401 || status === 403) return { outcome: "unauthorized", error, responseStatus: status };
  if (status === 429 || status >= 500) {
    const wait = retryAfterSeconds(reply.headers);
    return { outcome: "retry", error, responseStatus: status, ...(wait !== null ? { retryAfterSeconds: wait } : {}) };
  }
  if (status >= 300 && status < 400) {
    return {
      outcome: "refused",
      error: say("provider.redirect", { status }),
      responseStatus: status,
    };
  }
  return { outcome: "refused", error, responseStatus: status };
}

/**
 * A 2xx counts only after its body has arrived: an interrupted body may be an error page of a proxy. A complete but unusable
 * body still counts. The message is sent, and its attempt records what was wrong.
 */
function taken({ status, body, bytes, cut }: Extract<SafeReply, { kind: "answer" }>): SendResult {
  const accepted = { outcome: "accepted", responseStatus: status } as const;
  if (bytes.length >= MAX_ANSWER_BYTES) {
    return { ...accepted, externalMessageId: null, warning: say("provider.endpointLong") };
  }
  if (cut) {
    const error = say("provider.endpointBroke", { status, seconds: TIMEOUT_MS / 1_000 });
    return { outcome: "unknown", error, responseStatus: status };
  }
  if (body.trim() === "") return { ...accepted, externalMessageId: null };
  const answer = parseObject(body);
  if (!answer) return { ...accepted, externalMessageId: null, warning: say("provider.endpointNoJson") };
  const given = ["externalMessageId", "messageId"].filter(
    (name) => answer[name] !== undefined && answer[name] !== null,
  );
  const usable = given.find((name) => isExternalId(answer[name]));
  const refused = given.find((name) => name !== usable);
  const isPassedOver = refused !== undefined && (usable === undefined || refused === "externalMessageId");
  return {
    ...accepted,
    externalMessageId: usable === undefined ? null : String(answer[usable]).toWellFormed(),
    ...(isPassedOver ? { warning: say("provider.endpointId", { field: refused, count: LONGEST_EXTERNAL_ID }) } : {}),
  };
}

function isExternalId(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_EXTERNAL_ID && !value.includes("\0");
}

/** The endpoint's message as one plain line; null if it contains no readable text. */
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
