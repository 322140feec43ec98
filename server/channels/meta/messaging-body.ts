import type { Gesture, OutgoingMessage } from "../channel.ts";
import { messageOfPart } from "../part-names.ts";
import { flatChoices, fromContent, interactive } from "../structured-content.ts";
import type { Interactive } from "../structured-content.ts";

/** In what Messenger and Instagram, which take the same bodies, differ. */
export type MessagingRules = {
  /** In sentences. */
  name: string;
  /** Whether a text's bytes are counted, not its characters. */
  countsBytes: boolean;
  maxText: number;
  /** Whether our message's id may stand in the message, to come back with its echo. */
  keepsMetadata: boolean;
};

/** The body of a POST to …/messages, or why there can be none. */
export type MessagingBody = Record<string, unknown> | { error: string };

const ATTACHMENTS = { image: "image", video: "video", audio: "audio", document: "file" } as const;
const MAX_BUTTONS = 3;
const MAX_QUICK_REPLIES = 13;
const MAX_TITLE = 20;
const MAX_BUTTON_TEXT = 640;
const MAX_PAYLOAD = 1_000;

/** The message in the Send API's words. */
export function messagingBody(message: OutgoingMessage, rules: MessagingRules): MessagingBody {
  const content = contentBody(message, rules);
  if ("error" in content) return content;
  const replyId = message.replyTo?.externalId ?? null;
  return {
    recipient: { id: message.externalClientId },
    messaging_type: "RESPONSE",
    message: { ...content, ...(rules.keepsMetadata ? { metadata: message.messageId } : {}) },
    ...(replyId === null ? {} : { reply_to: { mid: messageOfPart(replyId) } }),
  };
}

function contentBody({ type, content, caption }: OutgoingMessage, rules: MessagingRules): MessagingBody {
  if (caption) return { error: `${rules.name} takes no text with a file; send it as a message of its own` };
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
    case "location":
    case "contacts":
    case "template":
    case "note":
      return { error: `${rules.name} cannot send messages of type ${type}` };
  }
}

/** Up to three choices stay under the message as buttons; more are quick replies, which go with the next message. */
function choiceBody(given: Interactive, rules: MessagingRules): MessagingBody {
  const { text, choices } = flatChoices(given);
  if (choices.length === 0) return { error: "An interactive message needs buttons or a list" };
  if (choices.length > MAX_QUICK_REPLIES) {
    return { error: `${rules.name} takes up to ${MAX_QUICK_REPLIES} choices in one message, not ${choices.length}` };
  }
  const long = choices.find(({ title }) => title.length > MAX_TITLE);
  if (long)
    return {
      error: `${rules.name} takes up to ${MAX_TITLE} characters on a button; "${long.title}" has ${long.title.length}`,
    };
  const heavy = choices.find(({ id }) => id.length > MAX_PAYLOAD);
  if (heavy)
    return { error: `${rules.name} takes ids of up to ${MAX_PAYLOAD} characters; that of "${heavy.title}" is longer` };
  if (choices.length <= MAX_BUTTONS && text.length <= MAX_BUTTON_TEXT) {
    const buttons = choices.map(({ id, title }) => ({ type: "postback", title, payload: id }));
    return { attachment: { type: "template", payload: { template_type: "button", text, buttons } } };
  }
  const error = textProblem(text, rules);
  if (error !== null) return { error };
  return { text, quick_replies: choices.map(({ id, title }) => ({ content_type: "text", title, payload: id })) };
}

function textProblem(text: string, { name, countsBytes, maxText }: MessagingRules): string | null {
  const length = countsBytes ? Buffer.byteLength(text) : text.length;
  if (length <= maxText) return null;
  const unit = countsBytes ? "bytes (an emoji has four, a letter with an accent two)" : "characters";
  return `${name} takes texts of up to ${maxText} ${unit}, and this one has ${length}; send it in two`;
}

/** A gesture as the Send API takes it; on Messenger there are no reactions by a page, on Instagram there is one. */
export function gestureBody(
  gesture: Gesture,
  rules: Pick<MessagingRules, "name"> & { reacts: boolean },
): MessagingBody {
  const recipient = { id: gesture.externalClientId };
  if (gesture.kind === "read") return { recipient, sender_action: "mark_seen" };
  if (gesture.kind === "typing") return { recipient, sender_action: "typing_on" };
  const message_id = messageOfPart(gesture.externalMessageId);
  if (!rules.reacts) return { error: `${rules.name} takes no reactions from a business` };
  if (gesture.emoji === null) return { recipient, sender_action: "unreact", payload: { message_id } };
  if (!gesture.emoji.startsWith("❤")) return { error: `${rules.name} takes no other reaction from a business than ❤️` };
  return { recipient, sender_action: "react", payload: { message_id, reaction: "love" } };
}
