import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";

/**
 * Ends the workspace for everybody: its row is marked, and from then on no key, session, channel address or invitation of it
 * opens anything, and workers leave what waits in it alone. The rows stay, for an operator to give out or erase.
 * @throws AppError FORBIDDEN_ROLE (all but the owner, keys always), NOT_FOUND (somebody was faster)
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
