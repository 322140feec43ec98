import type { Ctx } from "../ctx.ts";

/** Why a broadcast could not reach these contacts, in words that may name an address: that it could not, stays. */
export async function forgetRefusals(tx: Ctx, clientIds: readonly string[]): Promise<void> {
  await tx.db.broadcastRecipient.updateMany({
    where: { workspaceId: tx.workspaceId, clientId: { in: [...clientIds] }, error: { not: null } },
    data: { error: "The contact was erased" },
  });
}
