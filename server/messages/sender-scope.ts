import type { InboundMessage } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import { BSUID_SCOPE, isBusinessScopedId } from "../channels/whatsapp/sender.ts";
import type { Integration } from "../generated/prisma/client.ts";

/** The scope of `senderId`: the one that the provider gave with the name, otherwise the channel's. */
export function scopeOfSender(
  integration: Pick<Integration, "id" | "type" | "accountId">,
  { senderId, identities = [] }: Pick<InboundMessage, "senderId" | "identities">,
): string {
  const own = identities.find(({ externalId }) => externalId === senderId);
  return own?.scope ?? channelOf(integration.type).identityScope(integration);
}

/** The sender of a message, in the shape that contact lookup expects. */
export function senderOf(integration: Integration, inbound: InboundMessage) {
  return {
    scope: scopeOfSender(integration, inbound),
    externalId: inbound.senderId,
    aliases: inbound.identities,
    phone: inbound.profile.phone,
    profile: inbound.profile,
  };
}

/** The scopes that a name on this channel can have, the channel's own first. */
export function scopesOfNames(integration: Pick<Integration, "id" | "type" | "accountId">): string[] {
  const { identityScope, otherScopes } = channelOf(integration.type);
  return [identityScope(integration), ...otherScopes];
}

/** The scope of an unknown person's id, when the provider sends it without a scope. */
export function scopeOfName(integration: Pick<Integration, "id" | "type" | "accountId">, id: string): string {
  const { identityScope, otherScopes } = channelOf(integration.type);
  return otherScopes.includes(BSUID_SCOPE) && isBusinessScopedId(id) ? BSUID_SCOPE : identityScope(integration);
}
