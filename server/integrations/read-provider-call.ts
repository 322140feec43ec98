import type { InboundCall } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { keptCredentialsOf } from "./open-channel.ts";

/** What a provider's call, whose body has been parsed, brought for a channel. */
export async function readProviderCall(integration: Integration, body: unknown): Promise<InboundCall> {
  const inbound = channelOf(integration.type).adapter?.inbound;
  if (!inbound) throw new Error(`nothing comes to ${integration.type} channels this way`);
  const { identifier } = integration;
  return inbound.read(storable(body), { identifier, credentials: await keptCredentialsOf(integration) });
}

/** The body with texts that Postgres can keep, whatever somebody typed: no NUL, no half characters. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\uFFFD");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, storable(item)]));
}
