import { systemCtx } from "../auth/system-ctx.ts";
import type { Answer } from "../http/answer.ts";
import type { ApiCall } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { takeHistory } from "../messages/take-history.ts";
import { updateMessageStatus } from "../sending/update-message-status.ts";
import { openCustomChannel } from "../integrations/open-custom-channel.ts";
import { quote, say, inEnglish } from "../say.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { forbiddenRole } from "../auth/permissions.ts";
import { z } from "zod";
import type { InboundMessage } from "../channels/inbound.ts";
import { fromContent } from "../channels/structured-content.ts";
import { countryCode, readPhone } from "../phone.ts";

/** The most characters of an id and of a line. Ids are in indexes. */
const MAX_ID = 255;
const MAX_LINE = 1_000;

/** Postgres cannot store this character. */
const NUL = "\u0000";

const EARLIEST = Date.parse("1970-01-01T00:00:00Z");
const LATEST = Date.parse("2200-01-01T00:00:00Z");

const text = z
  .string("must be a string")
  .refine((value) => !value.includes(NUL), "may not contain the NUL character")
  // Systems that truncate texts may leave half an emoji. The rest of the message is worth keeping.
  .transform((value) => value.toWellFormed());

const idText = z
  .string("must be a string")
  .max(MAX_ID, `may have at most ${MAX_ID} characters`)
  .refine((value) => !value.includes(NUL) && value.isWellFormed(), "may have no NUL and no half characters");

const requiredId = idText.refine((value) => value.trim() !== "", "may not be empty");
const optionalId = idText.nullish().transform((value) => value || null);
const line = text
  .refine((value) => value.length <= MAX_LINE, `may have at most ${MAX_LINE} characters`)
  .nullish()
  .transform((value) => value?.trim() || null);

