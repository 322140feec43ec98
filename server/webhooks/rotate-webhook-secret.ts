import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { sealField, secretsOf, webhookOr404 } from "./access.ts";
import { newSigningSecret, type OpenedWebhook } from "./webhook-record.ts";

/**
 * Gives the webhook a new signing secret, shown only in this response. For 24 hours, requests also carry a signature with the old secret,
 * so a receiver can switch without losing a request.
 */
export const rotateWebhookSecret = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<OpenedWebhook> => {
    return inTransaction(ctx, async (tx) => {
      const before = await webhookOr404(tx, input.id);
      const secret = newSigningSecret();
      const row = await tx.db.webhook.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id: before.id } },
        data: {
          secret: await sealField(before, "secret", secret),
          previousSecret: await sealField(before, "previousSecret", (await secretsOf(before)).secret),
          secretRotatedAt: tx.now,
        },
      });
      await audit(tx, "rotateWebhookSecret", row.id, { after: { changed: ["secret"] } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return { ...row, opened: { secret } };
    });
  },
);
