import { z } from "zod";
import type { Identity } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";

/** How somebody came: `sourceType` ad, link, … and the address, where the provider tells it. */
type Source = { sourceType: string; sourceUrl: string | null };

const source = z.object({ sourceType: z.string(), sourceUrl: z.string().nullable() });

/** What somebody says later than this has nothing to do with how they came, in hours. */
const COUNTS_HOURS = 24;

/**
 * Keeps by what a client came back, for the message that they will write. An older report than the last one changes nothing, and so
 * does a repetition.
 * @returns whose name it is; null when it is nobody's, or nothing changed.
 */
export async function noteReferral(
  tx: Ctx,
  { scopes, externalId }: { scopes: readonly string[]; externalId: string },
  { sourceType, sourceUrl }: Source,
  at: Date,
): Promise<{ clientId: string } | null> {
  const referral = JSON.stringify({ sourceType, sourceUrl, at, isUsed: false });
  const [noted] = await tx.db.$queryRaw<{ clientId: string }[]>`
    update "ClientIdentity" set referral = ${referral}::jsonb
    where "workspaceId" = ${tx.workspaceId} and scope = any(${[...scopes]}::text[]) and "externalId" = ${externalId}
      and (referral is null or (referral ->> 'at')::timestamptz < ${at}::timestamptz)
    returning "clientId"`;
  return noted ?? null;
}

/**
 * By what whoever bears the name came back, if no message has told it yet and it was not long ago; told once.
 * @param tx the transaction that stores the message.
 */
export async function useReferral(tx: Ctx, { scope, externalId }: Identity): Promise<Source | null> {
  const [used] = await tx.db.$queryRaw<{ referral: unknown; counts: boolean }[]>`
    update "ClientIdentity" set referral = referral || '{"isUsed": true}'
    where "workspaceId" = ${tx.workspaceId} and scope = ${scope} and "externalId" = ${externalId}
      and referral is not null and not (referral ->> 'isUsed')::boolean
    returning referral, (referral ->> 'at')::timestamptz > now() - make_interval(hours => ${COUNTS_HOURS}) as counts`;
  return used?.counts ? source.parse(used.referral) : null;
}
