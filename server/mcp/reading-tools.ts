import { z } from "zod";
import { getClient } from "../clients/get-client.ts";
import { listClients } from "../clients/list-clients.ts";
import { MessageType } from "../generated/prisma/enums.ts";
import { messageJson } from "../conversations/conv-parts.ts";
import { getConv } from "../conversations/get-conv.ts";
import { listConvs } from "../views/list-convs.ts";
import { listMessages } from "../messages/list-messages.ts";
import {
  CLIENT,
  CONVERSATION,
  CONVERSATION_WITH_MESSAGES,
  MESSAGE,
  clientRecord,
  convRecord,
  convRecordWithMessages,
  pageOf,
  pageSchema,
} from "./records.ts";
import { PAGING, READS, id, time, tool } from "./tool.ts";

const tags = z.array(z.string()).describe("Only those that have every one of these tags.").exactOptional();

/** Tools that only read. */
export const READING_TOOLS = [
  tool({
    name: "list_conversations",
    title: "List conversations",
    description:
      "Conversations with clients, newest first, without their messages. All filters are optional and must all match. Use ended: false for open ones. A key linked to an agent sees that agent's and the unassigned ones.",
    input: z.strictObject({
      integrationId: id("Only of this channel.").exactOptional(),
      clientId: id("Only with this client.").exactOptional(),
      ended: z.boolean().describe("false: open ones; true: ended ones; left out: both.").exactOptional(),
      dormant: z
        .boolean()
        .describe("true: only those that the client has not answered yet; false: without them; left out: both.")
        .exactOptional(),
      tags,
      assigneeId: id("Only those that this agent has.").exactOptional(),
      aiId: id("Only those that this AI assistant has.").exactOptional(),
      stageId: id("Only in this stage.").exactOptional(),
      nameOrPhone: z
        .string()
        .describe("Part of the client's name, surname, phone number or external id.")
        .exactOptional(),
      externalConversationId: z
        .string()
        .describe("The thread's id in the outside system; on Telegram topic:… or business:….")
        .exactOptional(),
      ...PAGING,
    }),
    output: pageSchema(CONVERSATION),
    annotations: READS,
    run: async (ctx, input) => pageOf(await listConvs(ctx, input), (conv) => convRecord(ctx, conv)),
  }),
  tool({
    name: "get_conversation",
    title: "Get a conversation",
    description:
      "One conversation with its client and its newest 100 messages, oldest first. Older ones: list_messages.",
    input: z.strictObject({ convId: id("The conversation's id.") }),
    output: CONVERSATION_WITH_MESSAGES,
    annotations: READS,
    run: async (ctx, { convId }) => convRecordWithMessages(ctx, await getConv(ctx, { id: convId })),
  }),
  tool({
    name: "list_messages",
    title: "List messages",
    description:
      "Messages of one or of many conversations, newest first, internal notes among them (type note: clients do not see them). All filters are optional and must all match.",
    input: z.strictObject({
      convId: id("Only of this conversation.").exactOptional(),
      clientId: id("Only of conversations with this client.").exactOptional(),
      assigneeId: id("Only of conversations that this agent has.").exactOptional(),
      tags,
      type: z.enum(MessageType).describe("Only of this type.").exactOptional(),
      systemLines: z
        .boolean()
        .describe("false: without the lines that the service writes itself (noteType system).")
        .exactOptional(),
      startDate: time("Not older than this.").exactOptional(),
      endDate: time("Not newer than this.").exactOptional(),
      ...PAGING,
    }),
    output: pageSchema(MESSAGE),
    annotations: READS,
    run: async (ctx, input) => pageOf(await listMessages(ctx, input), messageJson),
  }),
  tool({
    name: "search_clients",
    title: "Search clients",
    description:
      "Clients (contacts), newest first. All filters are optional and must all match; name, surname, email, phone, city and country match parts of the value whatever its case.",
    input: z.strictObject({
      name: z.string().exactOptional(),
      surname: z.string().exactOptional(),
      email: z.string().exactOptional(),
      phone: z.string().describe("Digits of it; spaces and brackets do not matter.").exactOptional(),
      city: z.string().exactOptional(),
      country: z.string().exactOptional(),
      code: z.string().describe("The client's code in the customer's own system, exactly.").exactOptional(),
      externalClientId: z.string().describe("The client's id on the channel, exactly.").exactOptional(),
      conversationId: id("Only the client of this conversation.").exactOptional(),
      tags,
      stageId: id("Only in this stage.").exactOptional(),
      isDeleted: z.boolean().describe("true: archived ones only; else those that are not.").exactOptional(),
      isOptedOut: z
        .boolean()
        .describe("true: only those who opted out, archived or not; false: only those who did not.")
        .exactOptional(),
      ...PAGING,
    }),
    output: pageSchema(CLIENT),
    annotations: READS,
    run: async (ctx, input) => pageOf(await listClients(ctx, input), clientRecord),
  }),
  tool({
    name: "get_client",
    title: "Get a client",
    description: "One client (contact) with phone number and e-mail address, archived or not.",
    input: z.strictObject({ clientId: id("The client's id.") }),
    output: CLIENT,
    annotations: READS,
    run: async (ctx, { clientId }) => clientRecord(await getClient(ctx, { id: clientId })),
  }),
];
