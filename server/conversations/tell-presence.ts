import { actorAgentId } from "../ctx.ts";
import { notFound } from "../errors.ts";
import { announceEphemeral, type Presence } from "../events/ephemeral.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";

/**
 * Notifies the colleagues who may see a conversation that the caller's agent looks at it, writes in it or has left it, so that two agents
 * do not answer the same question. Nothing is stored. The contact is not notified (`tellTyping` does that).
 * @throws AppError NOT_FOUND, also for callers without an agent.
 */
export const tellPresence = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, { convId, state }: { convId: string; state: Presence["state"] }): Promise<Conversation> => {
    const { workspaceId } = ctx;
    const agentId = actorAgentId(ctx.actor);
    const agent =
      agentId && (await ctx.db.agent.findUnique({ where: { workspaceId_id: { workspaceId, id: agentId } } }));
    if (!agent) throw notFound("agent");
    const conv = await convForActor(ctx, convId);
    announceEphemeral({
      workspaceId,
      convId: conv.id,
      assigneeId: conv.assigneeId,
      kind: "presence",
      agentId: agent.id,
      name: agent.surname ? `${agent.name} ${agent.surname}` : agent.name,
      state,
      ...(conv.isPlayground ? { isPlayground: true } : {}),
    });
    return conv;
  },
);
