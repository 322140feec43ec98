import { z } from "zod";
import { say, quote, type Said } from "../../say.ts";
import type { Adapter, SendResult, Setup, SetupRefusal, ChannelHealth, MediaLocation } from "../channel.ts";
import type { Inbound, ClientProfile, InboundMedia } from "../inbound.ts";
import { derivedKey, isSameSecret } from "../../crypto.ts";
import { callBot, type BotReply } from "./bot-api.ts";
import { isPassing, isTokenRefused, failureOf } from "./errors.ts";
import { ALLOWED_UPDATES, readUpdate } from "./read-update.ts";
import { gestureRequest, sendRequest, type SendRequest } from "./request.ts";
import { saying } from "../../saying.ts";
import { env } from "../../env.ts";
import { photoSizes } from "./read-file.ts";
import { externalId, id, maybeText } from "./shapes.ts";
import { createHmac } from "node:crypto";

const file = z.object({ file_path: z.string().min(1), file_size: z.number().optional().catch(undefined) });
const photos = z.object({ photos: z.array(z.unknown()) });

/** Time limit for reading a file, in milliseconds. With that of its upload (bot-api.ts), it is the limit of any other call. */
const READ_MS = 5_000;

/** In pixels. No screen shows an avatar larger than this. */
const AVATAR_WIDTH = 320;

const webhook = z.object({
  url: z.string(),
  pending_update_count: z.number(),
  last_error_date: z.number().optional(),
  last_error_message: z.string().optional(),
  allowed_updates: z.array(z.string()).optional(),
});

/** integrationProperties of a TELEGRAM channel (contract.md, Channel). */
const credentials = z.strictObject({
  accessToken: z
    .string(saying("channels.required", { field: "accessToken" }))
    .trim()
    .regex(/^\d+:[\w-]+$/, saying("channels.botToken")),
});

const me = z.object({ id: z.number(), username: z.string().optional(), first_name: z.string() });
const sentMessage = z.object({ message_id: id, chat: z.object({ id }), business_connection_id: maybeText });

const setup: Setup = {
  async identify(given) {
    const reply = await callBot(credentials.parse(given).accessToken, "getMe", {});
    if (reply.kind !== "ok") return refusalOf(reply);
    const bot = me.safeParse(reply.result);
    if (!bot.success) return { outcome: "unreachable", error: say("provider.tg.unreadable") };
    const { id, username, first_name } = bot.data;
    return { outcome: "known", identifier: username || first_name, accountId: String(id) };
  },

  subscribe: (given, address) => setWebhook(credentials.parse(given).accessToken, address),
};

async function setWebhook(accessToken: string, address: string): ReturnType<Setup["subscribe"]> {
  const parameters = { url: address, secret_token: updateSecret(accessToken), allowed_updates: ALLOWED_UPDATES };
  const reply = await callBot(accessToken, "setWebhook", parameters);
  return reply.kind === "ok" ? { outcome: "subscribed" } : refusalOf(reply);
}

const inbound: Inbound = {
  isGenuine(header, given) {
    const secret = header("x-telegram-bot-api-secret-token") ?? "";
    return isSameSecret(secret, updateSecret(credentials.parse(given).accessToken));
  },

  read(body, { identifier }) {
    const { message, echo, changes, callbackQueryId } = readUpdate(body, identifier);
    return {
      messages: message ? [message] : [],
      echoes: echo ? [echo] : [],
      changes,
      // Telegram executes a method in the response: the button stops spinning without a separate request.
      answer: callbackQueryId ? { method: "answerCallbackQuery", callback_query_id: callbackQueryId } : {},
    };
  },
};

/** Implements the Telegram Bot API. Telegram has no receipts: `sent` is the last status of a message. */
export const telegramAdapter: Adapter = {
  credentials,
  setup,
  inbound,
  health: (given, address) => webhookHealth(credentials.parse(given).accessToken, address),
  send: (message, given, signal) => carryOut(sendRequest(message), given, signal),
  gesture: (gesture, given, signal) => carryOut(gestureRequest(gesture), given, signal),
  profileOf: (senderId, given, signal) => readProfile(credentials.parse(given).accessToken, senderId, signal),
  locateMedia: (media, given, signal) => locateFile(credentials.parse(given).accessToken, media, signal),
};

async function carryOut(request: SendRequest, given: unknown, signal: AbortSignal): Promise<SendResult> {
  if ("error" in request) return { outcome: "refused", error: request.error, responseStatus: null };
  const { accessToken } = credentials.parse(given);
  const { method, parameters, file } = request;
  if (!file) return resultOf(await callBot(accessToken, method, parameters, signal));
  const { field, name } = file;
  const reading = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
  return file.withBytes(reading, async (bytes) =>
    resultOf(await callBot(accessToken, method, parameters, signal, { field, name, bytes })),
  );
}

function refusalOf(reply: Exclude<BotReply, { kind: "ok" }>): SetupRefusal {
  if (reply.kind !== "error") return { outcome: "unreachable", error: reply.error };
  if (isTokenRefused(reply.status)) {
    const error = say("provider.tg.tokenWrong");
    return { outcome: "refused", path: "accessToken", error };
  }
  if (isPassing(reply.status)) return { outcome: "unreachable", error: reply.said };
  return { outcome: "refused", path: "accessToken", error: say("provider.telegramSays", { details: reply.error }) };
}

