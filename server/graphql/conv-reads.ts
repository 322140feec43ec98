import { markUnread } from "../inbox/mark-unread.ts";
import { setConvRead } from "../inbox/set-conv-read.ts";
import { builder } from "./builder.ts";
import { Conversation } from "./conversations.ts";
import { section } from "./operation.ts";

const { mutation } = section(builder, "Conversations");

mutation("setConvRead", setConvRead, {
  type: Conversation,
  inputName: "ConvSetReadInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    seq: t.int({ required: true, description: "Place of the last message that was seen." }),
  }),
  says: "Says up to which message the caller's agent has seen a conversation; their other devices follow.",
  example: { convId: "CONV_ID", seq: 2 },
  signedIn: true,
});

mutation("markUnread", markUnread, {
  type: Conversation,
  inputName: "ConvMarkUnreadInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    fromSeq: t.int({ description: "The first message that is to be unread; left out: the client's last." }),
  }),
  says: "Makes a conversation unread for the caller's agent again, from a message on.",
  example: { convId: "CONV_ID", fromSeq: 1 },
  signedIn: true,
});
