import { markUnread } from "../inbox/mark-unread.ts";
import { setConvRead } from "../inbox/set-conv-read.ts";
import { builder } from "./builder.ts";
import { Conversation } from "./conversations.ts";

const ConvSetReadInput = builder.inputType("ConvSetReadInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convId: t.id({ required: true }),
    seq: t.int({ required: true, description: "Place of the last message that was seen." }),
  }),
});

const ConvMarkUnreadInput = builder.inputType("ConvMarkUnreadInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convId: t.id({ required: true }),
    fromSeq: t.int({ description: "The first message that is to be unread; left out: the client's last." }),
  }),
});

builder.mutationFields((t) => ({
  setConvRead: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvSetReadInput, required: true }) },
    resolve: (_, { input }, { ctx }) => setConvRead(ctx, input),
  }),
  markUnread: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvMarkUnreadInput, required: true }) },
    resolve: (_, { input }, { ctx }) => markUnread(ctx, input),
  }),
}));
