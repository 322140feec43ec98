import { systemCtx } from "../../auth/system-ctx.ts";
import { inTransaction } from "../../db.ts";

/**
 * After a message was taken back: empties what assistants wrote down of the conversation since, for it may hold what the message said.
 * That there was an answer, and what it cost, stays.
 */
export async function forgetAnswers(workspaceId: number, messageId: string): Promise<void> {
  await inTransaction(systemCtx(workspaceId, "forget-answers"), async (tx) => {
    const message = await tx.db.message.findUnique({
      where: { workspaceId_id: { workspaceId, id: messageId } },
      select: { convId: true, createdAt: true, seq: true },
    });
    if (!message) return;
    const { convId, createdAt, seq } = message;
    // An answer that is being stored at this moment has read the message as it was: it is waited for.
    await tx.db.$queryRaw`
      select id from "Conversation" where "workspaceId" = ${workspaceId} and id = ${convId}::uuid for no key update`;
    // By what they answered as well as by time: the clocks that stamp answers and messages are not the same.
    await tx.db.$executeRaw`
      update "AssistantAnswer" a set details = null
      where a."workspaceId" = ${workspaceId} and a."convId" = ${convId}::uuid and a.details is not null
        and (a."createdAt" >= ${createdAt} or exists (select from "Message" m
          where m."workspaceId" = a."workspaceId" and m.id = a."clientMessageId" and m.seq >= ${seq}))`;
  });
}
