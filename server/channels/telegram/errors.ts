import { quote, say } from "../../say.ts";
import type { Said } from "../../say.ts";
import type { BotReply } from "./bot-api.ts";

type BotError = Extract<BotReply, { kind: "error" }>;

/** What Telegram's descriptions mean, and what to do; the first that fits. */
const MEANINGS: readonly [RegExp, string][] = [
  [/blocked by the user/, "The customer has blocked the bot; nothing reaches them here until they unblock it"],
  [/user is deactivated/, "The customer's Telegram account was deleted"],
  [
    /can't initiate conversation|chat not found|PEER_ID_INVALID/i,
    "The customer has not written to this bot yet, and a bot cannot write first; ask them to open the bot and press Start",
  ],
  [/message is too long/, "The text is longer than the 4,096 characters that Telegram takes; send it in parts"],
  [
    /caption is too long/,
    "The caption is longer than the 1,024 characters that Telegram takes; send it as a text of its own",
  ],
  [/text is empty|text must be non-empty/, "Telegram takes no empty text"],
  [
    /failed to get HTTP URL content|wrong (?:type of the web page content|file identifier)|WEBPAGE_(?:CURL_FAILED|MEDIA_EMPTY)|wrong remote file/i,
    "Telegram could not take the file from its address: the address has to be public, and the file a photo up to 5 MB, or a video, an audio or a PDF up to 20 MB",
  ],
  [/PHOTO_INVALID_DIMENSIONS/i, "Telegram takes no photo of these proportions; send it as a document"],
  [
    /VOICE_MESSAGES_FORBIDDEN/i,
    "The customer's settings take no voice messages; send the audio as an MP3 or write to them",
  ],
  [/REACTION_INVALID|REACTIONS_TOO_MANY/i, "Telegram takes only the reactions of its own list; choose another one"],
  [/message to react not found|MESSAGE_ID_INVALID/i, "The message is no longer in the customer's chat"],
  [/file is too big/, "Telegram gives bots files up to 20 MB; ask the customer for a smaller one, or for a link"],
  [/BUTTON_DATA_INVALID/i, "Telegram takes ids of buttons of 1 to 64 bytes"],
];

const TOKEN = "Telegram no longer accepts the bot's token; copy the current one from @BotFather into the channel";

/** Why a call was refused, in words a person can act on; Telegram's own stand behind them. */
export function failureOf({ status, error }: BotError): Said {
  if (isTokenRefused(status)) return telegramSays(TOKEN, error);
  const meaning = MEANINGS.find(([pattern]) => pattern.test(error))?.[1];
  return meaning === undefined ? say("provider.telegramSays", { details: error }) : telegramSays(meaning, error);
}

function telegramSays(meaning: string, error: string): Said {
  return say("sending.withDetails", { advice: quote(meaning), details: `Telegram: ${error}` });
}

/** A token that was revoked is 401, one that never was a token 404. */
export function isTokenRefused(status: number): boolean {
  return status === 401 || status === 404;
}

/** Too many at once, or a fault at Telegram: the same call may pass later. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
