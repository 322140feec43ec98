import { say, type Said } from "../../say.ts";
import type { Gesture, OutgoingFile, OutgoingMessage } from "../channel.ts";
import {
  contacts,
  flatChoices,
  fromContent,
  interactive,
  location,
  type Contacts,
  type Interactive,
  type Location,
} from "../structured-content.ts";
import { isOfBusiness, threadParameters } from "./threads.ts";

/** A Bot API call that sends a message, or why there is none. `file` is uploaded as the parameter `field`. */
export type SendRequest =
  | { method: string; parameters: Record<string, unknown>; file?: OutgoingFile & { field: string } }
  | { error: Said };

const LONGEST_CALLBACK_BYTES = 64;
const MOST_UPLOADED_BYTES = 5_000_000;

const MEDIA = {
  image: { method: "sendPhoto", field: "photo" },
  video: { method: "sendVideo", field: "video" },
  audio: { method: "sendAudio", field: "audio" },
  document: { method: "sendDocument", field: "document" },
} as const;
type MediaType = keyof typeof MEDIA;

/** Files that Telegram shows correctly only with their own method: a photo does not move, and only OGG is a voice message. */
const BY_ENDING: Partial<Record<MediaType, { ending: RegExp; method: string; field: string }>> = {
  image: { ending: /\.gif$/i, method: "sendAnimation", field: "animation" },
  audio: { ending: /\.(?:ogg|oga|opus)$/i, method: "sendVoice", field: "voice" },
};

/** The message as a Bot API call. */
export function sendRequest(message: OutgoingMessage): SendRequest {
  const body = bodyOf(message);
  if ("error" in body) return body;
  const replyId = messageIdOf(message.replyTo?.externalId ?? null);
  return {
    ...body,
    parameters: {
      chat_id: chatId(message.externalClientId),
      ...threadParameters(message.externalConversationId),
      ...body.parameters,
      // The message replied to may have been deleted meanwhile. The reply is sent anyway.
      ...(replyId !== null ? { reply_parameters: { message_id: replyId, allow_sending_without_reply: true } } : {}),
    },
  };
}

function bodyOf({ type, content, caption, file }: OutgoingMessage): SendRequest {
  switch (type) {
    case "text":
      return { method: "sendMessage", parameters: { text: content } };
    case "image":
    case "video":
    case "audio":
    case "document":
      return file && !isBetterFetched(file) ? uploadRequest(file, caption) : mediaRequest(type, content, caption);
    case "location":
      return fromContent(location, content, locationRequest);
    case "contacts":
      return fromContent(contacts, content, contactsRequest);
    case "interactive":
      return fromContent(interactive, content, interactiveRequest);
    case "template":
    case "note":
      return { error: say("provider.cannotSend", { name: "Telegram", type }) };
  }
}

function mediaRequest(type: MediaType, content: string, caption: string | null): SendRequest {
  const special = BY_ENDING[type];
  const isSpecial = special?.ending.test(URL.parse(content)?.pathname ?? "");
  const { method, field } = special && isSpecial ? special : MEDIA[type];
  return { method, parameters: { [field]: content, ...(caption ? { caption } : {}) } };
}

/** A large PDF, which Telegram fetches faster than many lines here could upload it. */
function isBetterFetched({ name, sizeBytes }: OutgoingFile): boolean {
  return sizeBytes > MOST_UPLOADED_BYTES && /\.pdf$/i.test(name);
}

/** By address, Telegram takes only PDF and ZIP, and shows the address's last part as the name. */
function uploadRequest(file: OutgoingFile, caption: string | null): SendRequest {
  const { method, field } = MEDIA.document;
  return { method, parameters: caption ? { caption } : {}, file: { ...file, field } };
}

function locationRequest({ latitude, longitude, name, address }: Location): SendRequest {
  if (!name && !address) return { method: "sendLocation", parameters: { latitude, longitude } };
  // A venue needs both fields, so a missing one gets the other's value.
  return {
    method: "sendVenue",
    parameters: { latitude, longitude, title: name || address, address: address || name },
  };
}

/** One card is a contact. Several cards become one text, because retrying a half-sent series would send some cards twice. */
function contactsRequest(cards: Contacts): SendRequest {
  const [card, ...others] = cards;
  const phone = card?.phones[0];
  if (card && phone !== undefined && others.length === 0) {
    return { method: "sendContact", parameters: { phone_number: phone, first_name: card.name } };
  }
  const text = cards.map(({ name, phones, emails = [] }) => [name, ...phones, ...emails].join("\n")).join("\n\n");
  return { method: "sendMessage", parameters: { text } };
}

function interactiveRequest(content: Interactive): SendRequest {
  const { text, choices } = flatChoices(content);
  const tooLong = choices.find(({ id }) => Buffer.byteLength(id) > LONGEST_CALLBACK_BYTES);
  if (tooLong) {
    const error = say("provider.tg.buttonIdLong", { count: LONGEST_CALLBACK_BYTES, title: tooLong.title });
    return { error };
  }
  const keyboard = choices.map(({ id, title }) => [{ text: title, callback_data: id }]);
  return {
    method: "sendMessage",
    parameters: { text, ...(keyboard.length > 0 ? { reply_markup: { inline_keyboard: keyboard } } : {}) },
  };
}

/**
 * A gesture as a Bot API call.
 * @param gesture typing is shown for five seconds.
 */
export function gestureRequest(gesture: Gesture): SendRequest {
  const { externalConversationId: thread } = gesture;
  const chat_id = chatId(gesture.externalClientId);
  switch (gesture.kind) {
    case "read":
      return { error: say("provider.tg.noRead") };
    case "typing":
      return { method: "sendChatAction", parameters: { chat_id, ...threadParameters(thread), action: "typing" } };
    case "reaction": {
      if (isOfBusiness(thread)) return { error: say("provider.tg.noReactionInBusiness") };
      const message_id = messageIdOf(gesture.externalMessageId);
      // A tapped button is not a message of its own.
      if (message_id === null) return { error: say("provider.tg.noReactionToButton") };
      // Telegram's list has emoji without the variation selector for coloured pictures.
      const emoji = gesture.emoji?.replaceAll("\uFE0F", "");
      return {
        method: "setMessageReaction",
        parameters: { chat_id, message_id, reaction: emoji ? [{ type: "emoji", emoji }] : [] },
      };
    }
  }
}

/** Telegram's message_id from our external id (`externalId`). */
function messageIdOf(externalId: string | null): number | null {
  if (externalId?.startsWith("callback:")) return null;
  const id = Number(externalId?.split(":").at(-1) || Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function chatId(externalClientId: string): number | string {
  const id = Number(externalClientId);
  return Number.isSafeInteger(id) && id !== 0 ? id : externalClientId;
}
