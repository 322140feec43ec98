import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { HttpError, readBytes, readJson, sendJson } from "./http.ts";
import { note } from "./journal.ts";
import { newTelegramFile, startFiles, type TelegramFiles } from "./telegram-files.ts";
import { isWanted, METHODS, refusalOf } from "./telegram-methods.ts";

/** A bot as @BotFather created it, and its webhook. */
export type Bot = {
  token: string;
  id: number;
  firstName: string;
  username?: string;
  webhook: { url: string; secret_token?: string | undefined; allowed_updates?: string[] | undefined } | null;
  backlog: { pending: number; error: string } | null;
};

/** A method call, as it arrived. */
export type BotCall = { token: string; method: string; parameters: Record<string, unknown>; status: number };

type Failure = { status: number; description: string; retryAfter?: number };

export type TelegramStandIn = {
  /** The value for TELEGRAM_API_URL. */
  url: string;
  calls: readonly BotCall[];
  addBot: (bot: { token: string; firstName: string; username?: string }) => Bot;
  /** The user starts the chat. A bot cannot write to anyone who has not. */
  start: (chatId: number) => void;
  /** The owner of a business account lets the bot answer in its chats. */
  connectBusiness: (token: string, connection: string) => void;
  block: (chatId: number) => void;
  /** Stores a file that a user sends or has as their picture. */
  addFile: TelegramFiles["add"];
  /** Sets a user's pictures, newest first, each in its sizes. */
  setPhotos: (userId: number, photos: Record<string, unknown>[][]) => void;
  /** Sets the backlog of the bot's webhook that getWebhookInfo shows. */
  holdBack: (token: string, backlog: { pending: number; error: string }) => void;
  /** Paths of downloaded files, without tokens. */
  downloads: readonly string[];
  /** Makes the next call, or the next call of the method, fail. `"drop"` breaks the connection after the work is done. */
  failNext: (failure: Failure | "drop", method?: string) => void;
  revoke: (token: string) => void;
  /** An update as Telegram sends it: URL, headers and body. */
  update: (
    token: string,
    content: Record<string, unknown>,
  ) => { url: string; headers: Record<string, string>; body: string };
  stop: () => Promise<void>;
};

export type TelegramOptions = {
  /** If omitted, any free port. */
  port?: number;
  /** Allows webhooks without https, for a trial on one machine. */
  allowHttp?: boolean;
  /** Called for every completed call, before its response is sent. */
  onCall?: (call: BotCall, result: unknown) => Promise<void> | void;
};

