import type { Deliveries } from "./deliveries.ts";
import { contentOfKind } from "./kinds.ts";
import { cardOf, choiceOf, failed, outcomeOf, structured, type Line, type Outcome } from "./line.ts";
import { onTelegram } from "./people.ts";
import type { Customer, PhoneMessage, TelegramChannel } from "./talk.ts";
import type { BotCall, TelegramStandIn } from "./telegram.ts";
import { newTelegramFile } from "./telegram-files.ts";

/** The customers' side of a Telegram bot. */
export function telegramLine(telegram: TelegramStandIn, channel: TelegramChannel, deliveries: Deliveries): Line {
  async function tell(content: Record<string, unknown>): Promise<Outcome> {
    let update: ReturnType<TelegramStandIn["update"]>;
    try {
      update = telegram.update(channel.accessToken, content);
    } catch (error) {
      return failed(`Telegram: ${error instanceof Error ? error.message : String(error)}`);
    }
    return outcomeOf(await deliveries.bring(update));
  }

  return {
    receipts: [],
    newId: (customer) => `${onTelegram(customer)}:${nextMessageId()}`,
    write(customer, message, quoted) {
      telegram.start(onTelegram(customer));
      if (message.type === "interactive") return tell(callbackOf(customer, message, quoted));
      const content = messageOf(customer, message, quoted);
      const { business_connection_id: connection } = content;
      if (typeof connection !== "string") return tell({ message: content });
      telegram.connectBusiness(channel.accessToken, connection);
      return tell({ business_message: content });
    },
    async act(customer, message, act) {
      switch (act.kind) {
        case "react": {
          const emoji = (each: string | null) => (each === null ? [] : [{ type: "emoji", emoji: each }]);
          const reaction = {
            chat: chatOf(customer),
            message_id: messageIdOf(message.id),
            user: userOf(customer),
            date: seconds(),
            old_reaction: emoji(message.reactions.customer),
            new_reaction: emoji(act.emoji),
          };
          return tell({ message_reaction: reaction });
        }
        case "edit": {
          const edited = messageOf(customer, { ...message, content: act.content }, null);
          return tell({ edited_message: { ...edited, edit_date: seconds() } });
        }
        case "delete":
          return failed("Telegram does not tell a bot of deleted messages");
        case "delivered":
        case "read":
          return failed("Telegram tells a bot of neither delivery nor reading");
      }
    },
  };
}

/** Starts far above the bot's own message ids, which the stand-in counts. After a restart it starts above the earlier ids. */
let lastMessageId = 1_000_000_000 + Math.floor(Date.now() / 1000);

function nextMessageId(): number {
  lastMessageId += 1;
  return lastMessageId;
}
const seconds = () => Math.floor(Date.now() / 1000);
const messageIdOf = (id: string) => Number(id.split(":").at(-1));
const chatOf = (customer: Customer) => ({ id: onTelegram(customer), type: "private", first_name: customer.name });
const userOf = (customer: Customer) => ({
  id: onTelegram(customer),
  is_bot: false,
  first_name: customer.name,
  ...(customer.surname ? { last_name: customer.surname } : {}),
});

function messageOf(customer: Customer, message: PhoneMessage, quoted: PhoneMessage | null): Record<string, unknown> {
  const { id, type, content, caption } = message;
  const said = caption ? { caption } : {};
  const reply = quoted
    ? {
        reply_to_message: {
          message_id: messageIdOf(quoted.id),
          chat: chatOf(customer),
          date: seconds(),
          text: quoted.content,
        },
      }
    : {};
  const frame = {
    message_id: messageIdOf(id),
    date: seconds(),
    chat: chatOf(customer),
    from: userOf(customer),
    ...reply,
  };
  switch (type) {
    case "image":
      return { ...frame, ...said, photo: [{ ...newTelegramFile(content), width: 320, height: 320 }] };
    case "audio":
      return { ...frame, ...said, voice: { ...newTelegramFile(content), duration: 2, mime_type: "audio/ogg" } };
    case "video":
      return { ...frame, ...said, video: { ...newTelegramFile(content), width: 320, height: 320, duration: 2 } };
    case "document": {
      const file_name = content.split("/").at(-1);
      return { ...frame, ...said, document: { ...newTelegramFile(content), file_name, mime_type: "application/pdf" } };
    }
    case "location": {
      const { latitude, longitude, name, address } = structured(content);
      const location = { latitude, longitude };
      return name && address
        ? { ...frame, location, venue: { location, title: name, address } }
        : { ...frame, location };
    }
    case "kind":
      return { ...frame, ...contentOfKind("telegram", content) };
    case "contacts": {
      const { name, phone } = cardOf(content);
      return { ...frame, contact: { phone_number: phone, first_name: name } };
    }
    default:
      return { ...frame, text: content };
  }
}

function callbackOf(customer: Customer, message: PhoneMessage, quoted: PhoneMessage | null): Record<string, unknown> {
  const { id: data, title } = choiceOf(message.content);
  return {
    callback_query: {
      id: message.id.replace(":", ""),
      from: userOf(customer),
      chat_instance: "1",
      data,
      ...(quoted
        ? {
            message: {
              message_id: messageIdOf(quoted.id),
              chat: chatOf(customer),
              date: seconds(),
              text: quoted.content,
              reply_markup: { inline_keyboard: [[{ text: title, callback_data: data }]] },
            },
          }
        : {}),
    },
  };
}

const FILES: Record<string, { field: string; type: string }> = {
  sendPhoto: { field: "photo", type: "image" },
  sendVideo: { field: "video", type: "video" },
  sendAudio: { field: "audio", type: "audio" },
  sendVoice: { field: "voice", type: "audio" },
  sendDocument: { field: "document", type: "document" },
};
type Markup = { inline_keyboard?: { text: string; callback_data?: string }[][] };

/** The bot's message as the phone shows it. null if the method sends no message. */
export function shownTelegram({
  method,
  parameters,
}: BotCall): Pick<PhoneMessage, "type" | "content" | "caption"> | null {
  const text = (name: string) => (typeof parameters[name] === "string" ? parameters[name] : "");
  const file = FILES[method];
  if (file) {
    const given = parameters[file.field];
    const content = given instanceof File ? given.name : text(file.field);
    return { type: file.type, content, caption: text("caption") || null };
  }
  switch (method) {
    case "sendMessage": {
      const rows = (parameters.reply_markup as Markup | undefined)?.inline_keyboard;
      if (!rows) return { type: "text", content: text("text"), caption: null };
      const buttons = rows.flat().map(({ text: title, callback_data: id = "" }) => ({ id, title }));
      return { type: "interactive", content: JSON.stringify({ body: text("text"), buttons }), caption: null };
    }
    case "sendLocation":
    case "sendVenue": {
      const { latitude, longitude, title: name, address } = parameters;
      return { type: "location", content: JSON.stringify({ latitude, longitude, name, address }), caption: null };
    }
    case "sendContact": {
      const card = { name: text("first_name"), phones: [text("phone_number")] };
      return { type: "contacts", content: JSON.stringify([card]), caption: null };
    }
    default:
      return null;
  }
}
