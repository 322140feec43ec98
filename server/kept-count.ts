import { actorAgentId, type Ctx } from "./ctx.ts";
import { permissionsOf } from "./auth/permissions.ts";

/** Up to here a count is asked anew each time: it costs little, and people see each one. */
const ALWAYS_EXACT = 10_000;
/** A larger one is believed for so many times as long as it took, which bounds its share of the database. */
const BELIEVED_TIMES = 200;
const BELIEVED_MOST_MS = 30_000;
const MOST_KEPT = 1_000;

const kept = new Map<string, { until: number; count: number }>();
const asked = new Map<string, Promise<number>>();

/**
 * The count of a list: exact, but for a count beyond 10,000, which may be up to half a minute old.
 * @param list names the list, `choice` what was chosen of it: the filters, without the page.
 */
export async function keptCount(ctx: Ctx, list: string, choice: object, count: () => Promise<number>): Promise<number> {
  // Inside a transaction the count is that of the transaction.
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
  // One that was begun a moment ago is as good as one that is kept.
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
