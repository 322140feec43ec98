import { networkOf } from "../auth/address.ts";
import { env } from "../env.ts";
import { AppError, notFound } from "../errors.ts";
import { BODY_BOUNDS } from "../http/body-bounds.ts";
import { frameOf } from "../webchat/frame-of.ts";
import { getWebchatConfig } from "../webchat/get-webchat-config.ts";
import { listVisitorMessages } from "../webchat/list-visitor-messages.ts";
import { markVisitorRead } from "../webchat/mark-visitor-read.ts";
import { openForVisitor } from "../webchat/open-webchat.ts";
import type { Visitor } from "../webchat/open-webchat.ts";
import { openSession } from "../webchat/open-session.ts";
import { postVisitorMessage } from "../webchat/post-visitor-message.ts";
import { tellVisitorTyping } from "../webchat/tell-visitor-typing.ts";
import { createVisitorUpload } from "../webchat/visitor-upload.ts";
import { makeTicket } from "../webchat/visitor-token.ts";
import { checkShape, mustBeJson, parseJsonObject, readBytes } from "./read-json.ts";
import { errorReply, fromRequest, replyTo, toResponse } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { messageBody, messagesQuery, readBody, sessionBody, typingBody, uploadBody } from "./webchat-body.ts";
import { CORS, preflight } from "./cors.ts";
import { giveBack, mayTellTyping, takeOf } from "./webchat-limits.ts";
import { visitorStream } from "./webchat-stream.ts";

/** Seconds; the chat itself asks past it. */
const CONFIG_AGE = 60;

/** A call to a web chat's door. */
type Asked = { request: Request; integrationId: string; network: string };
type Action = { method: "GET" | "POST"; run: (asked: Asked) => Promise<Reply> };

const NOTHING: Reply = { status: 204, body: undefined };

/** What a visitor's browser may ask of /ext/v1/webchat/:integrationId/:action. */
const ACTIONS: Record<string, Action> = {
  config: {
    method: "GET",
    // Every page of a site asks for it: a browser that goes from page to page need not.
    run: async ({ integrationId }) => ({
      status: 200,
      body: await getWebchatConfig(integrationId),
      headers: { "cache-control": `private, max-age=${CONFIG_AGE}` },
    }),
  },
  session: {
    method: "POST",
    run: async (asked) => {
      takeOf("session", asked.network);
      await mustBeAllowedSite(asked);
      const { isContinued, ...body } = await openSession(
        asked.integrationId,
        checkShape(sessionBody, await bodyOf(asked)),
      );
      if (isContinued) giveBack("session", asked.network);
      return { status: 200, body };
    },
  },
  messages: {
    method: "GET",
    run: async (asked) => {
      const visitor = await visitorOf(asked);
      const query = checkShape(messagesQuery, Object.fromEntries(new URL(asked.request.url).searchParams));
      return { status: 200, body: await listVisitorMessages(visitor, query) };
    },
  },
  uploads: {
    method: "POST",
    run: async (asked) => {
      const visitor = await visitorOf(asked);
      takeOf("message", nameOf(visitor));
      takeOf("upload", asked.network);
      return { status: 200, body: await createVisitorUpload(visitor, checkShape(uploadBody, await bodyOf(asked))) };
    },
  },
  typing: {
    method: "POST",
    run: async (asked) => {
      const visitor = await visitorOf(asked);
      const { isTyping } = checkShape(typingBody, await bodyOf(asked));
      if (mayTellTyping(nameOf(visitor), isTyping)) await tellVisitorTyping(visitor, isTyping);
      return NOTHING;
    },
  },
  read: {
    method: "POST",
    run: async (asked) => {
      const visitor = await visitorOf(asked);
      await markVisitorRead(visitor, checkShape(readBody, await bodyOf(asked)).upToId);
      return NOTHING;
    },
  },
  ticket: {
    method: "POST",
    run: async (asked) => {
      const visitor = await visitorOf(asked);
      // It asks for nothing by its body; one that comes all the same is no larger than any other.
      await readBytes(fromRequest(asked.request), BODY_BOUNDS.webchat.bytes);
      return { status: 200, body: { ticket: await makeTicket(asked.integrationId, visitor, visitor.ctx.now) } };
    },
  },
};

