import type { OperationTable } from "./operation-words.ts";

const LATER: OperationTable = {
  scheduleMessage: {
    section: "Messages",
    summary:
      "Keeps a message of the signed-in agent to be sent later: at a time, or in some seconds, until when it can be cancelled.",
    input: {
      id: "0192f0c1-2b7a-7cc0-8a5e-3f1d9c6b7a10",
      integrationId: "INTEGRATION_ID",
      convId: "CONV_ID",
      type: "text",
      content: "Your parcel arrives today.",
      sendAt: "TIME_TO_COME",
    },
    signedIn: true,
  },
  scheduledMessages: {
    section: "Messages",
    summary: "What waits to be sent in a conversation, and what could not be, first due first.",
    input: { convId: "CONV_ID" },
  },
  unsentMessages: {
    section: "Messages",
    summary: "What the signed-in agent scheduled and could not be sent, in all conversations, the newest first.",
    input: {},
    signedIn: true,
  },
  patchScheduledMessage: {
    section: "Messages",
    summary: "Gives one's own scheduled message another time; one that failed waits again.",
    input: { id: "SCHEDULED_MESSAGE_ID", sendAt: "TIME_TO_COME" },
    signedIn: true,
  },
  sendScheduledNow: {
    section: "Messages",
    summary: "Sends one's own scheduled message now; one that failed is tried again.",
    input: { id: "SCHEDULED_MESSAGE_ID" },
    signedIn: true,
  },
  cancelScheduledMessage: {
    section: "Messages",
    summary: "Takes back one's own message before it is sent.",
    input: { id: "SCHEDULED_MESSAGE_ID" },
    signedIn: true,
  },
  drafts: {
    section: "Messages",
    summary: "What the signed-in agent has written in a conversation and not sent.",
    input: { convId: "CONV_ID" },
    signedIn: true,
  },
  saveDraft: {
    section: "Messages",
    summary: "Keeps what the signed-in agent is writing; a save that was overtaken is a conflict.",
    input: { convId: "CONV_ID", mode: "reply", text: "Dear Maria,", version: 0 },
    signedIn: true,
  },
};

const REPLIES: OperationTable = {
  cannedReplies: {
    section: "Canned replies",
    summary: "The texts that are written often: the team's, and the signed-in agent's own.",
    input: {},
  },
  createCannedReply: {
    section: "Canned replies",
    summary: "Keeps a text that is written often; with actions it is a macro.",
    input: {
      shortcut: "late",
      title: "Parcel is late",
      content: "I am sorry, {{client.firstName}}: order {{order.no}} is late.",
      actions: [{ kind: "tag", tag: "late" }],
      isTeam: true,
    },
  },
  patchCannedReply: {
    section: "Canned replies",
    summary: "Gives a reply new words, files and actions.",
    input: { id: "CANNED_REPLY_ID", shortcut: "late", title: "Parcel is late", content: "I am sorry for the delay." },
  },
  deleteCannedReply: {
    section: "Canned replies",
    summary: "Takes a reply off the list.",
    input: { id: "CANNED_REPLY_ID" },
  },
  convLanguage: {
    section: "Canned replies",
    summary: "Which of some languages the client of a conversation writes: a reply is offered in that one.",
    input: { convId: "CONV_ID", among: ["en", "de"] },
  },
  runMacro: {
    section: "Canned replies",
    summary: "Sends a macro's message and does its actions in one go, as the signed-in agent.",
    input: { replyId: "CANNED_REPLY_ID", integrationId: "INTEGRATION_ID", convId: "CONV_ID", undoSeconds: 5 },
    signedIn: true,
  },
};

/** What people write before and beside their messages: scheduled ones, drafts, canned replies. */
export const COMPOSER_OPERATIONS: OperationTable = { ...LATER, ...REPLIES };
