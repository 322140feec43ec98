import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationState } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";
import { integrationOr404 } from "./access.ts";
import { NOTHING_HELD } from "./account-stops.ts";
import { subscribeChannel } from "./subscribe-channel.ts";
import { say } from "../say.ts";

export type IntegrationStateSetInput = { id: string; state: IntegrationState };

/**
 * Switches a channel on (active) or off (disabled). Switching it on clears its last error and what held back its templates, sends what
 * waited, and registers the address with its provider again.
 * @throws AppError BAD_INPUT for pending and error, which only the service sets.
 */
export const setIntegrationState = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: IntegrationStateSetInput): Promise<Integration> => {
    const { state } = input;
    if (state !== "active" && state !== "disabled") throw badInput("state", say("channels.state"));
    const set = await inTransaction(ctx, async (tx) => {
      const before = await integrationOr404(tx, input.id);
      const row = await tx.db.integration.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id: before.id } },
        data: {
          state,
          patchedAt: tx.now,
          ...(state === "active" ? { ...lastErrorColumns(null), lastErrorAt: null, ...NOTHING_HELD } : {}),
        },
      });
      await audit(tx, "setIntegrationState", row.id, { before: { state: before.state }, after: { state } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      tx.wakes?.add("sends");
      return row;
    });
    return state === "active" ? subscribeChannel(ctx, set) : set;
  },
);
