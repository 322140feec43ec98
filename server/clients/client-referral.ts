import { z } from "zod";
import type { Ad } from "../channels/ad.ts";
import type { Identity } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { mendedJson } from "../text-rules.ts";

/** What led a contact to write: `sourceType` (ad, link, …), the address and the advertisement if the provider reports them. */
type Source = { sourceType: string; sourceUrl: string | null; ad: Ad | null };

const text = z.string().nullable();
const source = z.object({
  sourceType: z.string(),
  sourceUrl: text,
  ad: z
    .object({ id: text, headline: text, text, clickId: text, pictureUrl: text.default(null) })
    .nullish()
    .default(null),
});

/** Hours after which a message no longer counts as a result of the referral. */
const COUNTS_HOURS = 24;

/**
 * Stores a contact's referral for their next message. A repeated report, or one older than the stored one, changes nothing.
 * @returns the contact with this identity. null: no contact has it, or nothing changed.
 */
export async function noteReferral(
  tx: Ctx,
  { scopes, externalId }: { scopes: readonly string[]; externalId: string },
  { sourceType, sourceUrl, ad }: Source,
  at: Date,
): Promise<{ clientId: string } | null> {
  const referral = mendedJson({ sourceType, sourceUrl, ad, at, isUsed: false });
  const [noted] = await tx.db.$queryRaw<{ clientId: string }[]>`
    update "ClientIdentity" set referral = ${referral}::jsonb
    where "workspaceId" = ${tx.workspaceId} and scope = any(${[...scopes]}::text[]) and "externalId" = ${externalId}
      and (referral is null or (referral ->> 'at')::timestamptz < ${at}::timestamptz)
    returning "clientId"`;
  return noted ?? null;
}

/**
 * Returns the recent referral of an identity, if no message has used it yet, and marks it as used.
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
