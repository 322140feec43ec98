import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";

/**
 * The signed-in person with their agent. Drafts, read positions and scheduled messages are private to them.
 * @throws AppError NOT_FOUND for API keys, which are not people, and for a person without an agent.
 */
export function personOf({ actor }: Ctx): { userId: string; agentId: string } {
  if (actor.kind !== "user" || actor.agentId === null) throw notFound("member");
  return { userId: actor.userId, agentId: actor.agentId };
}
