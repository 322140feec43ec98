import type { Actor, Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";

/**
 * The signed-in user who calls. Their own sessions and password need no permission in a workspace.
 * @throws AppError NOT_FOUND for API keys and jobs.
 */
export function personOf({ actor }: Ctx): Extract<Actor, { kind: "user" }> {
  if (actor.kind !== "user") throw notFound("member");
  return actor;
}
