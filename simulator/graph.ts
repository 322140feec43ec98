import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SUCCESS, nothingThere, objectOf, parameterError, picked, refuse } from "./graph-answer.ts";
import type { GraphAnswer, GraphRequest } from "./graph-answer.ts";
import { GRAPH_ERRORS, refusalBody } from "./graph-errors.ts";
import type { GraphErrorName } from "./graph-errors.ts";
import { takeMessaging } from "./graph-messaging.ts";
import { handshakeUrl } from "./graph-webhook.ts";
import { templatePage } from "./graph-templates.ts";
import type { GraphTemplate } from "./graph-templates.ts";
import { newWamid, takeWhatsapp } from "./graph-whatsapp.ts";
import type { SentWhatsapp } from "./graph-whatsapp.ts";
import { HttpError, readJson, sendJson } from "./http.ts";

/** Where an account has its webhooks brought, as it was asked for. */
export type Callback = { url: string; verifyToken: string };

export type WhatsappNumber = {
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  /** As people write it. */
  displayPhoneNumber: string;
};

/** A page, or a professional account of Instagram's; one that was connected through a page has the page's token. */
export type MessagingAccount = {
  object: "page" | "instagram";
  id: string;
  name: string;
  accessToken: string;
  pageId?: string;
};

/** A request as it arrived; the token stands in no path. */
export type GraphCall = { method: string; path: string; body: unknown; status: number };

export type GraphStandIn = {
  /** For META_GRAPH_URL and INSTAGRAM_GRAPH_URL. */
  url: string;
  /** Path and query of every request, in order. */
  requests: readonly string[];
  calls: readonly GraphCall[];
  /** WhatsApp messages that were accepted. */
  sent: readonly SentWhatsapp[];
  /** A WhatsApp Business account with its token; `templates` may be changed at any time. */
  addAccount: (wabaId: string, accessToken: string, templates: GraphTemplate[]) => void;
  addNumber: (number: WhatsappNumber) => WhatsappNumber;
  addMessaging: (account: MessagingAccount) => MessagingAccount;
  addApp: (appId: string, appSecret: string) => void;
  /** What `GET /{id}` tells: a person's profile, a file. */
  put: (id: string, node: Record<string, unknown>) => void;
  /** The number that WhatsApp knows somebody under who is written to under another. */
  knowAs: (input: string, waId: string) => void;
  /** The client wrote to the number: free text goes through for 24 hours, where the stand-in has a clock. */
  openWindow: (phoneNumberId: string, customer: string) => void;
  /** Where webhooks of a number, account, page or app go; null until somebody asked for it. */
  callbackOf: (id: string) => Callback | null;
  /** The fields that a page or an account was subscribed to. */
  subscribedTo: (id: string) => string[];
  revoke: (accessToken: string) => void;
  /** The next request is refused so. */
  fail: (name: GraphErrorName) => void;
  /** The next request is answered so; a text is sent as it is. */
  failNext: (status: number, body: unknown) => void;
  dropNext: () => void;
  /** The next request is carried out, and its answer lost. */
  loseNextAnswer: () => void;
  stop: () => Promise<void>;
};

const WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * A Graph API on loopback: templates, WhatsApp messages, Messenger and Instagram, set-up of webhooks. Bodies are checked as strictly
 * as Meta's documents allow; the real one overlooks what it does not know, here a misspelt name fails.
 * @param now the stand-in's clock. Without one there is no 24-hour window.
 * @param reach asks an address Meta's question, and gives what it answered; without it every address is believed.
 */
