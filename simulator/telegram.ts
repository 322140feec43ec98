import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { HttpError, readJson, sendJson } from "./http.ts";

/** A bot as @BotFather made it, and where it has its updates brought. */
export type Bot = {
  token: string;
  id: number;
  firstName: string;
  username?: string;
  webhook: { url: string; secret_token?: string | undefined; allowed_updates?: string[] | undefined } | null;
};

/** A call of a method, as it arrived. */
export type BotCall = { token: string; method: string; parameters: Record<string, unknown>; status: number };

type Failure = { status: number; description: string; retryAfter?: number };

export type TelegramStandIn = {
  /** For TELEGRAM_API_URL. */
  url: string;
  calls: readonly BotCall[];
  addBot: (bot: { token: string; firstName: string; username?: string }) => Bot;
  /** The user writes to the bot first; no bot may write to anybody else. */
  start: (chatId: number) => void;
  block: (chatId: number) => void;
  /** The next call, or the next of the method, fails so. `"drop"` breaks the connection off after the work is done. */
  failNext: (failure: Failure | "drop", method?: string) => void;
  revoke: (token: string) => void;
  /** An update as Telegram would bring it: the address, the headers and the body. */
  update: (
    token: string,
    content: Record<string, unknown>,
  ) => { url: string; headers: Record<string, string>; body: string };
  stop: () => Promise<void>;
};

const chatId = z.union([z.int(), z.string().min(1)]);
const link = z.url({ protocol: /^https?$/ });
const button = z.strictObject({
  text: z.string().min(1),
  callback_data: z.string().refine((text) => Buffer.byteLength(text) >= 1 && Buffer.byteLength(text) <= 64),
});
const toChat = {
  chat_id: chatId,
  reply_parameters: z
    .strictObject({ message_id: z.int().positive(), allow_sending_without_reply: z.boolean().optional() })
    .optional(),
  reply_markup: z.strictObject({ inline_keyboard: z.array(z.array(button).min(1)).min(1) }).optional(),
};
const place = { latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) };

/**
 * Parameters of the methods, as the Bot API describes them. The real one overlooks what it does not know; here a misspelt name
 * fails.
 */
const METHODS: Record<string, z.ZodType<Record<string, unknown>>> = {
  getMe: z.strictObject({}),
  setWebhook: z.strictObject({
    url: z.string(),
    secret_token: z
      .string()
      .regex(/^[\w-]{1,256}$/)
      .optional(),
    allowed_updates: z.array(z.string()).optional(),
    max_connections: z.int().min(1).max(100).optional(),
  }),
  deleteWebhook: z.strictObject({ drop_pending_updates: z.boolean().optional() }),
  answerCallbackQuery: z.strictObject({ callback_query_id: z.string().min(1) }),
  sendMessage: z.strictObject({ ...toChat, text: z.string().trim().min(1).max(4_096) }),
  sendPhoto: z.strictObject({ ...toChat, photo: link }),
  sendVideo: z.strictObject({ ...toChat, video: link }),
  sendAudio: z.strictObject({ ...toChat, audio: link }),
  sendDocument: z.strictObject({ ...toChat, document: link }),
  sendLocation: z.strictObject({ ...toChat, ...place }),
  sendVenue: z.strictObject({ ...toChat, ...place, title: z.string().min(1), address: z.string().min(1) }),
  sendContact: z.strictObject({ ...toChat, phone_number: z.string().min(1), first_name: z.string().min(1) }),
};

/** A Bot API on loopback: what a channel's adapter asks is checked as strictly as its description allows. */
export async function startTelegram(): Promise<TelegramStandIn> {
  const bots = new Map<string, Bot>();
  const chats = new Map<number, "open" | "blocked">();
  const calls: BotCall[] = [];
  const failures: { failure: Failure | "drop"; method: string | undefined }[] = [];
  let lastMessageId = 100;
  let lastUpdateId = 5_000;

  const refuse = (status: number, description: string): Failure => ({ status, description });

  function answer(bot: Bot | undefined, method: string, given: unknown): Failure | { result: unknown } {
    if (!bot) return refuse(401, "Unauthorized");
    const shape = METHODS[method];
    if (!shape) return refuse(404, "Not Found");
    const parsed = shape.safeParse(given);
    if (!parsed.success) return refuse(400, `Bad Request: ${z.prettifyError(parsed.error)}`);
    const parameters = parsed.data;
    if (method === "getMe") {
      return { result: { id: bot.id, is_bot: true, first_name: bot.firstName, username: bot.username } };
    }
    if (method === "setWebhook") {
      const webhook = parameters as NonNullable<Bot["webhook"]>;
      if (!webhook.url.startsWith("https://")) {
        return refuse(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
      }
      bot.webhook = webhook;
      return { result: true };
    }
    if (method === "deleteWebhook") bot.webhook = null;
    if (!method.startsWith("send")) return { result: true };
    const id = Number(parameters.chat_id);
    const state = chats.get(id);
    if (!state) return refuse(400, "Bad Request: chat not found");
    if (state === "blocked") return refuse(403, "Forbidden: bot was blocked by the user");
    return {
      result: {
        message_id: ++lastMessageId,
        date: Math.floor(Date.now() / 1000),
        chat: { id, type: "private" },
        from: { id: bot.id, is_bot: true, first_name: bot.firstName },
      },
    };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token = "", method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const body = await readJson(request);
    const planned = failures.findIndex((each) => each.method === undefined || each.method === method);
    const [failing] = planned < 0 ? [] : failures.splice(planned, 1);
    const said = failing && failing.failure !== "drop" ? failing.failure : answer(bots.get(token), method, body);
    const status = "result" in said ? 200 : said.status;
    calls.push({ token, method, parameters: body as Record<string, unknown>, status });
    if (failing?.failure === "drop") return void response.destroy();
    if ("result" in said) return sendJson(response, 200, { ok: true, result: said.result });
    sendJson(response, status, {
      ok: false,
      error_code: status,
      description: said.description,
      ...(said.retryAfter === undefined ? {} : { parameters: { retry_after: said.retryAfter } }),
    });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      const status = error instanceof HttpError ? error.status : 500;
      sendJson(response, status, { ok: false, error_code: status, description: String(error) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    addBot(bot) {
      const made: Bot = { ...bot, id: Number(bot.token.split(":")[0]), webhook: null };
      bots.set(bot.token, made);
      return made;
    },
    start: (id) => void chats.set(id, "open"),
    block: (id) => void chats.set(id, "blocked"),
    failNext: (failure, method) => void failures.push({ failure, method }),
    revoke: (token) => void bots.delete(token),
    update(token, content) {
      const webhook = bots.get(token)?.webhook;
      if (!webhook) throw new Error("the bot has no webhook");
      const [kind = ""] = Object.keys(content);
      if (webhook.allowed_updates && !webhook.allowed_updates.includes(kind)) {
        throw new Error(`the bot does not want updates of kind ${kind}`);
      }
      return {
        url: webhook.url,
        headers: {
          "content-type": "application/json",
          ...(webhook.secret_token ? { "x-telegram-bot-api-secret-token": webhook.secret_token } : {}),
        },
        body: JSON.stringify({ update_id: ++lastUpdateId, ...content }),
      };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
