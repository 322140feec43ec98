import { getCopilot, type Copilot as Helps } from "../assistants/copilot/get-copilot.ts";
import { REWRITINGS, rewriteText } from "../assistants/copilot/rewrite-text.ts";
import { suggestAnswer, type SuggestedAnswer as Suggested } from "../assistants/copilot/suggest-answer.ts";
import { inEnglish } from "../say.ts";
import { AIType } from "./assistants.ts";
import { assistantBuilder as builder } from "./builder.ts";
import { section } from "./operation.ts";
import { wordingField } from "./wording-field.ts";

const CopilotAssistant = builder.objectRef<Helps["assistants"][number]>("CopilotAssistant").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    type: t.expose("type", { type: AIType }),
  }),
});

const Copilot = builder.objectRef<Helps>("Copilot").implement({
  description: "What can help an agent to write in a conversation.",
  fields: (t) => ({
    assistants: t.field({ type: [CopilotAssistant], resolve: ({ assistants }) => assistants }),
    aiId: t.exposeID("aiId", {
      nullable: true,
      description: "The one that is asked where none is chosen; null: none.",
    }),
    canRewrite: t.exposeBoolean("canRewrite", { description: "A model is connected that rewrites and translates." }),
  }),
});

const SuggestionSource = builder.objectRef<Suggested["sources"][number]>("SuggestionSource").implement({
  fields: (t) => ({
    title: t.exposeString("title"),
    url: t.exposeString("url", { nullable: true }),
    heading: t.exposeString("heading", { nullable: true }),
    content: t.exposeString("content", { description: "At most 600 characters of the passage." }),
    score: t.exposeFloat("score", { description: "0 to 1: how much of what was asked stands in it." }),
  }),
});

const SuggestedAnswer = builder.objectRef<Suggested>("SuggestedAnswer").implement({
  description: "What an assistant would answer; nothing is sent.",
  fields: (t) => ({
    aiId: t.exposeID("aiId"),
    aiName: t.exposeString("aiName"),
    text: t.exposeString("text", { nullable: true, description: "Null: it has no answer." }),
    reason: t.string({
      nullable: true,
      description: "Why there is none, as a clause for people.",
      resolve: ({ reason }) => reason && inEnglish(reason),
    }),
    reasonWording: t.field(wordingField(({ reason }: Suggested) => reason)),
    sources: t.field({ type: [SuggestionSource], resolve: ({ sources }) => sources }),
  }),
});

const RewrittenText = builder.objectRef<{ text: string }>("RewrittenText").implement({
  fields: (t) => ({ text: t.exposeString("text") }),
});

const Rewriting = builder.enumType("Rewriting", { values: REWRITINGS });

const { query, mutation } = section(builder, "Copilot");

query("copilot", getCopilot, {
  type: Copilot,
  input: (t) => ({
    convId: t.id({ required: true }),
    aiId: t.id({ description: "The assistant that was chosen." }),
  }),
  says: "Which assistants an agent can ask in a conversation, and whether a model is connected that rewrites.",
  example: { convId: "CONV_ID" },
});

mutation("suggestAnswer", suggestAnswer, {
  type: SuggestedAnswer,
  inputName: "SuggestAnswerInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    aiId: t.id({ description: "Left out: the conversation's assistant, its channel's, or the workspace's first." }),
  }),
  says: "What an assistant would answer to the client, with its sources. It only proposes: nothing is sent or done.",
  example: { convId: "CONV_ID" },
  args: (input, { signal }) => [input, signal()],
});

mutation("rewriteText", rewriteText, {
  type: RewrittenText,
  inputName: "RewriteTextInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    aiId: t.id({ description: "As in suggestAnswer; its model is asked, where it is one." }),
    text: t.string({ required: true, description: "At most 4,096 characters." }),
    how: t.field({
      type: Rewriting,
      required: true,
      description: "translate: into the language that the client writes.",
    }),
  }),
  says: "Puts a text otherwise, or into the language that the client writes, by a connected model. It only proposes.",
  example: { convId: "CONV_ID", text: "Your parcel arives tomorow.", how: "spelling" },
  args: (input, { signal }) => [input, signal()],
});
