import type { InboundMessage } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { BSUID_SCOPE, isBusinessScopedId } from "../channels/whatsapp/sender.ts";
import type { Integration } from "../generated/prisma/client.ts";

/** Whose id `senderId` is: a name that the provider gave a scope of its own, else one of the channel's. */
export function scopeOfSender(
  integration: Pick<Integration, "id" | "type" | "accountId">,
  { senderId, identities = [] }: Pick<InboundMessage, "senderId" | "identities">,
): string {
  const own = identities.find(({ externalId }) => externalId === senderId);
  return own?.scope ?? channelOf(integration.type).identityScope(integration);
}

/** Who wrote a message, as contacts are looked up. */
export function senderOf(integration: Integration, inbound: InboundMessage) {
  return {
    scope: scopeOfSender(integration, inbound),
    externalId: inbound.senderId,
    aliases: inbound.identities,
    phone: inbound.profile.phone,
    profile: inbound.profile,
  };
}

/** The scopes in which a name of the channel's can stand, its own first. */
export function scopesOfNames(integration: Pick<Integration, "id" | "type" | "accountId">): string[] {
  const { identityScope, otherScopes } = channelOf(integration.type);
  return [identityScope(integration), ...otherScopes];
}

/** Whose id a name is that comes without its scope, of somebody who is not known here. */
export function scopeOfName(integration: Pick<Integration, "id" | "type" | "accountId">, id: string): string {
  const { identityScope, otherScopes } = channelOf(integration.type);
  return otherScopes.includes(BSUID_SCOPE) && isBusinessScopedId(id) ? BSUID_SCOPE : identityScope(integration);
}
