import { systemCtx } from "../../auth/system-ctx.ts";
import { inTransaction, database, inBatches } from "../../db.ts";
import type { Ctx } from "../../ctx.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/**
 * After a message was taken back: clears the details of assistants' later answers in the conversation, because they may contain the
 * message's text. The answers themselves and their costs stay.
 */
export async function forgetAnswers(workspaceId: number, messageId: string): Promise<void> {
  await inTransaction(systemCtx(workspaceId, "forget-answers"), async (tx) => {
    const message = await tx.db.message.findUnique({
      where: { workspaceId_id: { workspaceId, id: messageId } },
      select: { convId: true, createdAt: true, seq: true },
    });
    if (!message) return;
    const { convId, createdAt, seq } = message;
    // An answer that is being stored has read the message before it was taken back. Wait for that transaction.
    await tx.db.$queryRaw`
      select id from "Conversation" where "workspaceId" = ${workspaceId} and id = ${convId}::uuid for no key update`;
    // By the answered message as well as by time, because answers and messages get their times from different clocks.
    await tx.db.$executeRaw`
      update "AssistantAnswer" a set details = null
      where a."workspaceId" = ${workspaceId} and a."convId" = ${convId}::uuid and a.details is not null
        and (a."createdAt" >= ${createdAt} or exists (select from "Message" m
          where m."workspaceId" = a."workspaceId" and m.id = a."clientMessageId" and m.seq >= ${seq}))`;
  });
}

/**
 * Clears the details of assistants' answers in conversations, and deletes the golden questions taken from them with their results. The
 * number of answers and their costs stay, and so do the totals of the evals' runs.
 */
export async function forgetConvsWords(tx: Ctx, convIds: readonly string[]): Promise<void> {
  const inConvs = { workspaceId: tx.workspaceId, convId: { in: [...convIds] } };
  await tx.db.assistantTurn.deleteMany({ where: inConvs });
  await tx.db.assistantAnswer.updateMany({ where: inConvs, data: { details: Prisma.DbNull, reason: null } });
  const questions = await tx.db.evalQuestion.findMany({ where: inConvs, select: { id: true } });
  const questionId = { in: questions.map(({ id }) => id) };
  await tx.db.evalResult.deleteMany({ where: { workspaceId: tx.workspaceId, questionId } });
  await tx.db.evalQuestion.deleteMany({ where: { workspaceId: tx.workspaceId, id: questionId } });
}

/** How long an answer's details (its input and its actions) are kept. The answer itself stays for the figures. */
const DETAILS_KEPT_DAYS = 30;
/** Turns that no worker claimed again, because a person took the conversation over or it ended. */
const TURN_KEPT_HOURS = 1;
/** Rows cleared by one statement. */
const BATCH = 1_000;

/** Clears old details and deletes abandoned turns in all workspaces. Returns how many of each. */
export async function pruneAnswers(): Promise<{ emptied: number; turns: number }> {
  const emptied = await inBatches(
    BATCH,
    () => database().$executeRaw`
      with old as materialized (
        select "workspaceId", id from "AssistantAnswer"
        where details is not null and "createdAt" < now() - make_interval(days => ${DETAILS_KEPT_DAYS})
        order by "createdAt" limit ${BATCH}
      )
      update "AssistantAnswer" a set details = null from old where a."workspaceId" = old."workspaceId" and a.id = old.id`,
  );
  const turns = await database().$executeRaw`
    delete from "AssistantTurn"
    where coalesce("leaseUntil", "nextAttemptAt") < now() - make_interval(hours => ${TURN_KEPT_HOURS})`;
  return { emptied, turns };
}
