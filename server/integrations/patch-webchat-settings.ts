import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { parseJson } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { webchatOr404, webchatRecord, type WebchatRecord } from "./get-webchat-settings.ts";
import { webchatPatch, webchatSettingsOf } from "./webchat-settings.ts";

/**
 * Changes how a web chat looks and where it may stand; what is left out stays. Open chats keep their looks until their page is loaded
 * again.
 * @throws AppError NOT_FOUND, BAD_INPUT with the path of each setting that does not fit
 */
export const patchWebchatSettings = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { integrationId: string; settings: unknown }): Promise<WebchatRecord> => {
    const patch = parseJson("settings", webchatPatch, input.settings);
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      await webchatOr404(tx, input.integrationId);
      // Two who change different settings at once both do.
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
