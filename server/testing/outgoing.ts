import type { OutgoingMessage } from "../channels/channel.ts";

/** A text as an adapter receives it. A test sets its recipient and its text. */
export const OUTGOING: OutgoingMessage = {
  messageId: "0190a1b2-0000-7000-8000-000000000001",
  type: "text",
  content: "Hei 👋",
  caption: null,
  template: null,
  externalClientId: "nobody",
  convId: "0190a1b2-0000-7000-8000-000000000002",
  externalConversationId: null,
  replyTo: null,
  createdAt: new Date("2026-11-21T09:30:00.123Z"),
  isLateReply: false,
  isByMarketingApi: false,
  priorAttempts: 0,
  file: null,
};
