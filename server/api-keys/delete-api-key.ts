import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { ApiKey } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";

/**
 * Deletes a key, which stops working within a second.
 * @throws AppError NOT_FOUND, also for a deleted key and one of another workspace.
 */
export const deleteApiKey = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<ApiKey> => {
    return inTransaction(ctx, async (tx) => {
      const [row] = await tx.db.apiKey.updateManyAndReturn({
        where: { workspaceId: tx.workspaceId, id: input.id, deletedAt: null },
        data: { deletedAt: tx.now },
      });
      if (!row) throw notFound("apiKey");
      await audit(tx, "deleteApiKey", row.id, { before: { label: row.label, agentId: row.agentId } });
      // Makes live streams opened with this key check again whether they may continue.
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return row;
    });
  },
);
