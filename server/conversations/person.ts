import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";

/**
 * The signed-in person with their agent, whose drafts, reads and scheduled messages are theirs alone.
 * @throws AppError NOT_FOUND for API keys, which are no person, and for a person without an agent.
 */
export function personOf({ actor }: Ctx): { userId: string; agentId: string } {
  if (actor.kind !== "user" || actor.agentId === null) throw notFound("member");
  return { userId: actor.userId, agentId: actor.agentId };
}
