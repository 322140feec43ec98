import { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { ApiCall } from "../http/api-call.ts";
import { VISITOR_TYPES } from "../webchat/post-visitor-message.ts";
import { messageBody, readBody, sessionBody, typingBody, uploadBody } from "./webchat.ts";

// How a chat of your own talks to a web chat channel. Ours uses the same calls.

const group = "Web chat";
const path = { integrationId: "The channel's id" };
const ANYBODY = ["NOT_FOUND", "CHANNEL_INACTIVE", "RATE_LIMITED", "UNAVAILABLE"] as const satisfies ErrorCode[];
const VISITOR = ["UNAUTHENTICATED", ...ANYBODY] as const satisfies ErrorCode[];

const message = z.object({
  id: z.uuid(),
  cursor: z.string().describe("The position after this message"),
  clientMessageId: z.string().nullable().describe("Of the visitor's own messages"),
  from: z.enum(["visitor", "agent", "assistant", "service"]),
  name: z.string().nullable().describe("The agent's first name, or the assistant's name"),
  avatarUrl: z.string().nullable(),
  type: z.string(),
  content: z
    .string()
    .describe("The text; for a file, a link that is valid for some hours; for structured types, JSON text"),
  caption: z.string().nullable(),
  fileName: z.string().nullable(),
  status: z.enum(["sent", "delivered", "read"]),
  replyToId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  removedAt: z.iso.datetime().nullable(),
  conversationEnded: z.boolean(),
});

export const webchatConfigApi: ApiCall = {
  group,
  summary: "Get how the chat looks, and whether an agent is online",
  caller: "anybody",
  path,
  answer: {
    status: 200,
    says: "The channel's settings, the longest text, and the files that it takes.",
    body: z.looseObject({
      title: z.string(),
      greeting: z.string(),
      offlineText: z.string(),
      color: z.string(),
      maxTextLength: z.int(),
      media: z.record(z.string(), z.object({ contentTypes: z.array(z.string()), maxBytes: z.int() })),
      isOnline: z.boolean(),
    }),
  },
  refusals: ANYBODY,
};

export const webchatSessionApi: ApiCall = {
  group,
  summary: "Begin or continue a visitor's session",
  details:
    "Send the `token` of the last session, if you have one. `identifier` with `identifierHash`, or `userJwt`, proves who the visitor is: see [Web chat](/docs/web-chat#tell-it-who-the-visitor-is). The token goes into `authorization` of the other calls, after `Bearer `. If the channel allows some sites only, a script of another site gets `FORBIDDEN_WORKSPACE`.",
  caller: "anybody",
  path,
  body: sessionBody,
  answer: {
    status: 200,
    says: "The session.",
    body: z.object({
      token: z.string(),
      visitorId: z.string(),
      isVerified: z.boolean().describe("Whether the visitor's identity is proven"),
      expiresAt: z.iso.datetime(),
    }),
  },
  refusals: ["UNAUTHENTICATED", "FORBIDDEN_WORKSPACE", "BAD_INPUT", ...ANYBODY],
};

export const webchatMessagesApi: ApiCall = {
  group,
  summary: "List the messages with a visitor",
  details: "Messages that are listed count as delivered.",
  caller: "visitor",
  path,
  query: {
    before: "A cursor: older messages. Not together with `after`",
    after: "A cursor: newer messages",
    limit: "1 to 100, default 50",
  },
  answer: {
    status: 200,
    says: "The messages, oldest first. Without a cursor, the latest ones.",
    body: z.object({
      messages: z.array(message),
      hasMore: z.boolean().describe("Whether there are older messages; with `after`, newer ones"),
      cursor: z.string().describe("The position after the last message"),
    }),
  },
  refusals: ["BAD_INPUT", ...VISITOR],
};

export const webchatUploadApi: ApiCall = {
  group,
  summary: "Get an address for a file",
  details: "PUT the file to `uploadUrl`, then send a message with `content`. The file must have the announced size.",
  caller: "visitor",
  path,
  body: uploadBody,
  answer: {
    status: 200,
    says: "Where the file goes.",
    body: z.object({ uploadUrl: z.url(), content: z.string(), expiresAt: z.iso.datetime() }),
  },
  refusals: ["BAD_INPUT", ...VISITOR],
};

export const webchatTypingApi: ApiCall = {
  group,
  summary: "Show agents that the visitor is typing",
  caller: "visitor",
  path,
  body: typingBody,
  answer: { status: 204, says: "Agents see it." },
  refusals: ["BAD_INPUT", ...VISITOR],
};

export const webchatReadApi: ApiCall = {
  group,
  summary: "Mark messages as read by the visitor",
  caller: "visitor",
  path,
  body: readBody,
  answer: { status: 204, says: "The messages up to this one are read." },
  refusals: ["BAD_INPUT", ...VISITOR],
};

export const webchatTicketApi: ApiCall = {
  group,
  summary: "Get a ticket for the visitor's events",
  details: "Browsers cannot send a header with an event stream. A ticket opens one stream, soon after it was made.",
  caller: "visitor",
  path,
  answer: { status: 200, says: "The ticket.", body: z.object({ ticket: z.string() }) },
  refusals: VISITOR,
};

export const webchatEventsApi: ApiCall = {
  group,
  summary: "Follow a visitor's chat",
  details:
    "Server-sent events with JSON: `message` (as in the list), `ready` (`{cursor}`: nothing older is missing), `typing` (`{isTyping, name}`), `ended` (`{}`: the conversation has ended). The id of an event is a cursor. A reader that comes back with it (`Last-Event-ID`, or `after`) misses nothing and gets no message twice.",
  caller: "anybody",
  path,
  query: {
    ticket: { says: "From the call `ticket`", isRequired: true },
    after: "A cursor, for a reader that cannot send `Last-Event-ID`",
  },
  answer: { status: 200, says: "The stream. It sends a comment every 20 seconds.", type: "text/event-stream" },
  refusals: VISITOR,
};

export const incomingWebchatApi: ApiCall = {
  group,
  summary: "Send a visitor's message",
  details: `It answers once the message is stored. Until then, send it again with the same \`clientMessageId\`: it is stored once. Types: ${VISITOR_TYPES.map((type) => `\`${type}\``).join(", ")}.`,
  caller: "visitor",
  path,
  body: messageBody,
  answer: { status: 200, says: "It is stored.", body: z.object({ message }) },
  refusals: ["BAD_INPUT", "CONFLICT", ...VISITOR],
};
