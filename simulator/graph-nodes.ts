import {
  SUCCESS,
  nothingThere,
  objectOf,
  parameterError,
  picked,
  refuse,
  type GraphAnswer,
  type GraphRequest,
} from "./graph-answer.ts";
import { GRAPH_ERRORS } from "./graph-errors.ts";
import { answerComment } from "./graph-comments.ts";
import { answerMessaging } from "./graph-pages.ts";
import { dialog, exchangeCode, pagesOf } from "./graph-sign-in.ts";
import { templatePage, type GraphTemplate } from "./graph-templates.ts";
import { handshakeUrl } from "./graph-webhook.ts";
import { newWamid, takeWhatsapp } from "./graph-whatsapp.ts";
import { isWithin, WINDOW_HOURS, type GraphWorld, type WhatsappNumber } from "./graph-world.ts";
import { note } from "./journal.ts";

type Answer = Promise<GraphAnswer> | GraphAnswer;

/** Answers a Graph API request by the first part of its path and the owner of its token. */
export async function answerGraph(world: GraphWorld, request: GraphRequest): Promise<GraphAnswer> {
  const [first = "", edge, ...rest] = request.path;
  if (first === "dialog" && edge === "oauth") return dialog(world, request.query);
  if (first === "oauth" && edge === "access_token") return exchangeCode(world, request.query);
  const app = world.appTokens.get(first);
  if (app !== undefined && edge === "subscriptions" && request.token === app) return answerApp(world, first, request);
  const isApp = [...world.appTokens.values()].includes(request.token);
  if (!isApp && !world.tokens.has(request.token)) {
    return refuse({ status: 401, code: 190, message: "Invalid OAuth access token - Cannot parse access token" });
  }
  if (hasEnded(world, request.token)) return refuse(GRAPH_ERRORS.tokenExpired);
  if (first === "debug_token") return debugged(world, request);
  if (isApp) return nothingThere(request);
  if (first === "refresh_access_token") return renewed(world, request);
  if (first === "me" && edge === "accounts") return pagesOf(world, request.token);
  const messaging = [...world.messaging.values()];
  const of = messaging.find(({ accessToken }) => accessToken === request.token);
  const id = first === "me" && of ? (of.pageId ?? of.id) : first;
  if (rest.length > 0) return nothingThere(request);
  const account = world.accounts.get(id);
  if (account?.accessToken === request.token) return answerAccount(world, account, id, edge, request);
  const number = world.numbers.get(id);
  if (number?.accessToken === request.token) return answerNumber(world, number, edge, request);
  const mine = world.messaging.get(id) ?? messaging.find(({ pageId }) => pageId === id);
  if (mine?.accessToken === request.token) return answerMessaging(world, mine, id, edge, request);
  const comment = world.comments.get(id);
  if (comment?.account.accessToken === request.token) return answerComment(world, comment, request);
  return edge === undefined ? answerNode(world, id, request) : nothingThere(request);
}

function hasEnded(world: GraphWorld, token: string): boolean {
  return (world.tokenEnds.get(token)?.getTime() ?? Infinity) <= world.now().getTime();
}

/** Returns a token's state to its app or to itself. `expires_at` 0: the token does not expire. */
function debugged(world: GraphWorld, { query }: GraphRequest): GraphAnswer {
  const asked = query.get("input_token");
  if (asked === null) return parameterError("The parameter input_token is required");
  const isValid = world.tokens.has(asked) && !hasEnded(world, asked);
  const endsAt = world.tokenEnds.get(asked);
  const expires_at = endsAt ? Math.floor(endsAt.getTime() / 1_000) : 0;
  const target_ids = [...world.accounts].filter(([, { accessToken }]) => accessToken === asked).map(([id]) => id);
  const scopes = target_ids.length > 0 ? ["whatsapp_business_management", "whatsapp_business_messaging"] : [];
  const granular_scopes = scopes.map((scope) => ({ scope, target_ids }));
  return {
    status: 200,
    body: { data: { is_valid: isValid, expires_at, ...(scopes.length > 0 ? { granular_scopes } : {}) } },
  };
}

const RENEWED_SECONDS = 60 * 24 * 60 * 60;

