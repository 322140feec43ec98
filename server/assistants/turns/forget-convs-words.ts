import type { Ctx } from "../../ctx.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/**
 * Empties what assistants wrote down of conversations, and deletes the golden questions that were taken from them with their results. How
 * many were answered and what it cost stays, and so do the sums of the evals' runs.
 * @param tx the open transaction.
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
