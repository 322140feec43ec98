import { attemptWords, sequelOf } from "../sending/attempt-words.ts";
import {
  listMessageAttempts,
  type MessageAttempts as MessageAttemptsResult,
} from "../sending/list-message-attempts.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

const SendAttempt = builder.prismaObject("SendAttempt", {
  fields: (t) => ({
    attemptNo: t.exposeInt("attemptNo"),
    startedAt: t.expose("startedAt", { type: "DateTime" }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
    outcome: t.exposeString("outcome", {
      nullable: true,
      description: "accepted, refused, retry, unknown; null while it runs",
    }),
    responseStatus: t.exposeInt("responseStatus", { nullable: true }),
    error: t.exposeString("error", {
      nullable: true,
      description:
        "What the provider said, or why it could not be asked; of an accepted attempt, what was wrong with the answer.",
    }),
    explanation: t.string({
      description: "For people: what happened, what went wrong, and what followed.",
      select: { message: { select: { status: true, attempts: { orderBy: { attemptNo: "asc" } } } } },
      resolve: (attempt, _, { ctx }) => attemptWords(attempt, sequelOf(attempt, attempt.message, ctx.now)),
    }),
  }),
});

const MessageAttempts = builder.objectRef<MessageAttemptsResult>("MessageAttempts").implement({
  fields: (t) => ({
    nodes: t.field({ type: [SendAttempt], resolve: (attempts) => attempts.nodes }),
    nextAttemptAt: t.expose("nextAttemptAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the next attempt is due; null: none is, one is being made, or the message waits for something else.",
    }),
    waitsFor: t.exposeString("waitsFor", {
      nullable: true,
      description:
        "What the message waits for, other than its time and its turn: a channel in error or switched off, an earlier message.",
    }),
  }),
});

const { query } = section(builder, "Messages");

query("messageAttempts", listMessageAttempts, {
  type: MessageAttempts,
  input: (t) => ({ messageId: t.id({ required: true }) }),
  says: "Every attempt to hand a message to its provider, with what it answered, and what a waiting message waits for.",
  example: { messageId: "MESSAGE_ID" },
});
