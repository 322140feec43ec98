import { audit } from "../../auth/audit.ts";
import { actorId } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { emit } from "../../events/emit.ts";
import { convForActor } from "../../conversations/access.ts";
import { say } from "../../say.ts";
import { requiredLine } from "../../text-rules.ts";
import { verb } from "../../verb.ts";
import { lockAssistant } from "../access.ts";
import { QUESTION_MAX, readExpects, readHistory } from "./expects.ts";

/** Per assistant: a run of all questions ends within a day, even with the slowest provider. */
const QUESTIONS_MAX = 500;

/**
 * Adds a golden question: what a contact may write, and what a good answer does. A question from a conversation keeps its text
 * when the message is taken back there.
 * @throws AppError NOT_FOUND, BAD_INPUT; CONFLICT when the assistant has the maximum number of questions.
 */
export const addEvalQuestion = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (
    ctx,
    input: { aiId: string; question: string; history?: unknown; expects?: unknown; convId?: string | null },
  ) => {
    const question = requiredLine("question", input.question, QUESTION_MAX);
    const history = readHistory(input.history ?? []);
    const expects = readExpects(input.expects);
    return inTransaction(ctx, async (tx) => {
      const { id: aiId } = await lockAssistant(tx, input.aiId);
      const convId = input.convId == null ? null : (await convForActor(tx, input.convId)).id;
      const { workspaceId } = tx;
      if ((await tx.db.evalQuestion.count({ where: { workspaceId, aiId, deletedAt: null } })) >= QUESTIONS_MAX)
        throw new AppError("CONFLICT", say("assistants.mostQuestions", { count: QUESTIONS_MAX }));
      const createdBy = actorId(tx.actor);
      const added = await tx.db.evalQuestion.create({
        data: { workspaceId, aiId, question, history, expects, convId, createdBy },
      });
      // The text may be a contact's, so the audit record does not copy it: there it could not be erased.
      await audit(tx, "addEvalQuestion", added.id, { after: { aiId } });
      await emit(tx, { name: "EVAL_CHANGED" });
      return added;
    });
  },
);
