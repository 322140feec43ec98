import { channelOf } from "../channels/registry.ts";
import { PHONE_SCOPE } from "../clients/client-identities.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";

/**
 * The client's id on a channel: their identity there, first in the channel's own scope, else what the channel makes of a client who has never written; null when
 * they cannot be reached. The externalClientId of somebody known from another channel says nothing here: Telegram's user 1 and
 * the customer 1 of a custom system are two people (decisions section 3). A phone number is one everywhere.
 * @param identities all of the client's, by scope.
 */
export function clientAddress(
  integration: Pick<Integration, "id" | "type" | "accountId">,
  client: Pick<Client, "phone" | "externalClientId">,
  identities: Readonly<Record<string, string>>,
): string | null {
  const { identityScope, otherScopes, addressOf } = channelOf(integration.type);
  const [known] = [identityScope(integration), ...otherScopes].flatMap((scope) => identities[scope] ?? []);
  if (known !== undefined) return known;
  const isKnownElsewhere = Object.keys(identities).some((scope) => scope !== PHONE_SCOPE);
  return addressOf(isKnownElsewhere ? { ...client, externalClientId: null } : client);
}
