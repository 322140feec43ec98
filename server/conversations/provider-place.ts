import type { Ctx } from "../ctx.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { identitiesOf } from "../messages/identities-of.ts";
import { say, type Said } from "../say.ts";
import { clientAddress } from "./client-address.ts";

/** Time limit for a provider's response about a contact, in milliseconds. */
export const ANSWER_MS = 15_000;

/** What a request to a channel's provider about a contact needs, or why none can be made. */
export async function providerPlace(
  ctx: Ctx,
  integration: Integration,
  { client, conversation }: { client: Client; conversation: Pick<Conversation, "clientAddress"> },
): Promise<{ externalClientId: string; credentials: unknown } | { error: Said }> {
  if (integration.deletedAt || integration.state !== "active") {
    return { error: say("provider.channelOff", { name: integration.name }) };
  }
  const identities = (await identitiesOf(ctx, [client.id])).get(client.id) ?? {};
  const externalClientId = conversation.clientAddress ?? clientAddress(integration, client, identities);
  if (externalClientId === null) return { error: say("sending.noIdentity") };
  return { externalClientId, credentials: await credentialsOf(integration) };
}