/** /ext/v1/webchat/:integrationId/:action: everything that a visitor's browser asks of a web chat but its messages' own address. */
export async function webchat(
  request: Request,
  { integrationId, action }: { integrationId: string; action: string },
): Promise<Response> {
  if (request.method === "OPTIONS") return preflight();
  const asked = askedOf(request, integrationId);
  if (action === "events" && request.method === "GET") return streamTo(asked);
  return answer(asked, async () => {
    const known = ACTIONS[action];
    if (!known || known.method !== request.method) throw notFound("Address");
    return known.run(asked);
  });
}

/**
 * POST /ext/v1/incoming/webchat/:integrationId: what a visitor wrote. Answers 200 when it is stored durably, and for a repeated
 * clientMessageId with the message that is stored under it.
 */
export async function incomingWebchat(
  request: Request,
  { integrationId }: { integrationId: string },
): Promise<Response> {
  if (request.method === "OPTIONS") return preflight();
  const asked = askedOf(request, integrationId);
  return answer(asked, async () => {
    if (request.method !== "POST") throw notFound("Address");
    const visitor = await visitorOf(asked);
    takeOf("message", nameOf(visitor));
    const message = await postVisitorMessage(visitor, checkShape(messageBody, await bodyOf(asked)));
    return { status: 200, body: { message } };
  });
}

function askedOf(request: Request, integrationId: string): Asked {
  return { request, integrationId, network: networkOf(request.headers) };
}

async function answer(asked: Asked, run: () => Promise<Reply>): Promise<Response> {
  const reply = await replyTo(async () => {
    takeOf("call", asked.network);
    return run();
  });
  const headers = { "cache-control": "no-store", ...CORS, ...reply.headers };
  return reply.status === 204 ? new Response(null, { status: 204, headers }) : toResponse({ ...reply, headers });
}

async function streamTo(asked: Asked): Promise<Response> {
  try {
    takeOf("call", asked.network);
    const stream = await visitorStream(asked.request, asked.integrationId);
    // Their ticket was counted; an office behind one address may come back all at once.
    giveBack("call", asked.network);
    return stream;
  } catch (error) {
    const refusal = errorReply(error);
    return toResponse({ ...refusal, headers: { "cache-control": "no-store", ...CORS, ...refusal.headers } });
  }
}

async function visitorOf({ request, integrationId, network }: Asked): Promise<Visitor> {
  const token = /^bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
  const visitor = await openForVisitor(integrationId, token);
  giveBack("call", network);
  takeOf("call", nameOf(visitor));
  return visitor;
}

async function bodyOf({ request }: Asked): Promise<Record<string, unknown>> {
  const incoming = fromRequest(request);
  mustBeJson(incoming);
  return parseJsonObject(await readBytes(incoming, BODY_BOUNDS.webchat.bytes));
}

/** Whose calls are counted together. */
function nameOf({ integration, visitorId }: Visitor): string {
  return `${integration.id}|${visitorId}`;
}

/**
 * Another site's script that says where it stands is turned away where the channel names its sites. The chat's frame says "null", as
 * anything else that is no site's page may: what holds is the frame's own header.
 * @throws AppError FORBIDDEN_WORKSPACE
 */
async function mustBeAllowedSite({ request, integrationId }: Asked): Promise<void> {
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null" || origin === new URL(env().APP_URL).origin) return;
  const allowed = (await frameOf(integrationId))?.allowedOrigins ?? [];
  if (allowed.length === 0 || allowed.some((pattern) => isOf(origin, pattern))) return;
  throw new AppError("FORBIDDEN_WORKSPACE", "This site may not use this chat");
}

function isOf(origin: string, pattern: string): boolean {
  const [scheme = "", name = ""] = pattern.split("://*.");
  return pattern === origin || (name !== "" && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${name}`));
}
