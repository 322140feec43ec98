import { Prisma, type Integration } from "../generated/prisma/client.ts";
import { readSaid } from "../read-said.ts";
import type { Said } from "../say.ts";

/** Why the provider takes no templates from a channel; `until` null: it did not say until when. */
export type HeldTemplates = { why: Said; until: Date | null };

/** What holds the channel's templates back now; null: nothing. */
export function templatesHeld({ templatesHeld: stored }: { templatesHeld: unknown }, now: Date): HeldTemplates | null {
  const why = readSaid(stored);
  if (!why) return null;
  const { until } = why.params;
  const end = typeof until === "object" && "time" in until ? new Date(until.time) : null;
  return end !== null && end <= now ? null : { why, until: end };
}

/** In SQL: nothing holds the templates of the channel `i` back. */
export const TAKES_TEMPLATES = Prisma.sql`coalesce(
  (i."templatesHeld" -> 'params' -> 'until' ->> 'time')::timestamptz <= now(), i."templatesHeld" is null)`;

/** Whether a channel's last error is a notice about its account, which only the provider can end. */
export function isOfAccount(lastErrorSaid: Integration["lastErrorSaid"]): boolean {
  return readSaid(lastErrorSaid)?.code.startsWith("account.") ?? false;
}
