import { actorAgentId, type Ctx } from "./ctx.ts";
import { permissionsOf } from "./auth/permissions.ts";

/** Counts up to this size are never cached: they are cheap, and people notice when they change. */
const ALWAYS_EXACT = 10_000;
/** A larger count is cached for this many times as long as it took. This limits its share of the database's time. */
const BELIEVED_TIMES = 200;
const BELIEVED_MOST_MS = 30_000;
const MOST_KEPT = 1_000;

const kept = new Map<string, { until: number; count: number }>();
const asked = new Map<string, Promise<number>>();

/**
 * The count of a list. It is exact up to 10,000; larger counts may be up to 30 seconds old.
 * @param list the list's name; `choice`: the filters, without the page.
 */
export async function keptCount(ctx: Ctx, list: string, choice: object, count: () => Promise<number>): Promise<number> {
  // Inside a transaction, the count must see the transaction's own changes.
  if (ctx.wakes) return count();
  const { actor, workspaceId } = ctx;
  const key = JSON.stringify([
    list,
    workspaceId,
    actorAgentId(actor),
    actor.kind === "system",
    permissionsOf(actor),
    choice,
  ]);
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.count;
  // Join a count that is already running.
  const underWay = known && asked.get(key);
  if (underWay) return underWay;
  const began = Date.now();
  const answer = count();
  asked.set(key, answer);
  try {
    const found = await answer;
    if (found > ALWAYS_EXACT) keep(key, found, began);
    else kept.delete(key);
    return found;
  } finally {
    asked.delete(key);
  }
}

function keep(key: string, count: number, began: number): void {
  const now = Date.now();
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, { until: now + Math.min((now - began) * BELIEVED_TIMES, BELIEVED_MOST_MS), count });
}
