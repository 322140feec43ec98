import { ScheduledState as STATES } from "../generated/prisma/enums.ts";
import { cancelScheduledMessage } from "../drafts/cancel-scheduled-message.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { listScheduledMessages, type ScheduledView } from "../drafts/list-scheduled-messages.ts";
import { listUnsentMessages, type UnsentMessage as UnsentView } from "../views/list-unsent-messages.ts";
import { patchScheduledMessage, sendScheduledNow } from "../drafts/patch-scheduled-message.ts";
import { scheduleMessage } from "../drafts/schedule-message.ts";
import { shownOf } from "../drafts/scheduled-message.ts";
import { readSaid } from "../read-said.ts";
import { builder } from "./builder.ts";
import { MessageType } from "./message-type.ts";
import { Media, NoteType } from "./messages.ts";
import { inputFields, section } from "./operation.ts";
import { wordingField } from "./wording-field.ts";
import { listOf } from "./pages.ts";

const ScheduledState = builder.enumType("ScheduledState", { values: Object.values(STATES) });

const ScheduledMessage = builder.prismaObject("ScheduledMessage", {
  description: "A message that is to be sent later; until then it is no message, and nobody outside is told of it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    convId: t.exposeID("convId"),
    agentId: t.exposeID("agentId"),
    type: t.field({ type: MessageType, resolve: (row) => shownOf(row).type }),
    content: t.string({ resolve: (row) => shownOf(row).content }),
    media: t.field({
      type: Media,
      nullable: true,
      resolve: (row, _, { ctx }) => inboxLoaders(ctx).media.load(shownOf(row)),
    }),
    caption: t.string({ nullable: true, resolve: (row) => shownOf(row).caption }),
    replyToMessageId: t.id({ nullable: true, resolve: (row) => shownOf(row).replyToMessageId }),
    sendAt: t.expose("sendAt", { type: "DateTime" }),
    isUndoable: t.exposeBoolean("isUndoable", { description: "Waits for its undo time only." }),
    state: t.expose("state", { type: ScheduledState }),
    error: t.exposeString("error", { nullable: true, description: "Why it was not sent, in words." }),
    errorWording: t.field(wordingField(({ errorSaid }: { errorSaid: unknown }) => readSaid(errorSaid))),
    sentMessageId: t.exposeID("sentMessageId", { nullable: true, description: "The message that it became." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const WaitingMessage = builder.objectRef<ScheduledView>("WaitingMessage").implement({
  description: "A scheduled message as its conversation shows it.",
  fields: (t) => ({
    message: t.field({ type: ScheduledMessage, resolve: (view) => view }),
    agentName: t.exposeString("agentName"),
    isOwn: t.exposeBoolean("isOwn", { description: "Only one's own can be changed." }),
  }),
});

const WaitingMessageList = listOf(builder, WaitingMessage);

const UnsentMessage = builder.objectRef<UnsentView>("UnsentMessage").implement({
  description: "A message of the signed-in agent that was refused when its time came.",
  fields: (t) => ({
    message: t.field({ type: ScheduledMessage, resolve: ({ message }) => message }),
    clientName: t.exposeString("clientName", {
      nullable: true,
      description: "Null when the conversation is no longer theirs to see.",
    }),
  }),
});

const UnsentMessageList = listOf(builder, UnsentMessage);

const { query, mutation } = section(builder, "Messages");

const scheduledMessageId = inputFields((t) => ({ id: t.id({ required: true }) }));

query("scheduledMessages", listScheduledMessages, {
  type: WaitingMessageList,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "What waits to be sent in a conversation, and what could not be, first due first.",
  example: { convId: "CONV_ID" },
});

query("unsentMessages", listUnsentMessages, {
  type: UnsentMessageList,
  says: "What the signed-in agent scheduled and could not be sent, in all conversations, the newest first.",
  example: {},
  signedIn: true,
});

mutation("scheduleMessage", scheduleMessage, {
  type: ScheduledMessage,
  inputSays: "addMessage's input, and when: sendAt, or undoSeconds.",
  input: (t) => ({
    id: t.string({ required: true, description: "A UUID of the caller's: the same one sends one message." }),
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    content: t.string({ required: true }),
    type: t.field({ type: MessageType, required: true }),
    caption: t.string(),
    noteType: t.field({ type: NoteType }),
    replyToMessageId: t.id(),
    mentions: t.idList(),
    sendAt: t.field({ type: "DateTime", description: "In the future, within a year." }),
    undoSeconds: t.int({ description: "0 to 15: for so long it can be cancelled." }),
    thenEnd: t.boolean({ description: "The conversation is ended with it." }),
  }),
  says: "Keeps a message of the signed-in agent to be sent later: at a time, or in some seconds, until when it can be cancelled.",
  example: {
    id: "0192f0c1-2b7a-7cc0-8a5e-3f1d9c6b7a10",
    integrationId: "INTEGRATION_ID",
    convId: "CONV_ID",
    type: "text",
    content: "Your parcel arrives today.",
    sendAt: "TIME_TO_COME",
  },
  signedIn: true,
});

mutation("cancelScheduledMessage", cancelScheduledMessage, {
  type: ScheduledMessage,
  inputName: "ScheduledMessageIdInput",
  input: scheduledMessageId,
  says: "Takes back one's own message before it is sent.",
  example: { id: "SCHEDULED_MESSAGE_ID" },
  signedIn: true,
});

mutation("patchScheduledMessage", patchScheduledMessage, {
  type: ScheduledMessage,
  input: (t) => ({
    id: t.id({ required: true }),
    sendAt: t.field({ type: "DateTime", required: true }),
  }),
  says: "Gives one's own scheduled message another time; one that failed waits again.",
  example: { id: "SCHEDULED_MESSAGE_ID", sendAt: "TIME_TO_COME" },
  signedIn: true,
});

mutation("sendScheduledNow", sendScheduledNow, {
  type: ScheduledMessage,
  inputName: "ScheduledMessageIdInput",
  input: scheduledMessageId,
  says: "Sends one's own scheduled message now; one that failed is tried again.",
  example: { id: "SCHEDULED_MESSAGE_ID" },
  signedIn: true,
});
