import { channelOf } from "../channels/registry.ts";
import { PHONE_SCOPE } from "../clients/client-identities.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";

/**
 * The contact's address on a channel, or null if they cannot be reached there.
 * First choice is their identity on the channel, starting with the channel's own scope. Otherwise the channel derives an address for a
 * contact who has never written. The externalClientId of a contact known from another channel is ignored: Telegram's user 1 and
 * customer 1 of a custom system are two people. A phone number is the same person on every channel.
 * @param identities all of the contact's identities, by scope.
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
