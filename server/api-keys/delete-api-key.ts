import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { ApiKey } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";

/**
 * Deletes a key: no door takes it a second later (decisions section 1).
 * @throws AppError NOT_FOUND for a deleted one and one of another workspace too.
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
      // Live streams that were opened with it look again whether they may go on.
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return row;
    });
  },
);
