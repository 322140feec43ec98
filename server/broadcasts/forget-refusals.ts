import type { Ctx } from "../ctx.ts";

/** Replaces the failure reasons of these contacts, which may contain an address. The fact that the message failed stays. */
export async function forgetRefusals(tx: Ctx, clientIds: readonly string[]): Promise<void> {
  await tx.db.broadcastRecipient.updateMany({
    where: { workspaceId: tx.workspaceId, clientId: { in: [...clientIds] }, error: { not: null } },
    data: { error: "The contact was erased" },
  });
}
