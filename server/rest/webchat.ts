import { networkOf } from "../auth/address.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { Answer, JsonAnswer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { frameOf, getWebchatConfig } from "../webchat/get-webchat-config.ts";
import { listVisitorMessages } from "../webchat/visitor-messages.ts";
import { markVisitorRead, notifyVisitorTyping } from "../webchat/visitor-signals.ts";
import type { Visitor } from "../webchat/access.ts";
import { openForVisitor } from "../webchat/open-webchat.ts";
import { openSession } from "../webchat/open-session.ts";
import { postVisitorMessage, VISITOR_TYPES } from "../webchat/post-visitor-message.ts";
import { createVisitorUpload } from "../webchat/visitor-upload.ts";
import { makeTicket, visitorProfile } from "../webchat/visitor-token.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { giveBack, mayNotifyTyping, takeOf } from "./webchat-limits.ts";
import { visitorStream } from "./webchat-stream.ts";
import { say } from "../say.ts";
import { z } from "zod";

/** Text that Postgres can store: refuses NUL characters, and replaces lone surrogates from browsers that truncate texts. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes("\0"), "may not contain the NUL character")
    .transform((value) => value.toWellFormed());

/** A URL reported by a visitor's browser. A URL that is too long is cut, and ignored where a valid one is needed. */
const address = z
  .string()
  .transform((value) => value.slice(0, 4_000))
  .nullish()
  .transform((value) => value ?? undefined);
const page = z.object({ url: address, referrer: address }).nullish();

const given = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? undefined);

/** Unknown keys are ignored, here and below. */
export const sessionBody = z.object({
  token: given(8_000),
  identifier: given(1_000),
  identifierHash: given(200),
  userJwt: given(8_000),
  profile: visitorProfile.nullish().transform((profile) => profile ?? {}),
  page,
});

export const messageBody = z.object({
  clientMessageId: z.uuid("must be a UUID").transform((id) => id.toLowerCase()),
  type: z.enum(VISITOR_TYPES),
  content: text(20_000),
  caption: given(4_096),
  replyToId: z
    .uuid()
    .nullish()
    .transform((id) => id ?? undefined),
  page: page.transform((value) => value ?? undefined),
});

export const uploadBody = z.object({
  contentType: text(200),
  name: given(200),
  sizeBytes: z.int().positive(),
});

export const typingBody = z.object({ isTyping: z.boolean() });

export const readBody = z.object({ upToId: z.uuid() });

const messagesQuery = z.object({
  before: z.string().max(200).optional(),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Seconds. The chat itself bypasses this cache. */
const CONFIG_AGE = 60;

/** A call to a web chat endpoint. */
type Asked = { call: Call; integrationId: string; network: string };

const NOTHING: JsonAnswer = { status: 204, body: undefined };

/** GET config. Every page of a site requests it, so browsers cache it from page to page. */
export async function webchatConfig(call: Call): Promise<Answer> {
  const { integrationId } = count(call);
  return {
    status: 200,
    body: await getWebchatConfig(integrationId),
    headers: { "cache-control": `private, max-age=${CONFIG_AGE}` },
  };
}

/** POST session */
export async function webchatSession(call: Call): Promise<Answer> {
  const asked = count(call);
  takeOf("session", asked.network);
  await mustBeAllowedSite(asked);
  const { isContinued, ...body } = await openSession(
    asked.integrationId,
    checkShape(sessionBody, await readJsonObject(call)),
  );
  if (isContinued) giveBack("session", asked.network);
  return { status: 200, body };
}

/** GET messages */
export async function webchatMessages(call: Call): Promise<Answer> {
  const visitor = await visitorOf(count(call));
  return {
    status: 200,
    body: await listVisitorMessages(visitor, checkShape(messagesQuery, Object.fromEntries(call.query))),
  };
}

/** POST uploads */
export async function webchatUpload(call: Call): Promise<Answer> {
  const asked = count(call);
  const visitor = await visitorOf(asked);
  takeOf("message", nameOf(visitor));
  takeOf("upload", asked.network);
  return {
    status: 200,
    body: await createVisitorUpload(visitor, checkShape(uploadBody, await readJsonObject(call))),
  };
}

/** POST typing */
export async function webchatTyping(call: Call): Promise<Answer> {
  const visitor = await visitorOf(count(call));
  const { isTyping } = checkShape(typingBody, await readJsonObject(call));
  if (mayNotifyTyping(nameOf(visitor), isTyping)) await notifyVisitorTyping(visitor, isTyping);
  return NOTHING;
}

/** POST read */
export async function webchatRead(call: Call): Promise<Answer> {
  const visitor = await visitorOf(count(call));
  await markVisitorRead(visitor, checkShape(readBody, await readJsonObject(call)).upToId);
  return NOTHING;
}

/** POST ticket */
export async function webchatTicket(call: Call): Promise<Answer> {
  const asked = count(call);
  const visitor = await visitorOf(asked);
  // The body has no meaning here. Read it anyway to apply the size limit.
  await call.bytes();
  return { status: 200, body: { ticket: await makeTicket(asked.integrationId, visitor, visitor.ctx.now) } };
}

/** GET events */
export async function webchatEvents(call: Call): Promise<Answer> {
  const { network } = count(call);
  const stream = await visitorStream(call);
  // The ticket was already counted, and an office behind one address may reconnect all at once.
  giveBack("call", network);
  return stream;
}

/**
 * POST /ext/v1/incoming/webchat/:integrationId: a visitor's message. Responds with 200 once it is stored durably. A repeated
 * clientMessageId gets the stored message.
 */
export async function incomingWebchat(call: Call): Promise<Answer> {
  const asked = count(call);
  const visitor = await visitorOf(asked);
  takeOf("message", nameOf(visitor));
  const message = await postVisitorMessage(visitor, checkShape(messageBody, await readJsonObject(call)));
  return { status: 200, body: { message } };
}

/** Counts the call against its network until its visitor is known. */
function count(call: Call): Asked {
  const network = networkOf(call.address);
  takeOf("call", network);
  return { call, integrationId: call.params.integrationId ?? "", network };
}

async function visitorOf({ call, integrationId, network }: Asked): Promise<Visitor> {
  const token = /^bearer\s+(\S+)$/i.exec(call.headers.get("authorization") ?? "")?.[1] ?? null;
  const visitor = await openForVisitor(integrationId, token);
  giveBack("call", network);
  takeOf("call", nameOf(visitor));
  return visitor;
}

/** The key under which a visitor's calls are counted. */
function nameOf({ integration, visitorId }: Visitor): string {
  return `${integration.id}|${visitorId}`;
}

/**
 * Refuses scripts of sites that the channel does not allow, if it has a list of sites. The chat's frame sends the origin
 * "null", and so can other pages without an origin. The frame's own header is the real protection.
 * @throws AppError FORBIDDEN_WORKSPACE
 */
async function mustBeAllowedSite({ call, integrationId }: Asked): Promise<void> {
  const origin = call.headers.get("origin");
  if (origin === null || origin === "null" || origin === new URL(env().APP_URL).origin) return;
  const allowed = (await frameOf(integrationId))?.allowedOrigins ?? [];
  if (allowed.length === 0 || allowed.some((pattern) => isOf(origin, pattern))) return;
  throw new AppError("FORBIDDEN_WORKSPACE", say("service.siteNotAllowed"));
}

function isOf(origin: string, pattern: string): boolean {
  const [scheme = "", name = ""] = pattern.split("://*.");
  return pattern === origin || (name !== "" && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${name}`));
}
