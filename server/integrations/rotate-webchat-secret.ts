import { audit } from "../auth/audit.ts";
import { newIdentitySecret, webchatCredentials } from "../channels/webchat/adapter.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { credentialsOf, sealCredentials } from "./access.ts";
import { webchatOr404, webchatRecord, type WebchatRecord } from "./get-webchat-settings.ts";

const BOTH_HOLD_MS = 24 * 60 * 60 * 1_000;

/**
 * Gives a web chat a new secret for signing visitors' identities. The previous secret stays valid for 24 more hours, so a site can switch
 * without refusing any visitor; a second rotation ends it at once. When a secret ends, the sessions it proved end too.
 * @throws AppError NOT_FOUND
 */
export const rotateWebchatSecret = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { integrationId: string }): Promise<WebchatRecord> => {
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      await tx.db.$executeRaw`
      select 1 from "Integration" where "workspaceId" = ${workspaceId} and id = ${input.integrationId}::uuid for update`;
      const row = await webchatOr404(tx, input.integrationId);
      const { identitySecret: previousSecret } = webchatCredentials.parse(await credentialsOf(row));
      const previousSecretUntil = new Date(tx.now.getTime() + BOTH_HOLD_MS).toISOString();
      const credentials = { identitySecret: newIdentitySecret(), previousSecret, previousSecretUntil };
      const rotated = await tx.db.integration.update({
        where: { workspaceId_id: { workspaceId, id: row.id } },
        data: { credentials: await sealCredentials(row, credentials), patchedAt: tx.now },
      });
      await audit(tx, "rotateWebchatSecret", row.id, { after: { changed: ["identitySecret"] } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return webchatRecord(tx, rotated);
    });
  },
);
