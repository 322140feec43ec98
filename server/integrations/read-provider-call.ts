import type { InboundCall } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { keptCredentialsOf } from "./open-channel.ts";

/** Reads from a provider's parsed body what it contains for a channel. */
export async function readProviderCall(integration: Integration, body: unknown): Promise<InboundCall> {
  const inbound = channelOf(integration.type).adapter?.inbound;
  if (!inbound) throw new Error(`nothing comes to ${integration.type} channels this way`);
  const { identifier, comments } = integration;
  const credentials = await keptCredentialsOf(integration);
  return inbound.read(storable(body), { identifier, credentials, comments });
}

/** Makes all texts storable in Postgres: replaces NUL characters and lone surrogates. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\uFFFD");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, storable(item)]));
}
