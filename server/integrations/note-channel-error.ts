import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { log } from "../log.ts";

/**
 * The provider refuses the channel's credentials: the channel goes into error, its sends wait, and the portal shows it to the
 * people who can put it right (decisions section 5). Only an active channel changes; a lost race is a normal answer.
 */
export async function noteChannelError(ctx: Ctx, integrationId: string, error: string): Promise<void> {
  const { count } = await ctx.db.integration.updateMany({
    where: { workspaceId: ctx.workspaceId, id: integrationId, state: "active" },
    data: { state: "error", lastError: error, lastErrorAt: ctx.now },
  });
  if (count === 0) return;
  log.warn({ workspaceId: ctx.workspaceId, integrationId, error }, "a channel refuses its credentials; its sends wait");
  await emit(ctx, { name: "WORKSPACE_CHANGED" });
}
