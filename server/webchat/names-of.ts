import { scopeOf } from "./access.ts";
import type { Visitor } from "./open-webchat.ts";

const MOST_KEPT = 1_000;

const kept = new Map<string, Promise<string[]>>();

/**
 * The names of a contact who has just come, on this channel. Asked by every open stream of somebody who has not written yet: this
 * process reads them once.
 */
export function namesOf({ ctx, integration }: Visitor, clientId: string): Promise<string[]> {
  const key = `${integration.id}|${clientId}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const names = ctx.db.clientIdentity
    .findMany({
      where: { workspaceId: ctx.workspaceId, clientId, scope: scopeOf(integration) },
      select: { externalId: true },
    })
    .then((rows) => rows.map(({ externalId }) => externalId));
  kept.set(key, names);
  // A database that was away is asked again.
  names.catch(() => kept.delete(key));
  return names;
}
