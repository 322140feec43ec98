import type { InboundMessage } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { openChannel } from "./open-channel.ts";

/** A provider's call, let in: the channel, and what the call's body says. */
export type ProviderChannel = {
  integration: Integration;
  read: (body: unknown) => { messages: InboundMessage[]; answer: Record<string, unknown> };
};

/**
 * The channel that its provider knocks at (decisions section 8), if the provider proves who it is.
 * @throws AppError NOT_FOUND (no such channel of the type), UNAUTHENTICATED, RATE_LIMITED, CHANNEL_INACTIVE
 */
export async function openProviderChannel(
  type: IntegrationType,
  integrationId: string,
  header: (name: string) => string | null,
): Promise<ProviderChannel> {
  const inbound = channelOf(type).adapter?.inbound;
  if (!inbound) throw notFound("Channel");
  const integration = await openChannel(
    type,
    integrationId,
    (credentials) => inbound.isGenuine(header, credentials),
    "This call does not prove that it comes from the channel's provider",
  );
  return { integration, read: (body) => inbound.read(body, integration) };
}
