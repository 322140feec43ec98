import { clientOfPhone } from "../clients/client-of-phone.ts";
import { PHONE_SCOPE, resolveSender } from "../clients/client-identities.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";
import { parsePhone } from "../phone.ts";

/**
 * The contact whom a Gateway send goes to, by the rules for those who write (decisions section 3); one who is not known is made,
 * without NEW_CLIENT, which is for contacts who came by themselves. On channels of phone numbers any usual spelling will do,
 * and so will the id of somebody whose number WhatsApp does not show. The message goes to the address that was named, whatever
 * others the contact has.
 * @param tx the open transaction.
 * @throws AppError BAD_INPUT when the channel wants a phone number and this is none.
 */
export async function recipientOf(
  tx: Ctx,
  integration: Integration,
  externalClientId: string,
): Promise<{ client: Client; address: string }> {
  const { identityScope, otherScopeOf } = channelOf(integration.type);
  const scope = otherScopeOf?.(externalClientId) ?? identityScope(integration);
  if (scope === PHONE_SCOPE) {
    const { e164 } = parsePhone("externalClientId", externalClientId);
    return { client: await clientOfPhone(tx, e164), address: e164 };
  }
  // The lock that their own first message takes (receive-message.ts): of the two, one makes the contact.
  const lock = `${integration.id}|${externalClientId}`;
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const { client, created } = await resolveSender(tx, { scope, externalId: externalClientId, profile: {} });
  if (created) await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
  return { client, address: externalClientId };
}