const time = z.iso
  .datetime({ offset: true, local: true, error: "must be an ISO 8601 date and time, like 2026-11-21T09:30:00Z" })
  // A time without a zone is UTC. `Date` would use the machine's zone.
  .transform((value) => new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`))
  .refine((date) => date.getTime() >= EARLIEST && date.getTime() <= LATEST, "must lie between 1970 and 2200")
  .nullish()
  .transform((value) => value ?? null);

const clientInfo = z
  .strictObject({
    name: line,
    surname: line,
    email: line,
    phone: line,
    address: line,
    city: line,
    code: line.refine((value) => (value?.length ?? 0) <= MAX_ID, `may have at most ${MAX_ID} characters`),
    countryCode: line.transform((value, issues) => {
      if (value === null) return null;
      const code = countryCode(value);
      if (code) return code;
      issues.addIssue("must be an ISO 3166-1 country code, like PL");
      return z.NEVER;
    }),
  })
  .transform(({ countryCode: country, phone, ...rest }, issues): InboundMessage["profile"] => {
    if (phone === null) return { ...rest, phone, country };
    const number = readPhone(phone, country);
    if (!("reason" in number)) return { ...rest, phone: number.e164, country: country ?? number.country };
    issues.addIssue({ code: "custom", path: ["phone"], message: `cannot be used: ${inEnglish(number.reason)}` });
    return z.NEVER;
  });

const context = z
  .strictObject({ replyToId: optionalId, replyToContent: text.nullish(), replyToType: line })
  .transform(({ replyToId, replyToContent, replyToType }) =>
    replyToId || replyToContent ? { id: replyToId, content: replyToContent ?? null, type: replyToType } : null,
  );

const TYPES = [
  "text",
  "image",
  "audio",
  "video",
  "document",
  "location",
  "interactive",
  "template",
  "contacts",
] as const;

const MEDIA: readonly string[] = ["image", "audio", "video", "document"];
const PLACE = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) });

/** A contact's message (contract.md, Custom channel ingress). */
export const customMessage = z
  .strictObject({
    content: text.refine((value) => value !== "", "may not be empty").describe("The text, or the address of the file"),
    type: z.enum(TYPES, `must be one of ${TYPES.join(", ")}`),
    senderId: requiredId.describe("The contact's id in your system"),
    receiptId: optionalId.describe("The id of who received it in your system"),
    messageId: optionalId.describe("The message's id in your system. A repeated one stores nothing"),
    conversationId: optionalId.describe("The thread's id in your system"),
    clientInfo: clientInfo.nullish().describe("Details of the contact, for one who is new"),
    context: context.nullish().describe("The message that it replies to"),
    createdAt: time.describe("When it was written"),
  })
  .superRefine(({ type, content }, issues) => {
    const message = problemOf(type, content);
    if (message) issues.addIssue({ code: "custom", path: ["content"], message });
  })
  .transform((body): InboundMessage => ({
    senderId: body.senderId,
    externalMessageId: body.messageId,
    externalConversationId: body.conversationId,
    type: body.type,
    content: body.content,
    profile: body.clientInfo ?? {},
    replyTo: body.context ?? null,
    providerAt: body.createdAt,
  }));

const STATUSES = ["sent", "delivered", "read", "played", "failed"] as const;

/** The status of a message that the channel's endpoint accepted from us. */
export const customStatus = z.strictObject({
  messageId: requiredId.describe("The externalMessageId with which your endpoint answered"),
  status: z.enum(STATUSES, `must be one of ${STATUSES.join(", ")}`),
  createdAt: time.describe("When the status changed"),
  error: line.describe("Why it failed, for people"),
});

const CHANNEL = { integrationId: "The custom channel's id" };

export const incomingCustomApi: ApiCall = {
  group: "Send and receive",
  summary: "Bring a contact's message into a custom channel",
  details:
    "It answers once the message is stored. Until then, send it again with the same `messageId`: it is stored once. With a key in `x-history-key` it is an earlier message with the time in `createdAt`; nobody is notified of it.",
  caller: "channelToken",
  path: CHANNEL,
  headers: { "x-history-key": "An API key with the scope HISTORY, to import earlier messages" },
  body: customMessage,
  answer: {
    status: 200,
    says: "It is stored.",
    body: z.object({ messageId: z.uuid(), conversationId: z.uuid(), clientId: z.uuid() }),
  },
  refusals: [
    ...(["UNAUTHENTICATED", "INVALID_TOKEN", "FORBIDDEN_WORKSPACE", "FORBIDDEN_ROLE", "NOT_FOUND"] as const),
    ...(["CHANNEL_INACTIVE", "BAD_INPUT", "RATE_LIMITED", "UNAVAILABLE"] as const),
  ],
};

export const incomingCustomStatusApi: ApiCall = {
  group: "Send and receive",
  summary: "Report what became of a message that your endpoint accepted",
  details: "Statuses only rise: a later `delivered` does not undo a `read`.",
  caller: "channelToken",
  path: CHANNEL,
  body: customStatus,
  answer: { status: 200, says: "It is stored.", body: z.object({ messageId: z.string(), status: z.enum(STATUSES) }) },
  refusals: ["UNAUTHENTICATED", "NOT_FOUND", "BAD_INPUT", "RATE_LIMITED", "UNAVAILABLE"],
};

const JOB = "incoming-custom";

/**
 * POST /ext/v1/incoming/custom/:integrationId: a contact's message. Responds with 200 once it is stored durably. A repeated
 * messageId gets the ids of the stored message. With a key in `x-history-key` it is an earlier message with the time in
 * `createdAt`.
 */
export async function incomingCustom(call: Call): Promise<Answer> {
  const { integrationId = "" } = call.params;
  const tokens = tokensOf(call);
  const integration = await openCustomChannel(integrationId, tokens, { age: "lately" });
  const historyKey = await historyKeyOf((name) => call.headers.get(name), integration.workspaceId);
  const inbound = checkShape(customMessage, await readJsonObject(call));
  const openAgain = () => openCustomChannel(integrationId, tokens, { counted: "refusals" });
  const ctx = systemCtx(integration.workspaceId, JOB);
  if (historyKey) return { status: 200, body: await takeHistory(ctx, integration, inbound, historyKey) };
  return { status: 200, body: await receiveMessage(ctx, integration, inbound, openAgain) };
}

/** POST /ext/v1/incoming/custom/:integrationId/status: the status of a message that the channel's endpoint accepted. */
export async function incomingCustomStatus(call: Call): Promise<Answer> {
  const integration = await openCustomChannel(call.params.integrationId ?? "", tokensOf(call));
  const { messageId, status, createdAt, error } = checkShape(customStatus, await readJsonObject(call));
  const report = { externalMessageId: messageId, status, at: createdAt, error: error === null ? null : quote(error) };
  await updateMessageStatus(systemCtx(integration.workspaceId, JOB), integration.id, report);
  return { status: 200, body: { messageId, status } };
}

/** The channel's validateToken, from any of the contract's three headers. */
function tokensOf({ headers }: Call): string[] {
  const bearer = /^bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return [headers.get("x-validate-token"), headers.get("x-validation-token"), bearer].flatMap((token) =>
    token ? [token.trim()] : [],
  );
}

/**
 * The id of the key in `x-history-key`, which allows importing earlier messages; null without the header.
 * @throws AppError UNAUTHENTICATED, FORBIDDEN_WORKSPACE, FORBIDDEN_ROLE
 */
async function historyKeyOf(header: (name: string) => string | null, workspaceId: number): Promise<string | null> {
  const key = header("x-history-key");
  if (key === null) return null;
  // An empty key must not fall back to the cookie.
  const authorization = key.trim() || "none";
  const headers = { get: (name: string) => (name === "authorization" ? authorization : header(name)) };
  const principal = await authenticate(headers);
  const ctx = await ctxFor(principal, workspaceId);
  if (principal.kind === "key" && principal.scopes.includes("HISTORY")) return principal.keyId;
  throw forbiddenRole(ctx, say("service.historyKey"));
}

/** Why the content does not match its type, worded to follow the field's name; null when it matches. */
function problemOf(type: string, content: string): string | null {
  if (MEDIA.includes(type)) {
    const isUrl = ["https:", "http:"].includes(URL.parse(content)?.protocol ?? "");
    return isUrl ? null : `must be the URL of the file (https:// or http://), because type is ${type}`;
  }
  if (type !== "location") return null;
  const isPlace = !("error" in fromContent(PLACE, content, (place) => place));
  return isPlace
    ? null
    : 'must be JSON with coordinates, like {"latitude":52.2,"longitude":21.0}, because type is location';
}
