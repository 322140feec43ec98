import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { parseJson } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { webchatOr404, webchatRecord, type WebchatRecord } from "./get-webchat-settings.ts";
import { webchatPatch, webchatSettingsOf } from "./webchat-settings.ts";

/**
 * Changes a web chat's appearance and allowed sites; omitted settings stay. Open chats keep their appearance until their page reloads.
 * @throws AppError NOT_FOUND, BAD_INPUT with the path of each invalid setting
 */
export const patchWebchatSettings = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { integrationId: string; settings: unknown }): Promise<WebchatRecord> => {
    const patch = parseJson("settings", webchatPatch, input.settings);
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      await webchatOr404(tx, input.integrationId);
      // The lock keeps concurrent changes of different settings from overwriting each other.
      await tx.db.$executeRaw`
      select 1 from "Integration" where "workspaceId" = ${workspaceId} and id = ${input.integrationId}::uuid for update`;
      const row = await webchatOr404(tx, input.integrationId);
      const before = webchatSettingsOf(row);
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      const after = { ...before, ...given };
      const patched = await tx.db.integration.update({
        where: { workspaceId_id: { workspaceId, id: row.id } },
        data: { webchat: after, patchedAt: tx.now },
      });
      await audit(tx, "patchWebchatSettings", row.id, { before, after });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return webchatRecord(tx, patched);
    });
  },
);
