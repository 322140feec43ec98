import type { InboundCall } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { credentialsOf } from "./access.ts";

/** A channel, and what a provider's call brought for it. */
export type ChannelCall = { integration: Integration; call: InboundCall };

/**
 * What a call brought for the workspace's other channels of the type: an app of Meta's has one address for all its pages, and what
 * happens on any of them comes to the channel that gave it last. Each has to find the call genuine by its own credentials.
 */
export async function readForSiblings(
  integration: Integration,
  header: (name: string) => string | null,
  bytes: Uint8Array,
  body: unknown,
): Promise<ChannelCall[]> {
  const { workspaceId, type, id } = integration;
  const inbound = channelOf(type).adapter?.inbound;
  if (!inbound) return [];
  const siblings = await database().integration.findMany({
    where: { workspaceId, type, deletedAt: null, state: { not: "disabled" }, id: { not: id } },
  });
  const calls: ChannelCall[] = [];
  for (const sibling of siblings) {
    const credentials = await credentialsOf(sibling);
    if (!inbound.isGenuine(header, credentials, bytes)) continue;
    calls.push({ integration: sibling, call: inbound.read(body, { identifier: sibling.identifier, credentials }) });
  }
  return calls;
}
