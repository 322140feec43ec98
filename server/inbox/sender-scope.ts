import type { InboundMessage } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Integration } from "../generated/prisma/client.ts";

/** Whose id `senderId` is: a name that the provider gave a scope of its own, else one of the channel's. */
export function scopeOfSender(
  integration: Pick<Integration, "id" | "type" | "accountId">,
  { senderId, identities = [] }: Pick<InboundMessage, "senderId" | "identities">,
): string {
  const own = identities.find(({ externalId }) => externalId === senderId);
  return own?.scope ?? channelOf(integration.type).identityScope(integration);
}
