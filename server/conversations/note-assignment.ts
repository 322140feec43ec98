import type { Ctx } from "../ctx.ts";
import type { Owner } from "./choose-assignee.ts";

/** Keeps who was given a conversation, for agentsReport; nothing when it was given to nobody. */
export async function noteAssignment(tx: Ctx, convId: string, { assigneeId, aiId }: Owner): Promise<void> {
  if (assigneeId === null && aiId === null) return;
  await tx.db.convAssignment.create({ data: { workspaceId: tx.workspaceId, convId, agentId: assigneeId, aiId } });
}
