import { actorAgentId } from "../ctx.ts";
import type { Agent, ScheduledMessage } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import { fullName } from "../conversations/display-name.ts";

/** A message that waits for its time, or that failed. */
export type ScheduledView = ScheduledMessage & { agentName: string; isOwn: boolean };

/** Above the number of messages that can wait in one conversation, failed ones included. */
const MOST = 200;

/**
 * The scheduled and failed messages of a conversation, first due first: everyone's with a chosen time, and the actor's own that can
 * still be undone.
 * @throws AppError NOT_FOUND
 */
export const listScheduledMessages = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { convId: string }): Promise<ScheduledView[]> => {
    const conv = await convForActor(ctx, input.convId);
    const agentId = actorAgentId(ctx.actor);
    const rows = await ctx.db.scheduledMessage.findMany({
      where: {
        workspaceId: ctx.workspaceId,
        convId: conv.id,
        state: { in: ["waiting", "failed"] },
        OR: [{ isUndoable: false }, ...(agentId ? [{ agentId }] : [])],
      },
      include: { agent: true },
      orderBy: [{ sendAt: "asc" }, { createdAt: "asc" }, { id: "asc" }],
      take: MOST,
    });
    return rows.map(({ agent, ...row }) => viewOf(row, agent, agentId));
  },
);

function viewOf(row: ScheduledMessage, agent: Agent, agentId: string | null): ScheduledView {
  return { ...row, agentName: fullName(agent), isOwn: row.agentId === agentId };
}
