import { z } from "zod";
import { MessageType, NoteType } from "../generated/prisma/enums.ts";
import { addMessage } from "../messages/add-message.ts";
import { giveBackConv } from "../conversations/give-back-conv.ts";
import { takeOverConv } from "../conversations/take-over-conv.ts";
import { assignConv } from "../conversations/assign-conv.ts";
import { messageJson } from "../conversations/conv-parts.ts";
import { endConv } from "../conversations/end-conv.ts";
import { startConv } from "../conversations/start-conv.ts";
import { tagConv } from "../conversations/tag-conv.ts";
import { CONVERSATION, MESSAGE, convRecord } from "./records.ts";
import { CONV, IDEMPOTENCY_KEY, id, tool } from "./tool.ts";

/** The tools that change conversations. */
export const WRITING_TOOLS = [
  tool({
    name: "send_message",
    title: "Send a message",
    description:
      "Writes to the client of an open conversation. It is queued and answered as pending; delivery runs in the background, and get_conversation shows what became of it. Some channels take free text only for a while after the client's last message: then start_conversation with a template.",
    input: z.strictObject({
      ...CONV,
      content: z
        .string()
        .describe("The text, at most 4096 characters; for media an https URL; for structured types JSON text."),
      type: z.enum(MessageType).exclude(["note", "template"]).default("text"),
      caption: z.string().describe("The text that goes with media, where the channel takes one.").exactOptional(),
      replyToMessageId: id("The message of the same conversation that this one quotes.").exactOptional(),
      ...IDEMPOTENCY_KEY,
    }),
    output: MESSAGE,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    run: async (ctx, { idempotencyKey, ...input }) => messageJson(await addMessage(ctx, input, idempotencyKey)),
  }),
  tool({
    name: "add_note",
    title: "Add a note",
    description:
      "Writes an internal note into a conversation, open or ended. Agents see it, the client never does. noteType: internal for remarks, handover when passing the conversation on, summary for a summary of it.",
    input: z.strictObject({
      ...CONV,
      content: z.string().describe("The text, at most 4096 characters."),
      noteType: z.enum(NoteType).exclude(["system"]).default("internal"),
      ...IDEMPOTENCY_KEY,
    }),
    output: MESSAGE,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    run: async (ctx, { idempotencyKey, ...input }) =>
      messageJson(await addMessage(ctx, { ...input, type: "note" }, idempotencyKey)),
  }),
  tool({
    name: "assign_conversation",
    title: "Assign a conversation",
    description:
      "Gives an open conversation to an agent (agentId) or to the channel's AI assistant (isAi: true). With neither it is taken from whoever has it and stands unassigned.",
    input: z.strictObject({
      ...CONV,
      agentId: id("The agent who gets it.").exactOptional(),
      isAi: z.boolean().describe("true: the AI assistant gets it. Not together with agentId.").exactOptional(),
    }),
    output: CONVERSATION,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (ctx, input) => convRecord(ctx, await assignConv(ctx, input)),
  }),
  tool({
    name: "take_over_conversation",
    title: "Take a conversation over",
    description:
      "Takes a conversation from the other app that answers the client at the provider (otherAppSince), so that it can be answered here. Where no other app answers, nothing changes.",
    input: z.strictObject(CONV),
    output: CONVERSATION,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    run: async (ctx, { convId }) => convRecord(ctx, await takeOverConv(ctx, { convId })),
  }),
  tool({
    name: "give_back_conversation",
    title: "Give a conversation back",
    description:
      "Gives a conversation back to the other app that answered the client before it was taken over. Where that app answers already, nothing changes.",
    input: z.strictObject(CONV),
    output: CONVERSATION,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    run: async (ctx, { convId }) => convRecord(ctx, await giveBackConv(ctx, { convId })),
  }),
  tool({
    name: "end_conversation",
    title: "End a conversation",
    description:
      "Ends a conversation for good: it cannot be opened again, and the client's next message begins a new one. Ending one that has ended changes nothing.",
    input: z.strictObject(CONV),
    output: CONVERSATION,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async (ctx, input) => convRecord(ctx, await endConv(ctx, input)),
  }),
  tool({
    name: "tag_conversation",
    title: "Tag a conversation",
    description:
      "Replaces all tags of a conversation. To add one, give the tags that it has (get_conversation) and the new one.",
    input: z.strictObject({ ...CONV, tags: z.array(z.string()).describe("The whole new set; empty removes all.") }),
    output: CONVERSATION,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async (ctx, input) => convRecord(ctx, await tagConv(ctx, input)),
  }),
  tool({
    name: "start_conversation",
    title: "Start a conversation",
    description:
      "Sends an approved template to a client over a channel that has templates (WhatsApp, custom channels, Messenger pages with utility messages), and opens a conversation for it, or uses the one that is open. Name the client by clientId or, one who is not known yet, by phone.",
    input: z.strictObject({
      integrationId: id("The channel to send over."),
      clientId: id("The client.").exactOptional(),
      phone: z.string().describe("The client's number with country code, in place of clientId.").exactOptional(),
      templateName: z.string(),
      templateLang: z.string().describe("Language code, like en_US.").exactOptional(),
      templateComponents: z
        .unknown()
        .describe("The template's values, as the channel's provider takes them.")
        .exactOptional(),
      ...IDEMPOTENCY_KEY,
    }),
    output: CONVERSATION,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    run: async (ctx, { idempotencyKey, ...input }) => convRecord(ctx, await startConv(ctx, input, idempotencyKey)),
  }),
];
