import { z } from "zod";
import { say } from "../../say.ts";
import type { Adapter, Gesture, SendResult, Setup, SetupRefusal } from "../channel.ts";
import type { Inbound } from "../inbound.ts";
import { accessToken, appSecret, metaId } from "../meta/credentials.ts";
import { callGraph, type GraphReply } from "../meta/graph-api.ts";
import { answerHandshake, verifyToken } from "../meta/handshake.ts";
import { listAll } from "../meta/list-all.ts";
import { isOperatorsApp, secretOf } from "../meta/operators-app.ts";
import { controlResult } from "../meta/send-messaging.ts";
import { requestAppData } from "../meta/sign-in.ts";
import { isSigned } from "../meta/signature.ts";
import { subscribeApp } from "../meta/subscribe-app.ts";
import { tokenEnd } from "../meta/token-end.ts";
import { mediaFailure, sendFailure, setupFailure } from "../meta/verdict.ts";
import { id } from "../meta/webhook.ts";
import { aboutTemplate, whatsappVerdict } from "./errors.ts";
import { readCall, APP_FIELDS, FIELDS } from "./read-call.ts";
import { isToGroup } from "./groups.ts";
import { recipient, sendBody } from "./request.ts";
import { BSUID_SCOPE, isBusinessScopedId, PHONE_SCOPE } from "./sender.ts";
import { STANDING_FIELDS, standingOf } from "./standing.ts";

/** integrationProperties of a WHATSAPP or WA_GATEWAY channel. */
const credentials = z.strictObject({
  accessToken,
  /** The number that sends. Webhook calls name it. */
  phoneNumberId: metaId("phoneNumberId"),
  /** The WhatsApp Business account, which holds the templates. */
  wabaId: metaId("wabaId"),
  /** Meta signs its webhook calls with it. */
  appSecret: appSecret("appSecret"),
  /** Of the operator's app, where the number was connected by signing in. */
  appId: metaId("appId").optional(),
});

const number = z.object({ display_phone_number: z.string().min(1) });
const sent = z.object({
  contacts: z.array(z.object({ wa_id: z.string().optional(), user_id: z.string().optional() })).optional(),
  messages: z.array(z.object({ id: z.string() })).min(1),
});
const file = z.object({
  url: z.url(),
  mime_type: z.string().optional(),
  file_size: z.coerce.number().optional().catch(undefined),
});

const setup: Setup = {
  async identify(given) {
    const { phoneNumberId, wabaId, accessToken: token, ...app } = credentials.parse(given);
    const query = { fields: "display_phone_number" };
    const reply = await callGraph({ method: "GET", path: phoneNumberId, query, accessToken: token });
    if (reply.kind !== "ok") return setupFailure(reply, "phoneNumberId");
    const found = number.safeParse(reply.body);
    if (!found.success) return { outcome: "refused", path: "phoneNumberId", error: say("provider.wa.notPhone") };
    // Calls to the operator's app are told apart by the account, so nobody may claim another's.
    const refusal = isOperatorsApp(app) ? await refusalOfAccount(phoneNumberId, wabaId, token) : null;
    if (refusal) return refusal;
    // Meta writes the number with spaces here and without them in webhook calls.
    const identifier = `+${found.data.display_phone_number.replace(/\D/g, "")}`;
    return { outcome: "known", identifier, accountId: phoneNumberId, webhookAccountId: wabaId };
  },

  /**
   * Registers two addresses: the account's, for events about its templates, and the number's own, which takes priority. So several
   * numbers of one account can be several channels. Meta calls the address for the handshake before it answers, and accepts an address
   * only for an account that the app is subscribed to. The operator's app has one address for all its channels instead.
   */
  async subscribe(given, address) {
    const { phoneNumberId, wabaId, accessToken: token, ...app } = credentials.parse(given);
    const post = (path: string, body?: Record<string, unknown>) =>
      callGraph({ method: "POST", path, accessToken: token, ...(body ? { body } : {}) });
    const subscribeAccount = (more?: Record<string, unknown>) => post(`${wabaId}/subscribed_apps`, more);
    const { appId } = app;
    if (appId !== undefined && isOperatorsApp(app)) {
      const fields = FIELDS.join(",");
      const subscribed = await subscribeApp({ ...app, appId, object: "whatsapp_business_account", fields, address });
      if (subscribed.outcome !== "subscribed") return subscribed;
      const account = await subscribeAccount();
      if (account.kind !== "ok") return setupFailure(account, "wabaId");
      const cleared = await post(phoneNumberId, { webhook_configuration: { override_callback_uri: "" } });
      // The address is from when the number was connected by hand. Meta may refuse this where there is none.
      if (cleared.kind !== "ok" && cleared.kind !== "error") return setupFailure(cleared, "phoneNumberId");
      return { outcome: "subscribed" };
    }
    const override = { override_callback_uri: address, verify_token: verifyToken(app.appSecret) };
    let account = await subscribeAccount(override);
    // Only then, because it takes away the address that the account has.
    if (account.kind === "error" && account.error.code === 100 && (await subscribeAccount()).kind === "ok") {
      account = await subscribeAccount(override);
    }
    if (account.kind !== "ok") return setupFailure(account, "wabaId");
    const own = await post(phoneNumberId, { webhook_configuration: override });
    return own.kind === "ok" ? { outcome: "subscribed" } : setupFailure(own, "phoneNumberId");
  },

  appFields: (given) => (isOperatorsApp(credentials.parse(given)) ? [] : APP_FIELDS),
};