export async function startGraph({
  now,
  reach,
}: { now?: () => Date; reach?: (url: string) => Promise<string | null> } = {}): Promise<GraphStandIn> {
  const accounts = new Map<string, { accessToken: string; templates: GraphTemplate[] }>();
  const numbers = new Map<string, WhatsappNumber>();
  const messaging = new Map<string, MessagingAccount>();
  const nodes = new Map<string, Record<string, unknown>>();
  const waIds = new Map<string, string>();
  const windows = new Map<string, number>();
  const callbacks = new Map<string, Callback>();
  const fields = new Map<string, string[]>();
  const tokens = new Set<string>();
  const appTokens = new Map<string, string>();
  const requests: string[] = [];
  const calls: GraphCall[] = [];
  const sent: SentWhatsapp[] = [];
  const failures: (GraphAnswer | "drop" | "loseAnswer")[] = [];

  async function setCallback(id: string, url: unknown, verifyToken: unknown): Promise<GraphAnswer> {
    if (typeof url !== "string" || !url.startsWith("https://"))
      return parameterError("The callback must be an https URL");
    if (typeof verifyToken !== "string" || verifyToken === "") return parameterError("verify_token is missing");
    const challenge = String(1_000_000_000 + callbacks.size);
    if (reach && (await reach(handshakeUrl(url, verifyToken, challenge))) !== challenge) {
      return refuse(GRAPH_ERRORS.callbackRefused);
    }
    callbacks.set(id, { url, verifyToken });
    return SUCCESS;
  }

  async function answer(request: GraphRequest): Promise<GraphAnswer> {
    const [first = "", edge, ...rest] = request.path;
    const app = appTokens.get(first);
    if (app !== undefined && edge === "subscriptions" && request.token === app)
      return subscribeApp(first, request.query);
    if (!tokens.has(request.token)) {
      return refuse({ status: 401, code: 190, message: "Invalid OAuth access token - Cannot parse access token" });
    }
    const of = [...messaging.values()].find(({ accessToken }) => accessToken === request.token);
    const id = first === "me" && of ? of.id : first;
    if (rest.length > 0) return nothingThere(request);
    const account = accounts.get(id);
    if (account?.accessToken === request.token) return answerAccount(account, id, edge, request);
    const number = numbers.get(id);
    if (number?.accessToken === request.token) return answerNumber(number, edge, request);
    const mine = messaging.get(id) ?? [...messaging.values()].find(({ pageId }) => pageId === id);
    if (mine?.accessToken === request.token) return answerMessaging(mine, id, edge, request);
    const node = nodes.get(id);
    return request.method === "GET" && edge === undefined && node
      ? { status: 200, body: picked(node, request.query) }
      : nothingThere(request);
  }

  function subscribeApp(appId: string, query: URLSearchParams): Promise<GraphAnswer> | GraphAnswer {
    const object = query.get("object");
    if (object !== "page" && object !== "instagram") return parameterError("object must be one of page, instagram");
    if (!query.get("fields")) return parameterError("fields is missing");
    return setCallback(`${appId}/${object}`, query.get("callback_url"), query.get("verify_token"));
  }

  function answerAccount(
    account: { templates: GraphTemplate[] },
    id: string,
    edge: string | undefined,
    request: GraphRequest,
  ): Promise<GraphAnswer> | GraphAnswer {
    const { method, query, body } = request;
    if (method === "GET" && edge === "message_templates") {
      const listed = templatePage(account.templates, query, request.token);
      return "problem" in listed ? parameterError(listed.problem) : { status: 200, body: listed };
    }
    if (method !== "POST" || edge !== "subscribed_apps") return nothingThere(request);
    const { override_callback_uri: url, verify_token } = objectOf(body);
    return url === undefined ? SUCCESS : setCallback(id, url, verify_token);
  }

  function answerNumber(
    number: WhatsappNumber,
    edge: string | undefined,
    request: GraphRequest,
  ): Promise<GraphAnswer> | GraphAnswer {
    const { phoneNumberId, displayPhoneNumber, wabaId } = number;
    if (request.method === "GET" && edge === undefined) {
      return { status: 200, body: { display_phone_number: displayPhoneNumber, id: phoneNumberId } };
    }
    if (request.method !== "POST") return nothingThere(request);
    if (edge === undefined) {
      const { override_callback_uri, verify_token } = objectOf(objectOf(request.body).webhook_configuration);
      return setCallback(phoneNumberId, override_callback_uri, verify_token);
    }
    if (edge !== "messages") return nothingThere(request);
    const isOpen = (customer: string) =>
      !now || now().getTime() - (windows.get(`${phoneNumberId} ${customer}`) ?? -Infinity) < WINDOW_MS;
    const taken = takeWhatsapp(request.body, accounts.get(wabaId)?.templates ?? [], isOpen);
    if ("refusal" in taken) return refuse(taken.refusal);
    if ("gesture" in taken) return SUCCESS;
    const wamid = newWamid();
    sent.push({ wamid, phoneNumberId, body: taken.sent });
    const { to, recipient, type } = taken.sent;
    const digits = to?.replace(/^\+/, "");
    const contact =
      digits === undefined
        ? { input: recipient, user_id: recipient }
        : { input: to, wa_id: waIds.get(digits) ?? digits };
    return {
      status: 200,
      body: {
        messaging_product: "whatsapp",
        contacts: [contact],
        messages: [{ id: wamid, ...(type === "template" ? { message_status: "accepted" } : {}) }],
      },
    };
  }

  function answerMessaging(
    account: MessagingAccount,
    asked: string,
    edge: string | undefined,
    request: GraphRequest,
  ): GraphAnswer {
    const { object, id, name, pageId } = account;
    const { method, query } = request;
    if (method === "GET" && edge === undefined) {
      const page = { id: asked, name, instagram_business_account: { id, username: name } };
      return {
        status: 200,
        body: picked(object === "page" || asked === pageId ? page : { id, user_id: id, username: name }, query),
      };
    }
    if (method !== "POST") return nothingThere(request);
    if (edge === "subscribed_apps") {
      fields.set(asked, (query.get("subscribed_fields") ?? "").split(","));
      return SUCCESS;
    }
    if (edge !== "messages") return nothingThere(request);
    const taken = takeMessaging(object, request.body);
    if ("refusal" in taken) return refuse(taken.refusal);
    const { recipientId, messageId } = taken;
    return {
      status: 200,
      body: { recipient_id: recipientId, ...(messageId === null ? {} : { message_id: messageId }) },
    };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(request.url ?? "");
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://graph");
    const body = request.method === "POST" && request.headers["content-type"] ? await readJson(request) : null;
    const failure = failures.shift();
    if (failure === "drop") return void response.destroy();
    const path = /^\/v\d+\.\d+\/(.+)$/.exec(pathname)?.[1]?.split("/").map(decodeURIComponent);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? query.get("access_token") ?? "";
    const said =
      failure && failure !== "loseAnswer"
        ? failure
        : path === undefined
          ? refuse({ status: 400, code: 2500, message: `Unknown path components: ${pathname}` })
          : await answer({ method: request.method ?? "GET", path, query, body, token });
    calls.push({ method: request.method ?? "GET", path: path?.join("/") ?? pathname, body, status: said.status });
    if (failure === "loseAnswer") return void response.destroy();
    if (typeof said.body !== "string") return sendJson(response, said.status, said.body, said.headers);
    response.writeHead(said.status, { "content-type": "text/html" });
    response.end(said.body);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      const status = error instanceof HttpError ? error.status : 500;
      sendJson(response, status, refusalBody({ status, code: 1, message: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    calls,
    sent,
    addAccount: (wabaId, accessToken, templates) => {
      tokens.add(accessToken);
      accounts.set(wabaId, { accessToken, templates });
    },
    addNumber: (number) => {
      tokens.add(number.accessToken);
      numbers.set(number.phoneNumberId, number);
      return number;
    },
    addMessaging: (account) => {
      tokens.add(account.accessToken);
      messaging.set(account.id, account);
      return account;
    },
    addApp: (appId, appSecret) => void appTokens.set(appId, `${appId}|${appSecret}`),
    put: (id, node) => void nodes.set(id, node),
    knowAs: (input, waId) => void waIds.set(input, waId),
    openWindow: (phoneNumberId, customer) =>
      void windows.set(`${phoneNumberId} ${customer}`, (now?.() ?? new Date()).getTime()),
    callbackOf: (id) => callbacks.get(id) ?? null,
    subscribedTo: (id) => fields.get(id) ?? [],
    revoke: (accessToken) => void tokens.delete(accessToken),
    fail: (name) => void failures.push(refuse(GRAPH_ERRORS[name])),
    failNext: (status, body) => void failures.push({ status, body }),
    dropNext: () => void failures.push("drop"),
    loseNextAnswer: () => void failures.push("loseAnswer"),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
