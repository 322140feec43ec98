import { z } from "zod";

const chatId = z.union([z.int(), z.string().min(1)]);
const link = z.url({ protocol: /^https?$/ });
const uploaded = z.instanceof(File);
const caption = z.string().max(1_024).optional();
const button = z.strictObject({
  text: z.string().min(1),
  callback_data: z.string().refine((text) => Buffer.byteLength(text) >= 1 && Buffer.byteLength(text) <= 64),
});
const thread = {
  business_connection_id: z.string().min(1).optional(),
  message_thread_id: z.int().positive().optional(),
};
const toChat = {
  chat_id: chatId,
  ...thread,
  reply_parameters: z
    .strictObject({ message_id: z.int().positive(), allow_sending_without_reply: z.boolean().optional() })
    .optional(),
  reply_markup: z.strictObject({ inline_keyboard: z.array(z.array(button).min(1)).min(1) }).optional(),
};
const withText = { ...toChat, parse_mode: z.enum(["Markdown", "MarkdownV2", "HTML"]).optional() };
const place = { latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) };

/** The reactions that a user without Premium can set, as the Bot API lists them. */
export const REACTIONS = [
  ..."❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡".split(
    " ",
  ),
];

/** The kinds of updates that a bot can request. */
const UPDATES = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "message_reaction",
  "message_reaction_count",
  "inline_query",
  "chosen_inline_result",
  "callback_query",
  "shipping_query",
  "pre_checkout_query",
  "poll",
  "poll_answer",
  "my_chat_member",
  "chat_member",
  "chat_join_request",
  "business_connection",
  "business_message",
  "edited_business_message",
  "deleted_business_messages",
];
/** A bot that requests no kinds gets all kinds except these. */
const NOT_BY_DEFAULT = ["chat_member", "message_reaction", "message_reaction_count"];

/** Whether a bot with these requested kinds gets this kind. */
export function isWanted(kind: string, allowed: string[] | undefined): boolean {
  return allowed && allowed.length > 0 ? allowed.includes(kind) : !NOT_BY_DEFAULT.includes(kind);
}

/** Parameters of the methods, as the Bot API describes them. Telegram ignores unknown parameters; here a misspelt name fails. */
export const METHODS: Record<string, z.ZodType<Record<string, unknown>>> = {
  getMe: z.strictObject({}),
  setWebhook: z.strictObject({
    url: z.string(),
    secret_token: z
      .string()
      .regex(/^[\w-]{1,256}$/)
      .optional(),
    allowed_updates: z.array(z.enum(UPDATES)).optional(),
    max_connections: z.int().min(1).max(100).optional(),
    drop_pending_updates: z.boolean().optional(),
  }),
  deleteWebhook: z.strictObject({ drop_pending_updates: z.boolean().optional() }),
  getWebhookInfo: z.strictObject({}),
  getFile: z.strictObject({ file_id: z.string().min(1) }),
  getUserProfilePhotos: z.strictObject({
    user_id: z.int(),
    offset: z.int().min(0).optional(),
    limit: z.int().min(1).max(100).optional(),
  }),
  answerCallbackQuery: z.strictObject({ callback_query_id: z.string().min(1) }),
  sendChatAction: z.strictObject({
    chat_id: chatId,
    ...thread,
    action: z.enum(["typing", "upload_photo", "upload_document"]),
  }),
  setMessageReaction: z.strictObject({
    chat_id: chatId,
    message_id: z.int().positive(),
    reaction: z.array(z.strictObject({ type: z.literal("emoji"), emoji: z.string() })).optional(),
    is_big: z.boolean().optional(),
  }),
  sendMessage: z.strictObject({ ...withText, text: z.string().trim().min(1).max(4_096) }),
  sendPhoto: z.strictObject({ ...withText, photo: link, caption }),
  sendVideo: z.strictObject({ ...withText, video: link, caption }),
  sendAnimation: z.strictObject({ ...withText, animation: link, caption }),
  sendAudio: z.strictObject({ ...withText, audio: link, caption }),
  sendVoice: z.strictObject({ ...withText, voice: link, caption }),
  sendDocument: z.strictObject({ ...withText, document: z.union([link, uploaded]), caption }),
  sendLocation: z.strictObject({ ...toChat, ...place }),
  sendVenue: z.strictObject({ ...toChat, ...place, title: z.string().min(1), address: z.string().min(1) }),
  sendContact: z.strictObject({ ...toChat, phone_number: z.string().min(1), first_name: z.string().min(1) }),
};

/** The error for parameters that are valid in shape but not in content. null: no error. */
export function refusalOf(method: string, parameters: Record<string, unknown>): string | null {
  if (method === "setMessageReaction") {
    const reactions = (parameters.reaction ?? []) as { emoji: string }[];
    if (reactions.length > 1) return "Bad Request: REACTIONS_TOO_MANY";
    return reactions.every(({ emoji }) => REACTIONS.includes(emoji)) ? null : "Bad Request: REACTION_INVALID";
  }
  if (method === "sendDocument" && !(parameters.document instanceof File)) {
    // Telegram accepts only GIF, PDF and ZIP by URL.
    const ending = /\.([a-z0-9]+)$/i.exec(new URL(String(parameters.document)).pathname)?.[1]?.toLowerCase();
    if (ending !== undefined && !["gif", "pdf", "zip"].includes(ending)) {
      return "Bad Request: wrong type of the web page content";
    }
  }
  return null;
}
