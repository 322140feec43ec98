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

/** An assistant's proposed answer, for a person to judge. Nothing is stored and no action is taken. */
export type SuggestedAnswer = {
  aiId: string;
  aiName: string;
  /** null: it found no answer. */
  text: string | null;
  /** Why there is no text, as a clause for people. */
  reason: Said | null;
  /** The passages used for the text, best first. */
  sources: Pick<FoundPassage, "title" | "url" | "heading" | "content" | "score">[];
};

/** Characters shown of a passage. */
const PASSAGE_SHOWN_MAX = 600;

/**
 * Asks an assistant for an answer to the contact's last messages, for the agent's composer. It gets the same time and retries as a turn.
 * It only proposes a text: handover, end, tags and fields in its reply are ignored.
 * @param signal aborts the request when the agent leaves or asks again.
 * @throws AppError NOT_FOUND, PLAN_REQUIRED, CONFLICT (no assistant), BAD_INPUT (the contact has written nothing), RATE_LIMITED,
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
    // The agent judges the answer, so the assistant must not ask back.
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
      // The contact's last message is the question. Answers after it are left out.
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
 * A built-in assistant's answer without the lines that name its sources. The agent sees the sources next to it, and the contact reads a
 * person's text.
 * @param titles of the passages used. A line "Source: …" with another title is part of the answer.
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
