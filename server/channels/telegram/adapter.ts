import { z } from "zod";
import { say } from "../../say.ts";
import type { Adapter, Inbound, SendResult, Setup, SetupRefusal } from "../channel.ts";
import { isSameSecret } from "../../crypto.ts";
import { callBot, type BotReply } from "./bot-api.ts";
import { isPassing, isTokenRefused, failureOf } from "./errors.ts";
import { locateFile, readProfile } from "./files.ts";
import { webhookHealth } from "./health.ts";
import { ALLOWED_UPDATES, readUpdate } from "./read-update.ts";
import { gestureRequest, sendRequest, type SendRequest } from "./request.ts";
import { updateSecret } from "./update-secret.ts";
import { saying } from "../../saying.ts";

/** integrationProperties of a TELEGRAM channel (contract.md, Channel). */
const credentials = z.strictObject({
  accessToken: z
    .string(saying("channels.required", { field: "accessToken" }))
    .trim()
    .regex(/^\d+:[\w-]+$/, saying("channels.botToken")),
});

const me = z.object({ id: z.number(), username: z.string().optional(), first_name: z.string() });
const sentMessage = z.object({ message_id: z.number(), chat: z.object({ id: z.number() }) });

const setup: Setup = {
  async identify(given) {
    const reply = await callBot(credentials.parse(given).accessToken, "getMe", {});
    if (reply.kind !== "ok") return refusalOf(reply);
    const bot = me.safeParse(reply.result);
    if (!bot.success) return { outcome: "unreachable", error: say("provider.tg.unreadable") };
    const { id, username, first_name } = bot.data;
    return { outcome: "known", identifier: username || first_name, accountId: String(id) };
  },

  async subscribe(given, address) {
    const { accessToken } = credentials.parse(given);
    const parameters = {
      url: address,
      secret_token: updateSecret(accessToken),
      allowed_updates: ALLOWED_UPDATES,
    };
    const reply = await callBot(accessToken, "setWebhook", parameters);
    return reply.kind === "ok" ? { outcome: "subscribed" } : refusalOf(reply);
  },
};

const inbound: Inbound = {
  isGenuine(header, given) {
    const secret = header("x-telegram-bot-api-secret-token") ?? "";
    return isSameSecret(secret, updateSecret(credentials.parse(given).accessToken));
  },

  read(body, { identifier }) {
    const { message, change, callbackQueryId } = readUpdate(body, identifier);
    return {
      messages: message ? [message] : [],
      changes: change ? [change] : [],
      // Telegram carries out a call that it finds in the answer: the button stops spinning without a request of its own.
      answer: callbackQueryId ? { method: "answerCallbackQuery", callback_query_id: callbackQueryId } : {},
    };
  },
};

/** Speaks the Telegram Bot API. Telegram has no receipts: `sent` is as far as a message gets. */
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
  return resultOf(await callBot(accessToken, request.method, request.parameters, signal));
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
    const externalMessageId = sent.success ? `${sent.data.chat.id}:${sent.data.message_id}` : null;
    return { outcome: "accepted", externalMessageId, responseStatus: reply.status };
  }
  if (reply.kind !== "error") {
    return { outcome: reply.kind === "unknown" ? "unknown" : "retry", error: reply.error, responseStatus: null };
  }
  const { status: responseStatus, retryAfterSeconds } = reply;
  if (isPassing(responseStatus)) {
    // The time that Telegram names is the whole bot's: who goes on asking waits longer.
    const wait = retryAfterSeconds === undefined ? {} : ({ retryAfterSeconds, pausesChannel: true } as const);
    return { outcome: "retry", error: reply.said, responseStatus, ...wait };
  }
  const outcome = isTokenRefused(responseStatus) ? "unauthorized" : "refused";
  return { outcome, error: failureOf(reply), responseStatus };
}