/** A Bot API on loopback. It checks calls as strictly as the API's description allows. */
export async function startTelegram({
  port = 0,
  allowHttp = false,
  onCall,
}: TelegramOptions = {}): Promise<TelegramStandIn> {
  const bots = new Map<string, Bot>();
  const chats = new Map<number, "open" | "blocked">();
  /** Business accounts that let a bot answer, as its token and the connection. */
  const connections = new Set<string>();
  const calls: BotCall[] = [];
  const files = startFiles();
  const photos = new Map<number, Record<string, unknown>[][]>();
  const downloads: string[] = [];
  const failures: { failure: Failure | "drop"; method: string | undefined }[] = [];
  // After a restart, ids start above the earlier ones.
  let lastMessageId = Math.floor(Date.now() / 1000);
  let lastUpdateId = lastMessageId;

  const refuse = (status: number, description: string): Failure => ({ status, description });

  function answer(bot: Bot | undefined, method: string, given: unknown): Failure | { result: unknown } {
    if (!bot) return refuse(401, "Unauthorized");
    const shape = METHODS[method];
    if (!shape) return refuse(404, "Not Found");
    const parsed = shape.safeParse(given);
    if (!parsed.success) return refuse(400, `Bad Request: ${z.prettifyError(parsed.error)}`);
    const parameters = parsed.data;
    const refused = refusalOf(method, parameters);
    if (refused) return refuse(400, refused);
    if (method === "getFile") {
      const found = files.locate(String(parameters.file_id));
      return typeof found === "string" ? refuse(400, found) : { result: found };
    }
    if (method === "getUserProfilePhotos") {
      const all = photos.get(Number(parameters.user_id)) ?? [];
      return { result: { total_count: all.length, photos: all.slice(0, Number(parameters.limit ?? 100)) } };
    }
    if (method === "getWebhookInfo") return { result: webhookInfo(bot) };
    if (method === "getMe") {
      return { result: { id: bot.id, is_bot: true, first_name: bot.firstName, username: bot.username } };
    }
    if (method === "setWebhook") {
      const webhook = parameters as NonNullable<Bot["webhook"]>;
      if (!webhook.url.startsWith("https://") && !allowHttp) {
        return refuse(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
      }
      // An omitted list keeps the previous one.
      const allowed_updates = webhook.allowed_updates ?? bot.webhook?.allowed_updates;
      bot.webhook = webhook.url === "" ? null : { ...webhook, allowed_updates };
      bot.backlog = null;
      return { result: true };
    }
    if (method === "deleteWebhook") bot.webhook = null;
    if (!("chat_id" in parameters)) return { result: true };
    const id = Number(parameters.chat_id);
    const state = chats.get(id);
    if (!state) return refuse(400, "Bad Request: chat not found");
    if (state === "blocked") return refuse(403, "Forbidden: bot was blocked by the user");
    const { business_connection_id: connection, message_thread_id } = parameters;
    if (typeof connection === "string" && !connections.has(`${bot.token} ${connection}`)) {
      return refuse(400, "Bad Request: BUSINESS_CONNECTION_INVALID");
    }
    if (["sendChatAction", "setMessageReaction"].includes(method)) return { result: true };
    return {
      result: {
        message_id: ++lastMessageId,
        date: Math.floor(Date.now() / 1000),
        chat: { id, type: "private" },
        from: { id: bot.id, is_bot: true, first_name: bot.firstName, username: bot.username },
        ...(connection === undefined ? {} : { business_connection_id: connection }),
        ...(message_thread_id === undefined ? {} : { message_thread_id, is_topic_message: true }),
        ...contentOf(method, parameters),
      },
    };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, owner, path] = /^\/file\/bot([^/]+)\/(.+)$/.exec(request.url ?? "") ?? [];
    if (owner !== undefined && path !== undefined) {
      if (!bots.has(owner)) throw new HttpError(401, "Unauthorized");
      note(downloads, path);
      return files.serve(decodeURIComponent(path), response);
    }
    const [, token = "", method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const body = await readParameters(request);
    const planned = failures.findIndex((each) => each.method === undefined || each.method === method);
    const [failing] = planned < 0 ? [] : failures.splice(planned, 1);
    const said = failing && failing.failure !== "drop" ? failing.failure : answer(bots.get(token), method, body);
    const status = "result" in said ? 200 : said.status;
    const call = { token, method, parameters: body as Record<string, unknown>, status };
    note(calls, call);
    if ("result" in said) await onCall?.(call, said.result);
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    addBot(bot) {
      const made: Bot = { ...bot, id: Number(bot.token.split(":")[0]), webhook: null, backlog: null };
      bots.set(bot.token, made);
      return made;
    },
    start: (id) => void chats.set(id, "open"),
    connectBusiness: (token, connection) => void connections.add(`${token} ${connection}`),
    block: (id) => void chats.set(id, "blocked"),
    addFile: files.add,
    setPhotos: (userId, given) => void photos.set(userId, given),
    holdBack(token, backlog) {
      const bot = bots.get(token);
      if (bot) bot.backlog = backlog;
    },
    downloads,
    failNext: (failure, method) => void failures.push({ failure, method }),
    revoke: (token) => void bots.delete(token),
    update(token, content) {
      const webhook = bots.get(token)?.webhook;
      if (!webhook) throw new Error("the bot has no webhook");
      const [kind = ""] = Object.keys(content);
      if (!isWanted(kind, webhook.allowed_updates)) {
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

/** The most that a bot may upload. */
const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
/** The parameters that are no text. In a form they are JSON. */
const NO_TEXT = ["chat_id", "message_thread_id", "reply_parameters", "reply_markup"];

/** A call's parameters: JSON, or a form if it uploads a file. */
async function readParameters(request: IncomingMessage): Promise<unknown> {
  const type = request.headers["content-type"];
  if (type === undefined) return {};
  if (!type.startsWith("multipart/form-data")) return readJson(request);
  const bytes = await readBytes(request, MAX_UPLOAD_BYTES);
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  const read = (name: string, value: FormDataEntryValue): unknown =>
    typeof value === "string" && NO_TEXT.includes(name) ? JSON.parse(value) : value;
  return Object.fromEntries([...form].map(([name, value]) => [name, read(name, value)]));
}

function webhookInfo({ webhook, backlog }: Bot): Record<string, unknown> {
  const { url = "", allowed_updates } = webhook ?? {};
  return {
    url,
    has_custom_certificate: false,
    pending_update_count: backlog?.pending ?? 0,
    ...(backlog ? { last_error_date: Math.floor(Date.now() / 1000), last_error_message: backlog.error } : {}),
    ...(allowed_updates ? { allowed_updates } : {}),
  };
}

/** The content of a sent message: texts unchanged, files as Telegram stores them. */
function contentOf(method: string, parameters: Record<string, unknown>): Record<string, unknown> {
  const { text, caption, latitude, longitude, phone_number, first_name, title, address } = parameters;
  if (method === "sendMessage") return { text };
  if (method === "sendContact") return { contact: { phone_number, first_name } };
  const location = { latitude, longitude };
  if (method === "sendLocation") return { location };
  if (method === "sendVenue") return { location, venue: { location, title, address } };
  const kind = method.slice("send".length).toLowerCase();
  const given = parameters[kind];
  const file = {
    ...newTelegramFile(given instanceof File ? given.name : String(given)),
    ...(given instanceof File ? { file_name: given.name, mime_type: given.type, file_size: given.size } : {}),
    ...{ width: 320, height: 320, duration: 2 },
  };
  return { [kind]: kind === "photo" ? [file] : file, ...(caption === undefined ? {} : { caption }) };
}
