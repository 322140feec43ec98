import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import { say } from "../say.ts";

/**
 * Something that the provider brought could not be stored, for a whole day: the channel shows it until it is switched on again. It
 * goes on working, and what stops it altogether is not hidden by this.
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
