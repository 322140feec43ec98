import { forbiddenRole } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { say } from "../say.ts";
import { creatableTypes } from "./read-credentials.ts";

/** @throws AppError FORBIDDEN_ROLE for API keys */
export function mustBePortal(ctx: Ctx): void {
  if (ctx.actor.kind !== "workspaceKey" && ctx.actor.kind !== "agentKey") return;
  throw forbiddenRole(ctx, say("channels.portalOnly", { types: creatableTypes().join(", ") }));
}
