import type { IncomingMessage, ServerResponse } from "node:http";
import { systemCtx } from "../auth/system-ctx.ts";
import { notFound } from "../errors.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { takeProviderCall } from "../inbox/take-provider-call.ts";
import { answerHandshake } from "../integrations/answer-handshake.ts";
import { openProviderChannel } from "../integrations/open-provider-channel.ts";
import { readForSiblings } from "../integrations/read-for-siblings.ts";
import { mustBeJson, parseJsonObject, readBytes } from "./read-json.ts";
import { fromNode, fromRequest, replyTo, sendReply, toResponse } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

type Params = { type: string; integrationId: string };

/** Meta's batches have up to 3 MB. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * POST /ext/v1/incoming/:type/:integrationId: a call of a channel's provider. Answers 200 when what clients wrote is stored
 * durably; to a call that holds nothing for us too, or the provider would bring it again for days.
 */
export async function incomingProvider(request: Request, params: Params): Promise<Response> {
  return toResponse(await takeCall(fromRequest(request), params));
}

/** The same on node:http, ahead of Next. */
export async function incomingProviderOnNode(
  request: IncomingMessage,
  response: ServerResponse,
  { type = "", integrationId = "" }: Record<string, string>,
): Promise<void> {
  sendReply(request, response, await takeCall(fromNode(request), { type, integrationId }));
}

/** GET /ext/v1/incoming/:type/:integrationId: the provider asks whether the address is the channel's. */
export async function providerHandshake(request: Request, { type, integrationId }: Params): Promise<Response> {
  const reply = await replyTo(async () => {
    const query = new URL(request.url).searchParams;
    return { status: 200, body: await answerHandshake(typeOf(type), integrationId, query) };
  });
  // The provider wants its own words back, as a text and nothing else.
  if (reply.status !== 200) return toResponse(reply);
  return new Response(String(reply.body), { headers: { "content-type": "text/plain; charset=utf-8" } });
}

function takeCall(incoming: Incoming, { type, integrationId }: Params): Promise<Reply> {
  return replyTo(async () => {
    const { header } = incoming;
    const { integration, bytes, read } = await openProviderChannel(typeOf(type), integrationId, header, () =>
      readBytes(incoming, BODY_LIMIT_BYTES),
    );
    mustBeJson(incoming);
    const body = storable(parseJsonObject(bytes));
    const call = read(body);
    const others = call.elsewhere?.length ? await readForSiblings(integration, header, bytes, body) : [];
    const ctx = systemCtx(integration.workspaceId, `incoming-${type}`);
    for (const each of [{ integration, call }, ...others]) await takeProviderCall(ctx, each.integration, each.call);
    return { status: 200, body: call.answer };
  });
}

/** The type that the address names in small letters. */
function typeOf(name: string): IntegrationType {
  const type = Object.values(IntegrationType).find((each) => each.toLowerCase() === name);
  if (!type) throw notFound("Channel");
  return type;
}

/** The body with texts that Postgres can keep, whatever somebody typed: no NUL, no half characters. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\uFFFD");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, storable(item)]));
}