function resultOf(reply: BotReply): SendResult {
  if (reply.kind === "ok") {
    const sent = sentMessage.safeParse(reply.result);
    const externalMessageId = sent.success ? externalId(sent.data) : null;
    return { outcome: "accepted", externalMessageId, responseStatus: reply.status };
  }
  if (reply.kind !== "error") {
    return { outcome: reply.kind === "unknown" ? "unknown" : "retry", error: reply.error, responseStatus: null };
  }
  const { status: responseStatus, retryAfterSeconds } = reply;
  if (isPassing(responseStatus)) {
    // Telegram's wait applies to the whole bot. Requests during the wait extend it.
    const wait = retryAfterSeconds === undefined ? {} : ({ retryAfterSeconds, pausesChannel: true } as const);
    return { outcome: "retry", error: reply.said, responseStatus, ...wait };
  }
  const outcome = isTokenRefused(responseStatus) ? "unauthorized" : "refused";
  return { outcome, error: failureOf(reply), responseStatus };
}

/**
 * Whether Telegram delivers the bot's updates to this address, according to Telegram. A bot that was connected when we read fewer kinds
 * of updates gets the others.
 */
async function webhookHealth(accessToken: string, address: string): Promise<ChannelHealth> {
  const reply = await callBot(accessToken, "getWebhookInfo", {});
  if (reply.kind === "error" && !isPassing(reply.status)) {
    return { outcome: "failing", error: failureOf(reply), whatToDo: say("provider.tg.copyToken") };
  }
  const info = reply.kind === "ok" ? webhook.safeParse(reply.result).data : undefined;
  if (!info) {
    return { outcome: "unreachable", error: unreadable(reply) };
  }
  if (info.url === "") {
    const error = say("provider.tg.webhookRemoved");
    return { outcome: "failing", error, whatToDo: say("provider.tg.saveAgain") };
  }
  if (info.url !== address) {
    const error = say("provider.tg.webhookElsewhere", { host: hostOf(info.url) });
    return { outcome: "failing", error, whatToDo: say("provider.tg.disconnectThere") };
  }
  // Waiting updates show that the last error still exists.
  if (info.last_error_date !== undefined && info.pending_update_count > 0) {
    const why = info.last_error_message === undefined ? say("provider.tg.noReason") : quote(info.last_error_message);
    const error = say("provider.tg.webhookFailing", { count: info.pending_update_count, why });
    return {
      outcome: "failing",
      error,
      whatToDo: say("provider.tg.reachable", { host: hostOf(address) }),
    };
  }
  const hasAll = ALLOWED_UPDATES.every((kind) => info.allowed_updates?.includes(kind));
  const set = hasAll ? null : await setWebhook(accessToken, address);
  return set && set.outcome !== "subscribed" ? { outcome: "unreachable", error: set.error } : { outcome: "working" };
}

function unreadable(reply: BotReply): Said {
  if (reply.kind === "ok") return say("provider.tg.unreadable");
  return reply.kind === "error" ? reply.said : reply.error;
}

/** The host only, because an address may contain secrets in its path. */
function hostOf(url: string): string | Said {
  return URL.parse(url)?.host ?? say("provider.tg.addressUnreadable");
}

/**
 * An address of a file that works for an hour. It contains the bot's token, which gives full control of the bot. It is used here
 * and never passed on.
 */
async function locateFile(accessToken: string, { id }: InboundMedia, signal: AbortSignal): Promise<MediaLocation> {
  if (id === null) return { outcome: "lost", error: say("provider.tg.fileNoId") };
  const reply = await callBot(accessToken, "getFile", { file_id: id }, signal);
  if (reply.kind === "error") {
    if (isTokenRefused(reply.status)) return { outcome: "unauthorized", error: failureOf(reply) };
    const isLater = isPassing(reply.status) || /temporarily unavailable/i.test(reply.error);
    return isLater ? { outcome: "retry", error: reply.said } : { outcome: "lost", error: failureOf(reply) };
  }
  if (reply.kind !== "ok") return { outcome: "retry", error: reply.error };
  const found = file.safeParse(reply.result);
  if (!found.success) return { outcome: "retry", error: say("provider.tg.fileUnreadable") };
  const { file_path, file_size } = found.data;
  const path = file_path.split("/").map(encodeURIComponent).join("/");
  const url = `${env().TELEGRAM_API_URL}/file/bot${accessToken}/${path}`;
  return { outcome: "found", url, headers: {}, mimeType: null, sizeBytes: file_size ?? null };
}

/** What messages do not contain: the sender's picture, if the user shows it to everybody. */
async function readProfile(accessToken: string, senderId: string, signal: AbortSignal): Promise<ClientProfile | null> {
  const user = Number(senderId);
  if (!Number.isSafeInteger(user)) return null;
  const reply = await callBot(accessToken, "getUserProfilePhotos", { user_id: user, limit: 1 }, signal);
  if (reply.kind !== "ok") return null;
  const [newest] = photos.safeParse(reply.result).data?.photos ?? [];
  const sizes = photoSizes(newest).toSorted((a, b) => a.width - b.width);
  const best = sizes.find(({ width }) => width >= AVATAR_WIDTH) ?? sizes.at(-1);
  return best ? { avatar: { id: best.file_id } } : {};
}

/**
 * The secret that Telegram sends with every update of this bot to prove its origin. It is derived from the token and one of our
 * keys, so it needs no storage. A channel that switches to another bot refuses updates of the previous one.
 */
export function updateSecret(accessToken: string): string {
  return createHmac("sha256", derivedKey("omnichannel telegram updates")).update(accessToken).digest("base64url");
}