/** null: the number is one of the account's. */
async function refusalOfAccount(phoneNumberId: string, wabaId: string, token: string): Promise<SetupRefusal | null> {
  const listed = await listAll(`${wabaId}/phone_numbers`, "id", token, z.object({ id }), "wabaId");
  if (!Array.isArray(listed)) return listed;
  if (listed.some((each) => each.id === phoneNumberId)) return null;
  return { outcome: "refused", path: "wabaId", error: say("provider.wa.otherAccount") };
}

const inbound: Inbound = {
  isGenuine: (header, given, body) =>
    isSigned(header("x-hub-signature-256"), body, [secretOf(credentials.parse(given))]),
  handshake: {
    token: (given) => verifyToken(secretOf(credentials.parse(given))),
    answer: (query, given) => answerHandshake(query, secretOf(credentials.parse(given))),
  },
  read: (body, { credentials: given, identifier }) =>
    readCall(body, { ...credentials.parse(given), displayNumber: identifier }),
};

/** Implements the WhatsApp Cloud API. */
export const whatsappAdapter: Adapter = {
  credentials,
  setup,
  inbound,
  tokenEnd,

  async standing(given) {
    const { phoneNumberId, accessToken: token } = credentials.parse(given);
    const query = { fields: STANDING_FIELDS };
    const reply = await callGraph({ method: "GET", path: phoneNumberId, query, accessToken: token });
    return reply.kind === "ok" ? standingOf(reply.body) : null;
  },

  async send(message, given, signal) {
    const body = sendBody(message);
    if (body.error) return { outcome: "refused", error: body.error, responseStatus: null };
    const [usual, other] = message.isByMarketingApi
      ? (["marketing_messages", "messages"] as const)
      : (["messages", "marketing_messages"] as const);
    const first = await post(usual, body, given, signal);
    const isElsewhere = first.kind === "error" && ELSEWHERE[usual].includes(codeOf(first) ?? 0);
    const second = isElsewhere ? await post(other, body, given, signal) : first;
    // The account may not use the other endpoint, so the first answer counts.
    const isForced = isElsewhere && usual === "marketing_messages" && codeOf(second) === ONLY_MARKETING_API;
    const reply = isForced ? first : second;
    const result = resultOf(reply, message.priorAttempts, isToGroup(message) ? null : message.externalClientId);
    if (!isElsewhere || usual === "messages" || result.outcome !== "accepted") return result;
    const { code, words: details } = first.error;
    const sentence = code === TERMS ? "provider.wa.marketingApiTerms" : "provider.wa.marketingApiUnused";
    return { ...result, warning: say(sentence, { details }) };
  },

  async gesture(gesture, given, signal) {
    return resultOf(await post("messages", gestureBody(gesture), given, signal), 0, gesture.externalClientId);
  },

  async releaseThread(externalClientId, given, signal) {
    const body = { messaging_product: "whatsapp", ...recipient(externalClientId), action: "release" };
    return controlResult(await post("thread_control", body, given, signal));
  },

  requestNames(given) {
    const { accessToken: token, phoneNumberId } = credentials.parse(given);
    return requestAppData(phoneNumberId, token, "smb_app_state_sync");
  },

  async locateMedia(media, given, signal) {
    if (media.id === null) return { outcome: "lost", error: say("provider.wa.fileNoId") };
    const { accessToken: token, phoneNumberId } = credentials.parse(given);
    const query = { phone_number_id: phoneNumberId };
    const path = encodeURIComponent(media.id);
    const reply = await callGraph({ method: "GET", path, query, accessToken: token, signal });
    if (reply.kind !== "ok") return mediaFailure(reply);
    const found = file.safeParse(reply.body);
    if (!found.success) return { outcome: "retry", error: say("provider.metaFileUnreadable") };
    const { url, mime_type, file_size } = found.data;
    const headers = { authorization: `Bearer ${token}` };
    return { outcome: "found", url, headers, mimeType: mime_type ?? null, sizeBytes: file_size ?? null };
  },
};

