import { getAiAnswerOf } from "../assistants/figures/get-ai-answer-of.ts";
import { getAiFigures, getRecentAiFigures, type AIFigures as Figures } from "../assistants/figures/get-ai-figures.ts";
import { listAiAnswers } from "../assistants/figures/list-ai-answers.ts";
import { listAiChannels, type AIChannel as Channel } from "../assistants/figures/list-ai-channels.ts";
import { wordsOfAnswer } from "../assistants/figures/words-of-answer.ts";
import { AnswerOutcome as OUTCOMES, IntegrationType as INTEGRATION_TYPES } from "../generated/prisma/enums.ts";
import { AI } from "./assistants.ts";
import { assistantBuilder as builder } from "./builder.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";

const AnswerOutcome = builder.enumType("AnswerOutcome", {
  description:
    "What came of a turn. askedBack: it asked which of several things is meant. dropped: somebody took the conversation over while the assistant was at work.",
  values: Object.values(OUTCOMES),
});

export const AIAnswer = builder.prismaObject("AssistantAnswer", {
  name: "AIAnswer",
  description: "What an assistant did in one turn.",
  fields: (t) => ({
    id: t.exposeID("id"),
    convId: t.exposeID("convId"),
    clientMessageId: t.exposeID("clientMessageId", { description: "The last of the messages that it answered." }),
    messageId: t.exposeID("messageId", { nullable: true, description: "What went out; empty where nothing did." }),
    question: t.string({
      description: "The messages that it answered, a line each; empty when they were taken back.",
      resolve: async (row, _, { ctx }) => (await wordsOfAnswer(ctx, row)).question,
    }),
    answer: t.string({ resolve: async (row, _, { ctx }) => (await wordsOfAnswer(ctx, row)).answer }),
    outcome: t.expose("outcome", { type: AnswerOutcome }),
    reason: t.exposeString("reason", { nullable: true, description: "Why it handed over, as a clause." }),
    isUnanswered: t.exposeBoolean("isUnanswered", { description: "Nothing that it knew fitted." }),
    versionNumber: t.exposeInt("versionNumber"),
    attempts: t.exposeInt("attempts", { description: "Tries that its provider took." }),
    promptTokens: t.exposeInt("promptTokens", { nullable: true }),
    completionTokens: t.exposeInt("completionTokens", { nullable: true }),
    durationMs: t.exposeInt("durationMs"),
    trace: t.field({
      type: "JSON",
      nullable: true,
      description:
        "`{passages: [{id, sourceId, title, url, heading, content, score, isUsed}], prompt: [{role, content}], raw, toolCalls: [{name, input, isAllowed, outcome}], model, promptTokens, completionTokens}`; kept for 30 days.",
      resolve: ({ details }) => details,
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const AIAnswerPage = pageOf(builder, AIAnswer);

const AIReason = builder.objectRef<Figures["reasons"][number]>("AIReason").implement({
  fields: (t) => ({ reason: t.exposeString("reason"), count: t.exposeInt("count") }),
});

const AIDay = builder.objectRef<Figures["days"][number]>("AIDay").implement({
  fields: (t) => ({
    day: t.expose("day", { type: "DateTime", description: "Its beginning, UTC." }),
    answered: t.exposeInt("answered"),
    handedOver: t.exposeInt("handedOver"),
    unanswered: t.exposeInt("unanswered"),
  }),
});

const AIFigures = builder.objectRef<Figures>("AIFigures").implement({
  description: "What an assistant did for clients in a span of time; the playground is not counted.",
  fields: (t) => ({
    turns: t.exposeInt("turns", { description: "answered + askedBack + handedOver + ended + dropped" }),
    answered: t.exposeInt("answered"),
    askedBack: t.exposeInt("askedBack", { description: "Turns in which it asked the client what is meant." }),
    handedOver: t.exposeInt("handedOver"),
    ended: t.exposeInt("ended"),
    dropped: t.exposeInt("dropped"),
    unanswered: t.exposeInt("unanswered", { description: "Turns in which nothing that it knew fitted." }),
    promptTokens: t.exposeFloat("promptTokens"),
    completionTokens: t.exposeFloat("completionTokens"),
    medianMs: t.exposeInt("medianMs", { nullable: true }),
    p95Ms: t.exposeInt("p95Ms", { nullable: true }),
    reasons: t.field({
      type: [AIReason],
      description: "Why it handed over, the most frequent first, 20 at most.",
      resolve: ({ reasons }) => reasons,
    }),
    days: t.field({ type: [AIDay], resolve: ({ days }) => days }),
  }),
});

const AIChannelType = builder.enumType("AIChannelType", { values: Object.values(INTEGRATION_TYPES) });

const AIChannel = builder.objectRef<Channel>("AIChannel").implement({
  description: "A channel whose routing gives new conversations to an assistant.",
  fields: (t) => ({
    integrationId: t.exposeID("integrationId"),
    name: t.exposeString("name"),
    type: t.expose("type", { type: AIChannelType }),
  }),
});

builder.objectFields(AI, (t) => ({
  channels: t.field({
    type: [AIChannel],
    description: "The channels whose default assignee, or that of a country, it is.",
    resolve: ({ id }, _, { ctx }) => listAiChannels(ctx, id),
  }),
  figures: t.field({
    type: AIFigures,
    description: "Of the last 30 days; aiFigures has those of any span.",
    resolve: ({ id }, _, { ctx }) => getRecentAiFigures(ctx, id),
  }),
}));

const { query } = section(builder, "What assistants did");

query("aiFigures", getAiFigures, {
  type: AIFigures,
  inputName: "AIFiguresInput",
  inputSays: "`from` belongs to the span, `to` does not; 400 days at most.",
  input: (t) => ({
    aiId: t.id({ required: true }),
    from: t.field({ type: "DateTime", required: true }),
    to: t.field({ type: "DateTime", required: true }),
  }),
  says: "How an assistant did in a span: answers, handovers and why, unanswered questions, tokens, time.",
  example: { aiId: "AI_ID", from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" },
});

query("aiAnswers", listAiAnswers, {
  type: AIAnswerPage,
  inputName: "AIAnswersInput",
  input: (t) => ({
    aiId: t.id({ required: true }),
    isUnanswered: t.boolean({ description: "true: only the questions that it could not answer." }),
    outcome: t.field({ type: AnswerOutcome }),
    first: t.int(),
    after: t.string(),
  }),
  says: "An assistant's turns with clients, newest first; or only the questions that it could not answer.",
  example: { aiId: "AI_ID", isUnanswered: true, first: 20 },
});

query("aiAnswerOf", getAiAnswerOf, {
  type: AIAnswer,
  inputName: "AIAnswerOfInput",
  input: (t) => ({ messageId: t.id({ required: true }) }),
  says: "Why an assistant wrote a message: what it drew on, how long it took.",
  example: { messageId: "MESSAGE_ID" },
});
