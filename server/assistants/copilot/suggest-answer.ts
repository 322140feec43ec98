import { AppError, badInput } from "../../errors.ts";
import { convForActor } from "../../conversations/access.ts";
import { newId } from "../../new-id.ts";
import { say, type Said } from "../../say.ts";
import { verb } from "../../verb.ts";
import { propertiesOf } from "../access.ts";
import type { FoundPassage } from "../engine.ts";
import { engineOf } from "../providers/engine-of.ts";
import { runEngine } from "../run-engine.ts";
import { gatheredBy } from "../turns/allowed-reply.ts";
import { contextMessage, knownOf, readMessages } from "../turns/read-turn.ts";
import { copilotOf, inCopilotPlace } from "./copilot.ts";
import { SOURCE_WORDS } from "../built-in/phrases.ts";

export type SuggestAnswerInput = { convId: string; aiId?: string | null };

/** What an assistant would answer, for a person to judge. Nothing is written, and nothing that it wants done is done. */
export type SuggestedAnswer = {
  aiId: string;
  aiName: string;
  /** Null: it found nothing that answers it. */
  text: string | null;
  /** Why there is none, as a clause for people. */
  reason: Said | null;
  /** The passages that the text is drawn from, the best first. */
  sources: Pick<FoundPassage, "title" | "url" | "heading" | "content" | "score">[];
};

/** Characters of a passage that are shown. */
const PASSAGE_SHOWN_MAX = 600;

/**
 * Asks an assistant what it would answer to what the client wrote last, for the agent's composer. It is asked as for a turn of its own,
 * with its time and its tries, and may only propose: handing over, ending, tags and fields in its reply are left aside.
 * @param signal the agent left, or asks anew: it ends the asking.
 * @throws AppError NOT_FOUND, PLAN_REQUIRED, CONFLICT (no assistant), BAD_INPUT (the client has written nothing), RATE_LIMITED,
 * PROVIDER_ERROR
 */
export const suggestAnswer = verb(
  { may: "USE_CONVS", plan: "assistants", audit: "everyday" },
  async (ctx, input: SuggestAnswerInput, signal: AbortSignal): Promise<SuggestedAnswer> => {
    const conv = await convForActor(ctx, input.convId);
    const ai = await copilotOf(ctx, conv, input.aiId ?? null);
    const messages = await readMessages(ctx, conv);
    const last = messages.findLastIndex(({ isAgent }) => !isAgent);
    if (last === -1) throw badInput("convId", say("refusal.nothingToAnswer"));
    const stored = await propertiesOf(ai);
    // An agent looks for an answer, and judges it: not for a question back.
    const properties = ai.type === "builtIn" ? { ...stored, clarify: { enabled: false } } : stored;
    const client = await ctx.db.client.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: conv.clientId } },
    });
    const turn = {
      workspaceId: ctx.workspaceId,
      convId: conv.id,
      clientId: conv.clientId,
      aiId: ai.id,
      key: `suggestion-${newId()}`,
      // What was answered since is no part of the question; what the client wrote last is.
      messages: messages.slice(0, last + 1).map((message) => contextMessage(message, ctx.now)),
      known: knownOf(client, gatheredBy(ai.type, properties)),
    };
    const engine = engineOf(ai.type, properties, { workspaceId: ctx.workspaceId, aiId: ai.id });
    const { reply, failure } = await inCopilotPlace(ctx, () => runEngine(engine, turn, { signal }));
    if (!reply) throw new AppError("PROVIDER_ERROR", say("refusal.noSuggestion", { name: ai.name, why: failure }));
    const used = reply.trace.passages.filter(({ isUsed }) => isUsed);
    const said = reply.isUnanswered || reply.handover ? null : reply.text;
    const titles = used.map(({ title }) => title);
    const text = said === null ? null : withoutSources(said, titles);
    return {
      aiId: ai.id,
      aiName: ai.name,
      text,
      reason: text !== null ? null : (reply.handover?.reason ?? say("reason.nothingAnswers")),
      sources: (text !== null ? used : []).map(({ title, url, heading, content, score }) => ({
        title,
        url,
        heading,
        content: content.slice(0, PASSAGE_SHOWN_MAX).toWellFormed(),
        score,
      })),
    };
  },
);

/**
 * An answer of the built-in assistant without the lines that name its sources: the agent sees those beside it, and the client reads a
 * person's words.
 * @param titles of the passages that it is drawn from: a line that says "Source: …" of something else is the answer's own.
 */
export function withoutSources(text: string, titles: readonly string[]): string {
  const names = (line: string) =>
    SOURCE_WORDS.some((word) => line.startsWith(`${word}: `)) && titles.some((title) => line.includes(title));
  return text
    .split("\n")
    .filter((line) => !names(line))
    .join("\n")
    .trim();
}
