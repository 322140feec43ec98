import type { Ctx } from "../ctx.ts";
import type { Owner } from "./choose-assignee.ts";

/** Records who was assigned a conversation, for agentsReport. Unassigning records nothing. */
export async function noteAssignment(tx: Ctx, convId: string, { assigneeId, aiId }: Owner): Promise<void> {
  if (assigneeId === null && aiId === null) return;
  await tx.db.convAssignment.create({ data: { workspaceId: tx.workspaceId, convId, agentId: assigneeId, aiId } });
}
