import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Webhook } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";

/** Deletes a webhook. Nothing more is sent to it, not even pending deliveries. Its log is kept for its 30 days. */
export const deleteWebhook = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<Webhook> => {
    return inTransaction(ctx, async (tx) => {
      const [row] = await tx.db.webhook.updateManyAndReturn({
        where: { workspaceId: tx.workspaceId, id: input.id, deletedAt: null },
        data: { deletedAt: tx.now, active: false },
      });
      if (!row) throw notFound("webhook");
      await audit(tx, "deleteWebhook", row.id, { before: { label: row.label, url: row.url, event: row.event } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return row;
    });
  },
);