/** The account sends marketing templates by the Marketing Messages API only. */
const ONLY_MARKETING_API = 131063;
/** The terms of the Marketing Messages API are not accepted. Also, in older versions: no marketing template. */
const TERMS = 131055;
/**
 * If an endpoint answers with one of these codes, it sent nothing, and the other endpoint is tried with the same body. 134100: no
 * marketing template. 134101, 134102, 131009: that API does not know the template yet, or not at all. 100: an invalid parameter, which both
 * endpoints refuse. Source: Meta, "Marketing Messages API", errors.
 */
const ELSEWHERE = { messages: [ONLY_MARKETING_API], marketing_messages: [TERMS, 134100, 134101, 134102, 131009, 100] };

function codeOf(reply: GraphReply): number | null {
  return reply.kind === "error" ? reply.error.code : null;
}

function post(
  edge: "messages" | "marketing_messages" | "thread_control",
  body: Record<string, unknown>,
  given: unknown,
  signal: AbortSignal,
): Promise<GraphReply> {
  const { accessToken: token, phoneNumberId } = credentials.parse(given);
  return callGraph({ method: "POST", path: `${phoneNumberId}/${edge}`, body, accessToken: token, signal });
}

function gestureBody(gesture: Gesture): Record<string, unknown> {
  const { externalMessageId: message_id, externalClientId } = gesture;
  if (gesture.kind === "reaction") {
    const reaction = { message_id, emoji: gesture.emoji ?? "" };
    const to = recipient(externalClientId);
    return { messaging_product: "whatsapp", recipient_type: "individual", ...to, type: "reaction", reaction };
  }
  const typing = gesture.kind === "typing" ? { typing_indicator: { type: "text" } } : {};
  return { messaging_product: "whatsapp", status: "read", message_id, ...typing };
}

/** @param externalClientId whom it was sent to; null: a group, whose id stays. */
function resultOf(reply: GraphReply, priorAttempts: number, externalClientId: string | null): SendResult {
  if (reply.kind !== "ok") {
    const failure = sendFailure(reply, whatsappVerdict, priorAttempts);
    const about = reply.kind === "error" ? aboutTemplate(reply.error.code) : null;
    return failure.outcome === "refused" && about ? { ...failure, aboutTemplate: about } : failure;
  }
  const answer = sent.safeParse(reply.body);
  const known = answer.data?.contacts?.[0];
  const given = externalClientId?.replace(/^\+/, "");
  const name = known?.wa_id ?? known?.user_id;
  return {
    outcome: "accepted",
    externalMessageId: answer.data?.messages[0]?.id ?? null,
    responseStatus: reply.status,
    // For example Brazil's ninth digit: the contact will write under the number that WhatsApp knows.
    ...(given !== undefined && name !== undefined && name !== given
      ? { recipient: { scope: isBusinessScopedId(name) ? BSUID_SCOPE : PHONE_SCOPE, externalId: name } }
      : {}),
  };
}
