import type { ClientProfile } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { log } from "../log.ts";
import { scopesOfNames } from "../messages/sender-scope.ts";
import { createTurns } from "../conversations/turns.ts";

/** How long the message waits for the provider's profile of a new sender. In milliseconds. */
const PROFILE_MS = 3_000;
/** Limit of concurrent requests to one provider. */
const AT_ONCE = 10;

/** Returns a sender's profile, if the provider has one. It is empty for a sender who is already known. */
export type ProfileLookup = (externalId: string) => Promise<ClientProfile>;

/**
 * Profile lookups for a batch of a channel's calls, one per person. Known senders are read once for the batch. After a timeout, the
 * provider is not asked again for the batch.
 * @param senderIds all that may be looked up.
 */
export async function profileLookups(
  ctx: Ctx,
  integration: Integration,
  senderIds: readonly string[],
): Promise<ProfileLookup> {
  const profileOf = channelOf(integration.type).adapter?.profileOf;
  if (!profileOf || senderIds.length === 0) return () => Promise.resolve({});
  const rows = await ctx.db.clientIdentity.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      scope: { in: scopesOfNames(integration) },
      externalId: { in: [...new Set(senderIds)] },
    },
    select: { externalId: true },
  });
  const known = new Set(rows.map(({ externalId }) => externalId));
  const inTurn = createTurns(AT_ONCE);
  let isAway = false;
  const ask = async (externalId: string): Promise<ClientProfile> => {
    if (isAway) return {};
    const timeout = AbortSignal.timeout(PROFILE_MS);
    try {
      return (await profileOf(externalId, await credentialsOf(integration), timeout)) ?? {};
    } catch (error) {
      log.info(
        { workspaceId: ctx.workspaceId, integrationId: integration.id, error },
        "a sender's profile was not told",
      );
      return {};
    } finally {
      isAway ||= timeout.aborted;
    }
  };
  /** Cached, because creating the contact may be retried, and the profile can only be filled in then. */
  const told = new Map<string, Promise<ClientProfile>>();
  return (externalId) => {
    if (known.has(externalId)) return Promise.resolve({});
    const asked = told.get(externalId) ?? inTurn(() => ask(externalId));
    told.set(externalId, asked);
    return asked;
  };
}
