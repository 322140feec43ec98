import type { Ctx } from "../ctx.ts";

/** The entries stay, and their sum with them; which messages they were for is forgotten with these. */
export async function forgetMessagesOfCredits(tx: Ctx, messageIds: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  await tx.db.creditEntry.updateMany({
    where: { workspaceId, messageId: { in: [...messageIds] } },
    data: { messageId: null },
  });
}
