import { Prisma, type Integration } from "../generated/prisma/client.ts";
import { readSaid } from "../read-said.ts";
import type { Said } from "../say.ts";

/** Why the provider takes no templates from the channel now; null: it takes them. */
export function templatesHeld(
  { templatesHeld: why, templatesHeldUntil: until }: { templatesHeld: unknown; templatesHeldUntil: Date | null },
  now: Date,
): Said | null {
  return until !== null && until <= now ? null : readSaid(why);
}

/** In SQL: nothing holds the templates of the channel `i` back. */
export const TAKES_TEMPLATES = Prisma.sql`(i."templatesHeld" is null or coalesce(i."templatesHeldUntil" <= now(), false))`;

/** In SQL: the channel's last error is a notice about its account, not a refusal of its credentials. */
export const IS_OF_ACCOUNT = Prisma.sql`coalesce("lastErrorSaid" ->> 'code' like 'account.%', false)`;

/** The same of a row. */
export function isOfAccount(lastErrorSaid: Integration["lastErrorSaid"]): boolean {
  return readSaid(lastErrorSaid)?.code.startsWith("account.") ?? false;
}

/** The columns of a channel that nothing holds back. */
export const NOTHING_HELD = { templatesHeld: Prisma.DbNull, templatesHeldUntil: null };
