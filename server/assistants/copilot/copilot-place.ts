import { actorId, type Ctx } from "../../ctx.ts";
import { AppError } from "../../errors.ts";
import { say } from "../../say.ts";

/** Of one workspace at once, in one process: each may wait for its provider for TURN_MS. */
const MOST_OF_WORKSPACE = 8;
/** Of one person or key: who asks anew has the one before aborted. */
const MOST_OF_ONE = 2;

const held = new Map<string, number>();

/**
 * Asks a provider for a person, when not too many do already: whoever presses a key often does not spend the workspace's money.
 * @throws AppError RATE_LIMITED
 */
export async function inCopilotPlace<T>(ctx: Ctx, ask: () => Promise<T>): Promise<T> {
  const places = [
    [`${ctx.workspaceId}`, MOST_OF_WORKSPACE],
    [`${ctx.workspaceId} ${actorId(ctx.actor)}`, MOST_OF_ONE],
  ] as const;
  const full = places.find(([place, most]) => (held.get(place) ?? 0) >= most);
  if (full)
    throw new AppError("RATE_LIMITED", say("refusal.suggesting"), {
      retryAfterSeconds: 2,
      rateLimit: full[1],
    });
  for (const [place] of places) held.set(place, (held.get(place) ?? 0) + 1);
  try {
    return await ask();
  } finally {
    for (const [place] of places) {
      const left = (held.get(place) ?? 1) - 1;
      if (left === 0) held.delete(place);
      else held.set(place, left);
    }
  }
}
