import { answerPrivately } from "../messages/answer-privately.ts";
import { hideComment } from "../messages/hide-comment.ts";
import { builder } from "./builder.ts";
import { Message } from "./messages.ts";
import { section } from "./operation.ts";

const { mutation } = section(builder, "Messages");

mutation("answerPrivately", answerPrivately, {
  type: Message,
  inputName: "CommentAnswerInput",
  input: (t) => ({
    messageId: t.id({ required: true, description: "The client's comment." }),
    content: t.string({ required: true }),
  }),
  says: "Answers a comment by a private message, once and within seven days. The conversation goes on when the client answers it.",
  example: { messageId: "MESSAGE_ID", content: "I have found your order. May I call you?" },
  idempotent: true,
});

mutation("hideComment", hideComment, {
  type: Message,
  inputName: "CommentHideInput",
  input: (t) => ({
    messageId: t.id({ required: true }),
    isHidden: t.boolean({ required: true }),
  }),
  says: "Hides a client's comment from the public at the provider, or shows it again.",
  example: { messageId: "MESSAGE_ID", isHidden: true },
});
