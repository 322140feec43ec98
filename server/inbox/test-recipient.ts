import { clientForActor } from "../clients/access.ts";
import { lockNames, PHONE_SCOPE, resolveSender, clientOfPhone } from "../clients/client-identities.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";
import { parsePhone } from "../phone.ts";
import { say } from "../say.ts";
import { idOrNil } from "../text-rules.ts";
import { clientAddress } from "./client-address.ts";
import { identitiesOf } from "./identities-of.ts";

type Recipient = { client: Client; address: string | null };

/**
 * Whom a test message goes to, named as the channel can be reached: a phone number where it is one of numbers, the customer's own id
 * where any will do (CUSTOM), else the id of a client who has written there. Whoever is not known yet becomes a contact, without
 * NEW_CLIENT, which is for contacts who came by themselves.
 * @param tx the open transaction.
 * @throws AppError BAD_INPUT (`to`), NOT_FOUND (no such client)
 */
export async function testRecipient(tx: Ctx, integration: Integration, to: string): Promise<Recipient> {
  const { identityScope, addressOf } = channelOf(integration.type);
  const scope = identityScope(integration);
  if (scope === PHONE_SCOPE) {
    const { e164 } = parsePhone("to", to);
    return { client: await clientOfPhone(tx, e164), address: e164 };
  }
  if (addressOf({ phone: null, externalClientId: to }) === to) {
    await lockNames(tx, [{ scope, externalId: to }]);
    const { client, created } = await resolveSender(tx, { scope, externalId: to, profile: {} });
    if (created) await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
    return { client, address: to };
  }
  const client = await clientForActor(tx, idOrNil(to));
  const identities = await identitiesOf(tx, [client.id]);
  if (clientAddress(integration, client, identities.get(client.id) ?? {}) !== null) return { client, address: null };
  throw badInput("to", say("inbox.testRecipient", { name: integration.name }));
}
