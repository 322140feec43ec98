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
 * POST /ext/v1/incoming/:type/:integrationId: a webhook call of a channel's provider. Responds with 200 once the raw call is
 * stored durably; a worker processes it. Irrelevant calls get 200 too, because the provider would repeat them for days. If
 * the call cannot be stored, the response is 503 and the provider retries.
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
    // Not stored: one of the channels has changed since it was read, so try again.
    if (!(await storeProviderCall(channels, bytes))) continue;
    if (given.messages.length > 0) noteInbound(integration);
    return { status: 200, body: given.answer };
  }
}

/**
 * GET /ext/v1/incoming/:type/:integrationId: the provider verifies the channel's URL. The response must be its challenge as
 * plain text.
 */
export async function providerHandshake({ params, query }: Call): Promise<Answer> {
  const { type = "", integrationId = "" } = params;
  return plainText(200, await answerHandshake(typeOf(type), integrationId, query));
}

/** The channel type from its lower-case name in the URL. */
function typeOf(name: string): IntegrationType {
  const type = Object.values(IntegrationType).find((each) => each.toLowerCase() === name);
  if (!type) throw notFound("channelByName");
  return type;
}
