import type { IncomingMessage, ServerResponse } from "node:http";
import { notFound } from "../errors.ts";
import { BODY_BOUNDS } from "../http/body-bounds.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { storeProviderCall } from "../inbox/store-provider-call.ts";
import { answerHandshake } from "../integrations/answer-handshake.ts";
import { channelsConcerned } from "../integrations/channels-concerned.ts";
import { noteInbound } from "../integrations/note-inbound.ts";
import { openProviderChannel } from "../integrations/open-provider-channel.ts";
import { readProviderCall } from "../integrations/read-provider-call.ts";
import { mustBeJson, parseJsonObject, readBytes } from "./read-json.ts";
import { fromNode, fromRequest, replyTo, sendReply, toResponse } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

type Params = { type: string; integrationId: string };

/**
 * POST /ext/v1/incoming/:type/:integrationId: a call of a channel's provider. Answers 200 when the call is stored durably, as it
 * came; a worker takes what is in it. A call that holds nothing for us is taken too, or the provider would bring it again for days.
 * Where it cannot be stored, 503: the provider comes again.
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
    let read: Promise<Uint8Array> | null = null;
    const readOnce = () => (read ??= readBytes(incoming, BODY_BOUNDS.provider.bytes));
    for (let age: "lately" | "now" = "lately"; ; age = "now") {
      const { integration, bytes } = await openProviderChannel(typeOf(type), integrationId, header, readOnce, age);
      mustBeJson(incoming);
      const body = parseJsonObject(bytes);
      const call = await readProviderCall(integration, body);
      const channels = await channelsConcerned(integration, { header, bytes, body, call });
      // Else one of the channels has changed since it was read.
      if (!(await storeProviderCall(channels, bytes))) continue;
      if (call.messages.length > 0) noteInbound(integration);
      return { status: 200, body: call.answer };
    }
  });
}

/** The type that the address names in small letters. */
function typeOf(name: string): IntegrationType {
  const type = Object.values(IntegrationType).find((each) => each.toLowerCase() === name);
  if (!type) throw notFound("Channel");
  return type;
}
