import { say, type Said } from "../../say.ts";
import type { BotReply } from "./bot-api.ts";

type BotError = Extract<BotReply, { kind: "error" }>;

/** The meaning of Telegram's descriptions, and what to do. The first match counts. */
const MEANINGS: readonly [RegExp, Said][] = [
  [/blocked by the user/, say("provider.tg.blocked")],
  [/user is deactivated/, say("provider.tg.deleted")],
  [/can't initiate conversation|chat not found|PEER_ID_INVALID/i, say("provider.tg.notStarted")],
  [/message is too long/, say("provider.tg.textLong")],
  [/caption is too long/, say("provider.tg.captionLong")],
  [/text is empty|text must be non-empty/, say("provider.tg.textEmpty")],
  [
    /failed to get HTTP URL content|wrong (?:type of the web page content|file identifier)|WEBPAGE_(?:CURL_FAILED|MEDIA_EMPTY)|wrong remote file/i,
    say("provider.tg.file"),
  ],
  [/PHOTO_INVALID_DIMENSIONS/i, say("provider.tg.proportions")],
  [/VOICE_MESSAGES_FORBIDDEN/i, say("provider.tg.noVoice")],
  [/REACTION_INVALID|REACTIONS_TOO_MANY/i, say("provider.tg.reaction")],
  [/message to react not found|MESSAGE_ID_INVALID/i, say("provider.tg.messageGone")],
  [/file is too big/, say("provider.tg.fileBig")],
  [/BUTTON_DATA_INVALID/i, say("provider.tg.buttonIds")],
  [/BUSINESS_PEER_USAGE_MISSING/i, say("provider.tg.businessLate")],
  [/BUSINESS_CONNECTION_(?:INVALID|NOT_ALLOWED)|business connection/i, say("provider.tg.businessGone")],
];

const TOKEN = say("provider.tg.token");

/** Why a call was refused, as advice that a person can act on, followed by Telegram's own text. */
export function failureOf({ status, error }: BotError): Said {
  if (isTokenRefused(status)) return telegramSays(TOKEN, error);
  const meaning = MEANINGS.find(([pattern]) => pattern.test(error))?.[1];
  return meaning === undefined ? say("provider.telegramSays", { details: error }) : telegramSays(meaning, error);
}

function telegramSays(advice: Said, error: string): Said {
  return say("sending.withDetails", { advice, details: `Telegram: ${error}` });
}

/** A revoked token gives 401. A token that never existed gives 404. */
export function isTokenRefused(status: number): boolean {
  return status === 401 || status === 404;
}

/** Rate limit or server fault: the same call may succeed later. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
