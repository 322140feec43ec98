import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";

/**
 * Marks the workspace as deleted. From then on none of its keys, sessions, channel addresses or invitations work, and workers skip its
 * pending work. The rows stay, for an operator to export or erase.
 * @throws AppError FORBIDDEN_ROLE (all but the owner, API keys always), NOT_FOUND (already deleted)
 */
export const deleteWorkspace = verb({ may: "DELETE_WORKSPACE", audit: "recorded" }, async (ctx): Promise<boolean> => {
  return inTransaction(ctx, async (tx) => {
    const [workspace] = await tx.db.workspace.updateManyAndReturn({
      where: { id: tx.workspaceId, deletedAt: null },
      data: { deletedAt: tx.now },
    });
    if (!workspace) throw notFound("workspace");
    await audit(tx, "deleteWorkspace", String(workspace.id), {
      before: { name: workspace.name, plan: workspace.plan, deletedAt: null },
      after: { deletedAt: tx.now.toISOString() },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return true;
  });
});