/** Renews an Instagram token for 60 more days. */
function renewed(world: GraphWorld, { query, token }: GraphRequest): GraphAnswer {
  if (query.get("grant_type") !== "ig_refresh_token") return parameterError("grant_type must be ig_refresh_token");
  world.tokenEnds.set(token, new Date(world.now().getTime() + RENEWED_SECONDS * 1_000));
  return { status: 200, body: { access_token: token, token_type: "bearer", expires_in: RENEWED_SECONDS } };
}

/** Answers with a file or a person's profile. */
function answerNode(world: GraphWorld, id: string, request: GraphRequest): GraphAnswer {
  const owner = world.media.ownerOf(id);
  const isTheirs = owner !== null && world.numbers.get(owner)?.accessToken === request.token;
  if (isTheirs && request.method === "DELETE") {
    world.media.drop(id);
    return SUCCESS;
  }
  const node = (isTheirs ? world.media.look(id) : null) ?? world.nodes.get(id);
  return request.method === "GET" && node ? { status: 200, body: picked(node, request.query) } : nothingThere(request);
}

async function setCallback(world: GraphWorld, id: string, url: unknown, verifyToken: unknown): Promise<GraphAnswer> {
  const { reach, allowHttp } = world.options;
  if (typeof url !== "string" || !(url.startsWith("https://") || (allowHttp && url.startsWith("http://"))))
    return parameterError("The callback must be an https URL");
  if (typeof verifyToken !== "string" || verifyToken === "") return parameterError("verify_token is missing");
  const challenge = String(1_000_000_000 + world.callbacks.size);
  if (reach && (await reach(handshakeUrl(url, verifyToken, challenge))) !== challenge) {
    return refuse(GRAPH_ERRORS.callbackRefused);
  }
  world.callbacks.set(id, { url, verifyToken });
  world.options.onCallback?.(id, { url, verifyToken });
  return SUCCESS;
}

function dropCallback(world: GraphWorld, id: string): GraphAnswer {
  world.callbacks.delete(id);
  world.options.onCallback?.(id, null);
  return SUCCESS;
}

/** What an app can subscribe to. */
const OBJECTS = ["page", "instagram", "whatsapp_business_account"];

/** Returns or sets the app's webhooks, with the app's own token. */
function answerApp(world: GraphWorld, appId: string, { method, query }: GraphRequest): Answer {
  if (method === "GET") {
    const data = OBJECTS.flatMap((object) => {
      const callback = world.callbacks.get(`${appId}/${object}`);
      return callback ? [{ object, callback_url: callback.url, active: true }] : [];
    });
    return { status: 200, body: { data } };
  }
  const object = query.get("object");
  if (object === null || !OBJECTS.includes(object))
    return parameterError(`object must be one of ${OBJECTS.join(", ")}`);
  if (!query.get("fields")) return parameterError("fields is missing");
  return setCallback(world, `${appId}/${object}`, query.get("callback_url"), query.get("verify_token"));
}

function answerAccount(
  world: GraphWorld,
  account: { templates: GraphTemplate[] },
  id: string,
  edge: string | undefined,
  request: GraphRequest,
): Answer {
  const { method, query, body } = request;
  if (method === "GET" && edge === "message_templates") {
    const listed = templatePage(account.templates, query, request.token);
    return "problem" in listed ? parameterError(listed.problem) : { status: 200, body: listed };
  }
  if (method === "GET" && edge === "phone_numbers") {
    const data = [...world.numbers.values()].filter(({ wabaId }) => wabaId === id).map(numberNode);
    return { status: 200, body: { data } };
  }
  if (edge !== "subscribed_apps") return nothingThere(request);
  if (method === "GET") {
    const apps = world.fields.has(id) ? [{ whatsapp_business_api_data: { id: "1", name: "App", link: "" } }] : [];
    return { status: 200, body: { data: apps } };
  }
  if (method === "DELETE") {
    world.fields.delete(id);
    world.callbacks.delete(id);
    return SUCCESS;
  }
  const { override_callback_uri: url, verify_token } = objectOf(body);
  if (url === undefined) {
    world.fields.set(id, []);
    return dropCallback(world, id);
  }
  if (!world.fields.has(id)) {
    return parameterError("Before override the current callback uri, your app must be subscribed to receive messages");
  }
  return setCallback(world, id, url, verify_token);
}

