import type { InboundCall } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { keptCredentialsOf } from "./open-channel.ts";
import { readProviderCall } from "./read-provider-call.ts";

/** A provider's call, as it came to a channel that it has proven genuine to. */
export type GenuineCall = {
  header: (name: string) => string | null;
  bytes: Uint8Array;
  body: unknown;
  /** What it brought for that channel. */
  call: InboundCall;
};

/**
 * The channels that a call concerns: the one that it came to and, where it names other accounts or something that accounts share,
 * the workspace's others of the type for which there is something in it. An app of Meta's has one address for all its pages, and
 * what happens on any of them comes to the channel that gave it last. Each of them has to find the call genuine by its own
 * credentials. A call that brought nothing for anybody is its own channel's.
 */
export async function channelsConcerned(integration: Integration, genuine: GenuineCall): Promise<Integration[]> {
  const { call } = genuine;
  const mayConcernOthers = (call.elsewhere ?? []).length > 0 || call.changes?.some(({ kind }) => kind === "templates");
  const siblings = mayConcernOthers ? await siblingsConcerned(integration, genuine) : [];
  return siblings.length > 0 && !bringsAnything(call) ? siblings : [integration, ...siblings];
}

async function siblingsConcerned(
  { workspaceId, type, id }: Integration,
  { header, bytes, body }: GenuineCall,
): Promise<Integration[]> {
  const inbound = channelOf(type).adapter?.inbound;
  const siblings = await database().integration.findMany({
    where: { workspaceId, type, deletedAt: null, state: { not: "disabled" }, id: { not: id } },
  });
  const concerned: Integration[] = [];
  for (const sibling of siblings) {
    if (!inbound?.isGenuine(header, await keptCredentialsOf(sibling), bytes)) continue;
    if (bringsAnything(await readProviderCall(sibling, body))) concerned.push(sibling);
  }
  return concerned;
}

function bringsAnything({ messages, statuses = [], changes = [], echoes = [] }: InboundCall): boolean {
  return [messages, statuses, changes, echoes].some((list) => list.length > 0);
}
