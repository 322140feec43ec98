import { badInput, notFound } from "../../errors.ts";
import type { Message } from "../../generated/prisma/client.ts";
import { convForActor } from "../../conversations/access.ts";
import { say } from "../../say.ts";
import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";
import { wordsOf } from "../message-words.ts";
import { QUESTION_MAX, type History } from "./expects.ts";

export type EvalQuestionDraft = {
  question: string;
  history: History;
  /** A person's answer to the question. null: no person answered in text. */
  suggestion: string | null;
};

/** Number of messages before the question that become its history. */
const HISTORY_TAKEN = 10;
/** Number of messages after the question that are searched for a person's answer. */
const LOOK_AHEAD = 50;

const REAL = { removedAt: null, NOT: { type: "note" as const } };

/**
 * Drafts a golden question from a real conversation: the contact's message with the ones right before it, the history, and the answer
 * of a person. Nothing is stored.
 * @throws AppError NOT_FOUND; BAD_INPUT for a message that is not the contact's, or was taken back.
 */
export const questionFromConv = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: { aiId: string; convId: string; messageId: string }): Promise<EvalQuestionDraft> => {
    const { workspaceId } = ctx;
    await assistantOr404(ctx, input.aiId);
    const { id: convId } = await convForActor(ctx, input.convId);
    const asked = await ctx.db.message.findFirst({ where: { workspaceId, convId, id: input.messageId } });
    if (!asked) throw notFound("message");
    if (asked.isAgent) throw badInput("messageId", say("assistants.ofClient"));
    if (asked.removedAt) throw badInput("messageId", say("assistants.takenBack"));
    const where = { workspaceId, convId, ...REAL };
    const until = await ctx.db.message.findMany({
      where: { ...where, seq: { lte: asked.seq } },
      orderBy: { seq: "desc" },
      take: HISTORY_TAKEN * 2,
    });
    const after = await ctx.db.message.findMany({
      where: { ...where, seq: { gt: asked.seq } },
      orderBy: { seq: "asc" },
      take: LOOK_AHEAD,
    });
    const burst = until.findIndex(({ isAgent }) => isAgent);
    const [question, before] = burst === -1 ? [until, []] : [until.slice(0, burst), until.slice(burst)];
    return {
      question: joined(question.reverse()),
      history: before
        .slice(0, HISTORY_TAKEN)
        .reverse()
        .map((message) => ({ role: roleOf(message), content: wordsOf(message).slice(0, QUESTION_MAX).toWellFormed() })),
      suggestion: joined(personsAnswer(after)) || null,
    };
  },
);

function joined(messages: Message[]): string {
  return messages.map(wordsOf).join("\n").slice(0, QUESTION_MAX).toWellFormed();
}

function roleOf({ isAgent, aiId }: Message): History[number]["role"] {
  return isAgent ? (aiId === null ? "agent" : "assistant") : "client";
}

/** People's text messages until the contact wrote again. An assistant's answer or a handover message may precede them. */
function personsAnswer(after: Message[]): Message[] {
  const first = after.findIndex(isByPerson);
  if (first === -1) return [];
  const rest = after.slice(first);
  const end = rest.findIndex((message) => !isByPerson(message));
  return end === -1 ? rest : rest.slice(0, end);
}

function isByPerson({ isAgent, agentId, aiId, sentElsewhere, type }: Message): boolean {
  return isAgent && aiId === null && (agentId !== null || sentElsewhere) && type === "text";
}
