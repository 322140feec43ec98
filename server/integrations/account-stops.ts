import { Prisma, type Integration } from "../generated/prisma/client.ts";
import { readSaid } from "../read-said.ts";
import type { Said, SentenceCode } from "../say.ts";

/** Why the provider takes no templates from the channel now; null: it takes them. */
export function templatesHeld(
  { templatesHeld: why, templatesHeldUntil: until }: { templatesHeld: unknown; templatesHeldUntil: Date | null },
  now: Date,
): Said | null {
  return until !== null && until <= now ? null : readSaid(why);
}

/** In SQL: nothing holds the templates of the channel `i` back. */
export const TAKES_TEMPLATES = Prisma.sql`(i."templatesHeld" is null or coalesce(i."templatesHeldUntil" <= now(), false))`;

/** Meta's refusals of a send because of the account's standing. */
const REFUSALS: readonly SentenceCode[] = ["provider.wa.restricted", "provider.restricted"];

/**
 * Whether a channel's last error is about its account's standing: a notice, or a refusal of a send because of it. Its credentials are
 * good.
 */
export function isOfAccount(lastErrorSaid: Integration["lastErrorSaid"]): boolean {
  const said = readSaid(lastErrorSaid);
  const advice = said?.params.advice;
  const code = typeof advice === "object" && "code" in advice ? advice.code : said?.code;
  return code !== undefined && (code.startsWith("account.") || REFUSALS.includes(code));
}

/** The columns of a channel that nothing holds back. */
export const NOTHING_HELD = { templatesHeld: Prisma.DbNull, templatesHeldUntil: null };
