import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { nothingThere, parameterError, refuse, type GraphAnswer, type GraphRequest } from "./graph-answer.ts";
import { GRAPH_ERRORS, refusalBody, type GraphErrorName } from "./graph-errors.ts";
import { readUpload, refuseFile, type MediaRef } from "./graph-media.ts";
import { answerGraph } from "./graph-nodes.ts";
import { signIn } from "./graph-sign-in.ts";
import type { GraphTemplate } from "./graph-templates.ts";
import type { SentWhatsapp } from "./graph-whatsapp.ts";
import {
  isWithin,
  newWorld,
  type Callback,
  type GraphCall,
  type GraphComment,
  type GraphOptions,
  type GraphWorld,
  type MessagingAccount,
  type SentMessaging,
  type SignInCode,
  type WhatsappNumber,
  type WindowVerdict,
} from "./graph-world.ts";
import { HttpError, readJson, sendJson } from "./http.ts";
import { note } from "./journal.ts";

export type GraphStandIn = {
  /** The value for META_GRAPH_URL and INSTAGRAM_GRAPH_URL. */
  url: string;
  /** Path and query of every request, in order. */
  requests: readonly string[];
  calls: readonly GraphCall[];
  /** Accepted WhatsApp messages. */
  sent: readonly SentWhatsapp[];
  /** Accepted Messenger and Instagram messages. */
  sentMessaging: readonly SentMessaging[];
  /** Adds a WhatsApp Business account with its token. `templates` may be changed at any time. */
  addAccount: (wabaId: string, accessToken: string, templates: GraphTemplate[]) => void;
  addNumber: (number: WhatsappNumber) => WhatsappNumber;
  addMessaging: (account: MessagingAccount) => MessagingAccount;
  addApp: (appId: string, appSecret: string) => void;
  /** A person gives an app access to accounts. Returns the code that their browser takes to the app. */
  signIn: (given: SignInCode) => string;
  /** Sets the response of `GET /{id}`: a person's profile or a file. */
  put: (id: string, node: Record<string, unknown>) => void;
  /** A customer comments on the account's post. */
  addComment: (id: string, comment: GraphComment) => void;
  /** A comment, also one that the business published. */
  commentOf: (id: string) => GraphComment | null;
  /** Stores a file that a customer sends to the number. Returns the reference for their message. */
  addMedia: (phoneNumberId: string, bytes: Buffer, mimeType: string) => MediaRef;
  /** Maps a number that a message is sent to (`input`) to the number that WhatsApp knows (`waId`). */
  knowAs: (input: string, waId: string) => void;
  /** The customer wrote to the number, page or account. This opens the reply windows, if the stand-in has a clock. */
  openWindow: (accountId: string, customer: string) => void;
  /** Whether the 24-hour rule allows free text to the customer. */
  isWindowOpen: (accountId: string, customer: string) => boolean;
  /** Ends the reply windows of a number, page or account, as if a day had passed for it alone. */
  endWindows: (accountId: string) => void;
  /** What happens to free text after the window closed: refused at once (default), or accepted and failed later by the caller. */
  judgeWindow: (verdict: WindowVerdict) => void;
  /** The webhook callback of a number, account, page or app. null until one is registered. */
  callbackOf: (id: string) => Callback | null;
  /** Sets a callback that was registered before the stand-in started. */
  setCallback: (id: string, callback: Callback) => void;
  /** The fields that a page or an account is subscribed to. */
  subscribedTo: (id: string) => string[];
  templatesOf: (wabaId: string) => GraphTemplate[];
  revoke: (accessToken: string) => void;
  endToken: (accessToken: string, at: Date) => void;
  /** Makes the token valid again. */
  restore: (accessToken: string) => void;
  /** Refuses the next request, or the next `times` requests, with this error. */
  fail: (name: GraphErrorName, times?: number) => void;
  /** Answers the next request with this response. A string is sent unchanged. */
  failNext: (status: number, body: unknown) => void;
  dropNext: () => void;
  /** Carries out the next request, but loses the response. */
  loseNextAnswer: () => void;
  /** Clears planned failures that have not happened yet. */
  forgive: () => void;
  stop: () => Promise<void>;
};

/**
 * A Graph API on loopback: templates, files, WhatsApp messages, Messenger and Instagram, webhook set-up. It checks bodies as
 * strictly as Meta's documents allow. Meta ignores unknown members; here a misspelt name fails.
 */
