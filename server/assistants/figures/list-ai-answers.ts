import type { AnswerOutcome } from "../../generated/prisma/enums.ts";
import { createdKey, keyset, readPage, toPage, type PageInput } from "../../page.ts";
import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";

export type AIAnswersInput = PageInput & {
  aiId: string;
  /** true: only questions that it could not answer. false: only the others. */
  isUnanswered?: boolean | null;
  outcome?: AnswerOutcome | null;
};

/** An assistant's turns with contacts, newest first, without the playground. */
export const listAiAnswers = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: AIAnswersInput) => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const { id: aiId } = await assistantOr404(ctx, input.aiId);
    const where = {
      workspaceId: ctx.workspaceId,
      aiId,
      isPlayground: false,
      ...(input.isUnanswered != null ? { isUnanswered: input.isUnanswered } : {}),
      ...(input.outcome ? { outcome: input.outcome } : {}),
    };
    const rows = await ctx.db.assistantAnswer.findMany({ where: { AND: [where, after] }, orderBy, take });
    return toPage(rows, size, createdKey, () => ctx.db.assistantAnswer.count({ where }));
  },
);
