import { say, type Said } from "../../say.ts";
import type { Gesture, OutgoingMessage } from "../channel.ts";
import { commentOf } from "../comments.ts";
import { messageOfPart } from "../part-names.ts";
import { templateBody } from "./template-body.ts";
import { flatChoices, fromContent, interactive, type Body, type Interactive } from "../structured-content.ts";

/** The differences between Messenger and Instagram, which otherwise take the same bodies. */
export type MessagingRules = {
  /** The name used in sentences. */
  name: string;
  /** Whether the text limit counts bytes instead of characters. */
  countsBytes: boolean;
  maxText: number;
  /** Whether the message can carry our message id, which then comes back with its echo. */
  keepsMetadata: boolean;
  /** Whether templates can be sent, at any time. */
  utilityMessages: boolean;
};

const ATTACHMENTS = { image: "image", video: "video", audio: "audio", document: "file" } as const;
const MAX_BUTTONS = 3;
const MAX_QUICK_REPLIES = 13;
const MAX_TITLE = 20;
const MAX_BUTTON_TEXT = 640;
const MAX_PAYLOAD = 1_000;

/** The message as a Send API body. */
export function messagingBody(message: OutgoingMessage, rules: MessagingRules): Body {
  const content = contentBody(message, rules);
  if (content.error) return content;
  const replyId = message.replyTo?.externalId ?? null;
  const comment = commentOf(message.externalClientId);
  return {
    recipient: comment === null ? { id: message.externalClientId } : { comment_id: comment },
    ...messagingType(message),
    message: { ...content, ...(rules.keepsMetadata ? { metadata: message.messageId } : {}) },
    // Whether Meta takes a quotation with a tag is not known, and a refusal would lose the answer.
    ...(replyId === null || message.isLateReply || message.type === "template"
      ? {}
      : { reply_to: { mid: messageOfPart(replyId) } }),
  };
}

/** A template is sent as a utility message at any time. Source: Meta, "Utility messages". */
function messagingType({ type, isLateReply }: OutgoingMessage): Record<string, string> {
  if (type === "template") return { messaging_type: "UTILITY" };
  return isLateReply ? { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" } : { messaging_type: "RESPONSE" };
}

function contentBody({ type, content, caption, template }: OutgoingMessage, rules: MessagingRules): Body {
  if (caption) return { error: say("provider.noTextWithFile", { name: rules.name }) };
  switch (type) {
    case "text": {
      const error = textProblem(content, rules);
      return error === null ? { text: content } : { error };
    }
    case "image":
    case "video":
    case "audio":
    case "document":
      return { attachment: { type: ATTACHMENTS[type], payload: { url: content } } };
    case "interactive":
      return fromContent(interactive, content, (given) => choiceBody(given, rules));
    case "template":
      return rules.utilityMessages
        ? templateBody(template)
        : { error: say("provider.cannotSend", { name: rules.name, type }) };
    case "location":
    case "contacts":
    case "note":
      return { error: say("provider.cannotSend", { name: rules.name, type }) };
  }
}

/** Up to three choices stay under the message as buttons. More become quick replies, which disappear with the next message. */
function choiceBody(given: Interactive, rules: MessagingRules): Body {
  const { text, choices } = flatChoices(given);
  const { name } = rules;
  if (choices.length === 0) return { error: say("provider.noChoices") };
  if (choices.length > MAX_QUICK_REPLIES) {
    return { error: say("provider.choices", { name, most: MAX_QUICK_REPLIES, count: choices.length }) };
  }
  const long = choices.find(({ title }) => title.length > MAX_TITLE);
  if (long) {
    const { title } = long;
    return { error: say("provider.buttonLong", { name, most: MAX_TITLE, title, count: title.length }) };
  }
  const heavy = choices.find(({ id }) => id.length > MAX_PAYLOAD);
  if (heavy) return { error: say("provider.buttonIdLong", { name, most: MAX_PAYLOAD, title: heavy.title }) };
  if (choices.length <= MAX_BUTTONS && text.length <= MAX_BUTTON_TEXT) {
    const buttons = choices.map(({ id, title }) => ({ type: "postback", title, payload: id }));
    return { attachment: { type: "template", payload: { template_type: "button", text, buttons } } };
  }
  const error = textProblem(text, rules);
  if (error !== null) return { error };
  return { text, quick_replies: choices.map(({ id, title }) => ({ content_type: "text", title, payload: id })) };
}

function textProblem(text: string, { name, countsBytes, maxText }: MessagingRules): Said | null {
  const length = countsBytes ? Buffer.byteLength(text) : text.length;
  if (length <= maxText) return null;
  return say(countsBytes ? "provider.textBytesLong" : "provider.textLong", { name, most: maxText, count: length });
}

/** A gesture as a Send API body. A page cannot react on Messenger. Instagram takes any emoji. */
export function gestureBody(gesture: Gesture, rules: Pick<MessagingRules, "name"> & { reacts: boolean }): Body {
  const recipient = { id: gesture.externalClientId };
  if (gesture.kind === "read") return { recipient, sender_action: "mark_seen" };
  if (gesture.kind === "typing") return { recipient, sender_action: "typing_on" };
  const message_id = messageOfPart(gesture.externalMessageId);
  if (!rules.reacts) return { error: say("provider.noReactions", { name: rules.name }) };
  if (gesture.emoji === null) return { recipient, sender_action: "unreact", payload: { message_id } };
  // Meta's name for the heart is older than emoji as reactions, and works everywhere.
  const reaction = gesture.emoji.startsWith("❤") ? "love" : gesture.emoji;
  return { recipient, sender_action: "react", payload: { message_id, reaction } };
}