export async function startGraph(options: GraphOptions = {}): Promise<GraphStandIn> {
  let url = "";
  const world = newWorld(options, () => url);
  const requests: string[] = [];
  const calls: GraphCall[] = [];

  const server = createServer((request, response) => {
    note(requests, request.url ?? "");
    serve(world, calls, request, response).catch((error: unknown) => {
      const status = error instanceof HttpError ? error.status : 500;
      sendJson(response, status, refusalBody({ status, code: 1, message: String(error) }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    calls,
    sent: world.sent,
    sentMessaging: world.sentMessaging,
    addAccount: (wabaId, accessToken, templates) => {
      world.tokens.add(accessToken);
      world.accounts.set(wabaId, { accessToken, templates });
    },
    addNumber: (number) => {
      world.tokens.add(number.accessToken);
      world.numbers.set(number.phoneNumberId, number);
      return number;
    },
    addMessaging: (account) => {
      world.tokens.add(account.accessToken);
      world.messaging.set(account.id, account);
      return account;
    },
    addApp: (appId, appSecret) => void world.appTokens.set(appId, `${appId}|${appSecret}`),
    signIn: (given) => signIn(world, given),
    put: (id, node) => void world.nodes.set(id, node),
    addComment: (id, comment) => void world.comments.set(id, comment),
    commentOf: (id) => world.comments.get(id) ?? null,
    addMedia: (phoneNumberId, bytes, mimeType) => world.media.receive(phoneNumberId, bytes, mimeType),
    knowAs: (input, waId) => void world.waIds.set(input, waId),
    openWindow: (accountId, customer) => void world.windows.set(`${accountId} ${customer}`, world.now().getTime()),
    isWindowOpen: (accountId, customer) => isWithin(world, accountId, customer, 24),
    endWindows: (accountId) => {
      for (const key of world.windows.keys()) if (key.startsWith(`${accountId} `)) world.windows.delete(key);
    },
    judgeWindow: (verdict) => void (world.windowVerdict = verdict),
    callbackOf: (id) => world.callbacks.get(id) ?? null,
    setCallback: (id, callback) => void world.callbacks.set(id, callback),
    subscribedTo: (id) => world.fields.get(id) ?? [],
    templatesOf: (wabaId) => world.accounts.get(wabaId)?.templates ?? [],
    revoke: (accessToken) => void world.tokens.delete(accessToken),
    endToken: (accessToken, at) => void world.tokenEnds.set(accessToken, at),
    restore: (accessToken) => void world.tokens.add(accessToken),
    fail: (name, times = 1) => {
      for (let left = times; left > 0; left -= 1) world.failures.push(refuse(GRAPH_ERRORS[name]));
    },
    failNext: (status, body) => void world.failures.push({ status, body }),
    dropNext: () => void world.failures.push("drop"),
    loseNextAnswer: () => void world.failures.push("loseAnswer"),
    forgive: () => void world.failures.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  world: GraphWorld,
  calls: GraphCall[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? "", "http://graph");
  const method = request.method ?? "GET";
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? query.get("access_token") ?? "";
  if (pathname.startsWith("/whatsapp_business/")) {
    try {
      const isTokenOf = (ownerId: string) =>
        world.tokens.has(token) && world.numbers.get(ownerId)?.accessToken === token;
      return world.media.serve(request, response, isTokenOf);
    } catch (error) {
      return refuseFile(response, error);
    }
  }
  const path = /^\/v\d+\.\d+\/(.+)$/.exec(pathname)?.[1]?.split("/").map(decodeURIComponent);
  const isUpload = method === "POST" && path?.[1] === "media";
  const body = method === "POST" && !isUpload && request.headers["content-type"] ? await readJson(request) : null;
  const upload = isUpload ? await readUpload(request) : null;
  const failure = world.failures.shift();
  if (failure === "drop") return void response.destroy();
  const said =
    failure && failure !== "loseAnswer"
      ? failure
      : path === undefined
        ? refuse({ status: 400, code: 2500, message: `Unknown path components: ${pathname}` })
        : upload
          ? answerUpload(world, { method, path, query, body, token }, upload)
          : await answerGraph(world, { method, path, query, body, token });
  note(calls, { method, path: path?.join("/") ?? pathname, body, status: said.status });
  if (failure === "loseAnswer") return void response.destroy();
  if (typeof said.body !== "string") return sendJson(response, said.status, said.body, said.headers);
  response.writeHead(said.status, { "content-type": "text/html", ...said.headers });
  response.end(said.body);
}

function answerUpload(
  world: GraphWorld,
  request: GraphRequest,
  upload: Awaited<ReturnType<typeof readUpload>>,
): GraphAnswer {
  const number = world.numbers.get(request.path[0] ?? "");
  if (number?.accessToken !== request.token || !world.tokens.has(request.token)) return nothingThere(request);
  if ("problem" in upload) return parameterError(upload.problem);
  return { status: 200, body: world.media.upload(number.phoneNumberId, upload.bytes, upload.mimeType) };
}
