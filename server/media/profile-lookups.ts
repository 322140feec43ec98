import type { ClientProfile } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { log } from "../log.ts";
import { scopesOfNames } from "../messages/sender-scope.ts";
import { createTurns } from "../conversations/turns.ts";

/** How long a provider may take to say who a new sender is; the message does not wait longer. In milliseconds. */
const PROFILE_MS = 3_000;
/** Questions to one provider at a time. */
const AT_ONCE = 10;

/** Asks who somebody is, where the provider tells; nothing is told of one who is known here. */
export type ProfileLookup = (externalId: string) => Promise<ClientProfile>;

/**
 * Look-ups of profiles for a batch of a channel's calls, each person's once. Who is known here is read once for all; a provider that
 * does not answer in time is not asked again for the batch.
 * @param senderIds all that may be asked for.
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
  /** Kept, since what makes the contact may have to be tried again: theirs is the only chance to fill it. */
  const told = new Map<string, Promise<ClientProfile>>();
  return (externalId) => {
    if (known.has(externalId)) return Promise.resolve({});
    const asked = told.get(externalId) ?? inTurn(() => ask(externalId));
    told.set(externalId, asked);
    return asked;
  };
}