function numberNode({ phoneNumberId, displayPhoneNumber, isNew, isInApp = false }: WhatsappNumber) {
  return {
    display_phone_number: displayPhoneNumber,
    verified_name: "Northlight Home",
    quality_rating: "GREEN",
    whatsapp_business_manager_messaging_limit: "TIER_1K",
    status: isNew ? "PENDING" : "CONNECTED",
    is_on_biz_app: isInApp,
    platform_type: isNew ? "NOT_APPLICABLE" : "CLOUD_API",
    id: phoneNumberId,
  };
}

async function answerNumber(
  world: GraphWorld,
  number: WhatsappNumber,
  edge: string | undefined,
  request: GraphRequest,
): Promise<GraphAnswer> {
  const { phoneNumberId, wabaId } = number;
  if (request.method === "GET" && edge === undefined) {
    return { status: 200, body: picked(numberNode(number), request.query) };
  }
  if (request.method !== "POST") return nothingThere(request);
  if (edge === undefined) {
    const { override_callback_uri, verify_token } = objectOf(objectOf(request.body).webhook_configuration);
    if (override_callback_uri === "") return dropCallback(world, phoneNumberId);
    return setCallback(world, phoneNumberId, override_callback_uri, verify_token);
  }
  if (edge === "register") {
    if (!/^\d{6}$/.test(String(objectOf(request.body).pin)))
      return parameterError("Param pin must be 6 characters long.");
    number.isNew = false;
    return SUCCESS;
  }
  if (edge === "smb_app_data") {
    const { sync_type } = objectOf(request.body);
    if (!number.isInApp) return parameterError("The number is not in WhatsApp's app");
    if (sync_type === "smb_app_state_sync") await world.options.onAppContacts?.(phoneNumberId);
    return sync_type === "history" || sync_type === "smb_app_state_sync" ? SUCCESS : parameterError("sync_type");
  }
  if (edge === "thread_control") {
    const { action } = objectOf(request.body);
    return action === "pass" || action === "release" || action === "take"
      ? SUCCESS
      : parameterError("action must be one of pass, release, take");
  }
  if (edge !== "messages" && edge !== "marketing_messages") return nothingThere(request);
  const isOpen = (customer: string) =>
    world.windowVerdict === "async" || isWithin(world, phoneNumberId, customer, WINDOW_HOURS);
  const templates = world.accounts.get(wabaId)?.templates ?? [];
  const taken = takeWhatsapp(request.body, templates, isOpen);
  if ("refusal" in taken) return refuse(taken.refusal);
  if (edge === "marketing_messages") {
    if (!("sent" in taken) || taken.sent.type !== "template")
      return parameterError("Message must be a template message.");
    const { name } = taken.sent.template;
    const isMarketing = templates.some((each) => each.name === name && each.category === "MARKETING");
    if (!isMarketing) return refuse(GRAPH_ERRORS.notMarketing);
  }
  if ("gesture" in taken) {
    world.options.onGesture?.(phoneNumberId, objectOf(request.body));
    return SUCCESS;
  }
  const { to, recipient, type } = taken.sent;
  const digits = to?.replace(/^\+/, "");
  const missing = unknownFile(world, taken.sent);
  if (missing !== null) return parameterError(`Media ID ${missing} not found`);
  const limited = world.limits?.take(phoneNumberId, digits ?? recipient ?? "");
  if (limited) return refuse(limited);
  const sent = { wamid: newWamid(), phoneNumberId, body: taken.sent };
  note(world.sent, sent);
  await world.options.onWhatsapp?.(sent);
  const contact =
    digits === undefined
      ? { input: recipient, user_id: recipient }
      : { input: to, wa_id: world.waIds.get(digits) ?? digits };
  return {
    status: 200,
    body: {
      messaging_product: "whatsapp",
      contacts: [contact],
      messages: [{ id: sent.wamid, ...(type === "template" ? { message_status: "accepted" } : {}) }],
    },
  };
}

/** The id of a file that does not exist or has expired. null if all files exist. */
function unknownFile(world: GraphWorld, sent: { type: string } & Record<string, unknown>): string | null {
  const { id } = objectOf(sent[sent.type]);
  return typeof id === "string" && world.media.ownerOf(id) === null ? id : null;
}
