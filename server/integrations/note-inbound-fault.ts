import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import { say } from "../say.ts";

/**
 * Shows on the channel that a provider's call could not be stored for a whole day, until the channel is switched on again. The channel
 * keeps working. An error that stops the channel is not overwritten.
 * @param ctx outside a transaction.
 */
export async function noteInboundFault(ctx: Ctx, integrationId: string, error: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.integration.updateMany({
      where: { workspaceId: tx.workspaceId, id: integrationId, state: { not: "error" } },
      data: { ...lastErrorColumns(say("check.notStored", { why: error })), lastErrorAt: tx.now },
    });
    if (count > 0) await emit(tx, { name: "WORKSPACE_CHANGED" });
  });
}
