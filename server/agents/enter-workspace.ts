import { verb } from "../verb.ts";
import { getViewer } from "../workspaces/get-viewer.ts";
import { ensureAgent } from "./ensure-agent.ts";

/**
 * Who the caller is in this workspace. The portal calls this first. This is where "the user accesses the workspace" (contract.md, API
 * keys, rule 5): a member without an agent gets one. Every caller may use it.
 */
export const enterWorkspace = verb({ may: "USE_CONVS" }, async (ctx) => {
  const { actor } = ctx;
  if (actor.kind !== "user" || actor.agentId !== null) return getViewer(ctx);
  const person = await ctx.db.user.findUniqueOrThrow({ where: { id: actor.userId } });
  const agentId = await ensureAgent(ctx, person);
  return getViewer({ ...ctx, actor: { ...actor, agentId } });
});
