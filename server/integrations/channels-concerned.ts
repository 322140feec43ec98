import type { InboundCall } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { keptCredentialsOf } from "./open-channel.ts";
import { readProviderCall } from "./read-provider-call.ts";

/** Changes that concern every channel of the account. */
const OF_ACCOUNT = ["templates", "account"];

/** A provider's call that one channel has verified as genuine. */
export type GenuineCall = {
  header: (name: string) => string | null;
  bytes: Uint8Array;
  body: unknown;
  /** What the call contains for that channel. */
  call: InboundCall;
};

/**
 * The channels that a call concerns. This is the receiving channel and, if the call names other accounts or shared data, the workspace's
 * other channels of the type that the call has data for. A Meta app has one address for all its pages, so events of every page arrive at
 * the channel that registered last. Each channel verifies the call with its own credentials. A call without data for any channel belongs
 * to the receiving channel.
 */
export async function channelsConcerned(integration: Integration, genuine: GenuineCall): Promise<Integration[]> {
  const { call } = genuine;
  const mayConcernOthers =
    (call.elsewhere ?? []).length > 0 || call.changes?.some(({ kind }) => OF_ACCOUNT.includes(kind));
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

/** Whether a call has data for the channel that read it. */
export function bringsAnything({ messages, history, statuses = [], changes = [], echoes = [] }: InboundCall): boolean {
  return history !== undefined || [messages, statuses, changes, echoes].some((list) => list.length > 0);
}
