import type { Message as MessageRow } from "../generated/prisma/client.ts";
import { getConvFacts, type ConvFacts as Facts } from "../conversations/get-conv-facts.ts";
import { listMessagesAround, type MessagesAround as Around } from "../messages/list-messages-around.ts";
import { builder } from "./builder.ts";
import { MessageAd } from "./message-ad.ts";
import { Message } from "./messages.ts";
import { section } from "./operation.ts";

const MessagesAround = builder.objectRef<Around>("MessagesAround").implement({
  description: "A stretch of one conversation, without holes.",
  fields: (t) => ({
    nodes: t.field({ type: [Message], description: "Oldest first.", resolve: ({ nodes }): MessageRow[] => nodes }),
    hasOlder: t.exposeBoolean("hasOlder"),
    hasNewer: t.exposeBoolean("hasNewer"),
  }),
});

const ConvFacts = builder.objectRef<Facts>("ConvFacts").implement({
  fields: (t) => ({
    firstClientMessageAt: t.expose("firstClientMessageAt", { type: "DateTime", nullable: true }),
    firstResponseAt: t.expose("firstResponseAt", {
      type: "DateTime",
      nullable: true,
      description: "The first answer to the client; notes and broadcasts are none.",
    }),
    sourceType: t.exposeString("sourceType", { nullable: true, description: "How the client came to write." }),
    sourceUrl: t.exposeString("sourceUrl", { nullable: true }),
    ad: t.expose("ad", { type: MessageAd, nullable: true }),
    closesAt: t.expose("closesAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ends by itself (convTTL) if nothing happens; null when it does not.",
    }),
  }),
});

const { query } = section(builder, "Conversations");

query("messagesAround", listMessagesAround, {
  type: MessagesAround,
  input: (t) => ({
    convId: t.id({ required: true }),
    messageId: t.id({ required: true }),
    before: t.int({ required: true, description: "How many before it, 0 to 50." }),
    after: t.int({ required: true, description: "How many after it, 0 to 50." }),
  }),
  says: "A message with those before and after it in its conversation, however long that is.",
  example: { convId: "CONV_ID", messageId: "MESSAGE_ID", before: 20, after: 20 },
});

query("convFacts", getConvFacts, {
  type: ConvFacts,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "When a conversation was first answered, how the client came to write, and when it ends by itself.",
  example: { convId: "CONV_ID" },
});
