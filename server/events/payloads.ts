import { z } from "zod";
import { IntegrationType, MessageStatus, MessageType } from "../generated/prisma/enums.ts";

// The payloads sent to subscribers (contract.md, Events). The builders of events.ts create exactly these, and the webhook catalogue
// is generated from them.

const id = () => z.uuid();
const time = (says: string) => z.iso.datetime().describe(says);

const integrationType = z.enum(IntegrationType);
const channel = { integrationId: id().describe("The channel"), integrationType };
const referral = {
  sourceType: z
    .string()
    .optional()
    .describe("What brought the contact, for example an ad; left out where nothing says so"),
  sourceUrl: z.string().optional(),
  ad: z
    .strictObject({
      id: z.string().nullable().describe("The provider's id of the advertisement or post"),
      headline: z.string().nullable(),
      text: z.string().nullable(),
      clickId: z.string().nullable().describe("By which a sale is reported to the ads' platform (ctwa_clid)"),
      pictureUrl: z.string().nullable().optional().describe("Its picture, as long as the provider keeps it there"),
    })
    .optional()
    .describe("The advertisement, as far as the provider describes it; left out where it does not"),
};
const debug = {
  debug: z.literal(true).optional().describe("Of a test, or of the playground: nothing happened to a contact"),
};

function conversation<Name extends string>(name: Name) {
  return z.strictObject({
    event: z.literal(name),
    workspaceId: z.int(),
    type: z.enum(MessageType).nullable(),
    content: z.string().nullable().describe("The text, or the address of the file"),
    caption: z.string().optional().describe("The text that goes with a file; left out where there is none"),
    messageId: id().nullable(),
    ...channel,
    externalClientId: z.string().nullable().describe("The contact's id in your system, or on the channel"),
    isAgent: z.boolean().nullable().describe("Whether it is a message of ours"),
    conversationId: id(),
    clientId: id(),
    createdAt: time("When the message was stored"),
    ...(name === "NEW_CONV"
      ? { dormant: z.boolean().describe("Opened by us: nobody has it until the contact answers") }
      : {}),
    ...(name === "NEW_CONV" || name === "INCOMING_MESSAGE" ? referral : {}),
    rating: z.int().optional().describe("The contact's rating, from 1 to ratingScale; left out where there is none"),
    ratingScale: z.int().nullable().optional(),
    ratingComment: z.string().nullable().optional(),
    ...debug,
  });
}

const contact = {
  workspaceId: z.int(),
  id: id(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  surname: z.string().nullable(),
  phone: z.string().nullable().describe("E.164"),
  address: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  externalClientId: z.string().nullable(),
  tags: z.array(z.string()),
  stageId: id().nullable(),
  createdAt: time("When the contact was created"),
  patchedAt: time("When the contact was last edited").nullable(),
};

/** The payload of each event that subscribers can choose. */
export const PAYLOADS = {
  INCOMING_MESSAGE: conversation("INCOMING_MESSAGE").describe("A contact has written."),
  OUTGOING_MESSAGE: conversation("OUTGOING_MESSAGE").describe("A message of ours was accepted, or a note was written."),
  NEW_CONV: conversation("NEW_CONV").describe("A conversation has opened, with its first message."),
  ENDING_CONV: conversation("ENDING_CONV").describe("A conversation has ended, with its last message."),
  MESSAGE_UPDATED: z
    .strictObject({
      event: z.literal("MESSAGE_UPDATED"),
      workspaceId: z.int(),
      ...channel,
      status: z.enum(MessageStatus).exclude(["pending", "played"]),
      externalMessageId: z.string().nullable().describe("The message's id at the provider"),
      externalConversationId: z
        .string()
        .nullable()
        .describe("The thread's id in your system. On Telegram topic:… or business:…, if it is not the bot's own chat"),
      messageId: id(),
      conversationId: id(),
      clientId: id(),
      createdAt: time("When the status changed"),
      ...debug,
    })
    .describe("A message of ours was sent, delivered or read, or has failed."),
  MESSAGE_UPDATED_SMPP: z
    .strictObject({
      message_id: id(),
      status: z.enum(["ENROUTE", "ACCEPTD", "DELIVRD", "UNDELIV"]),
      ...debug,
    })
    .describe("The same as a delivery receipt, sent by GET with these as query parameters."),
  NEW_CLIENT: z
    .strictObject({ event: z.literal("NEW_CLIENT"), ...contact, ...channel, ...referral, ...debug })
    .describe("A contact was created by their first message."),
  CLIENT_UPDATED: z
    .strictObject({ event: z.literal("CLIENT_UPDATED"), ...contact, ...debug })
    .describe("A contact was edited, in the portal or by the API."),
};

export type WebhookEventName = keyof typeof PAYLOADS;
