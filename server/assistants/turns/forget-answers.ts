import { systemCtx } from "../../auth/system-ctx.ts";
import { inTransaction } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/**
 * After a message was taken back: empties what assistants wrote down of the conversation since, for it may hold what the message said.
 * That there was an answer, and what it cost, stays.
 */
export async function forgetAnswers(workspaceId: number, messageId: string): Promise<void> {
  await inTransaction(systemCtx(workspaceId, "forget-answers"), async (tx) => {
    const message = await tx.db.message.findUnique({
      where: { workspaceId_id: { workspaceId, id: messageId } },
      select: { convId: true, createdAt: true },
    });
    if (!message) return;
    const { convId, createdAt } = message;
    // An answer that is being stored at this moment has read the message as it was: it is waited for.
    await tx.db.$queryRaw`
      select id from "Conversation" where "workspaceId" = ${workspaceId} and id = ${convId}::uuid for no key update`;
    await tx.db.assistantAnswer.updateMany({
      where: { workspaceId, convId, createdAt: { gte: createdAt } },
      data: { details: Prisma.DbNull },
    });
  });
}
