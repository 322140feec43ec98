import { notFound } from "../errors.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { plainText, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { storeProviderCall } from "../messages/store-provider-call.ts";
import { answerHandshake } from "../integrations/answer-handshake.ts";
import { channelsConcerned } from "../integrations/channels-concerned.ts";
import { noteInbound } from "../integrations/note-inbound.ts";
import { openProviderChannel } from "../integrations/open-provider-channel.ts";
import { readProviderCall } from "../integrations/read-provider-call.ts";
import { mustBeJson, parseJsonObject } from "./read-json.ts";

/**
 * POST /ext/v1/incoming/:type/:integrationId: a call of a channel's provider. Answers 200 when the call is stored durably, as it
 * came; a worker takes what is in it. A call that holds nothing for us is taken too, or the provider would bring it again for days.
 * Where it cannot be stored, 503: the provider comes again.
 */
export async function incomingProvider(call: Call): Promise<Answer> {
  const { type = "", integrationId = "" } = call.params;
  const header = (name: string) => call.headers.get(name);
  let read: Promise<Uint8Array> | null = null;
  const readOnce = () => (read ??= call.bytes());
  for (let age: "lately" | "now" = "lately"; ; age = "now") {
    const { integration, bytes } = await openProviderChannel(typeOf(type), integrationId, header, readOnce, age);
    mustBeJson(call);
    const body = parseJsonObject(bytes);
    const given = await readProviderCall(integration, body);
    const channels = await channelsConcerned(integration, { header, bytes, body, call: given });
    // Else one of the channels has changed since it was read.
    if (!(await storeProviderCall(channels, bytes))) continue;
    if (given.messages.length > 0) noteInbound(integration);
    return { status: 200, body: given.answer };
  }
}

/**
 * GET /ext/v1/incoming/:type/:integrationId: the provider asks whether the address is the channel's. It wants its own words back, as a
 * text and nothing else.
 */
export async function providerHandshake({ params, query }: Call): Promise<Answer> {
  const { type = "", integrationId = "" } = params;
  return plainText(200, await answerHandshake(typeOf(type), integrationId, query));
}

/** The type that the address names in small letters. */
function typeOf(name: string): IntegrationType {
  const type = Object.values(IntegrationType).find((each) => each.toLowerCase() === name);
  if (!type) throw notFound("channelByName");
  return type;
}
