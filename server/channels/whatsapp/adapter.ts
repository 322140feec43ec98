import { z } from "zod";
import { say } from "../../say.ts";
import type { Adapter, Gesture, SendResult, Setup } from "../channel.ts";
import type { Inbound } from "../inbound.ts";
import { accessToken, appSecret, metaId } from "../meta/credentials.ts";
import { callGraph, type GraphReply } from "../meta/graph-api.ts";
import { answerHandshake, verifyToken } from "../meta/handshake.ts";
import { isSigned } from "../meta/signature.ts";
import { tokenEnd } from "../meta/token-end.ts";
import { mediaFailure, sendFailure, setupFailure } from "../meta/verdict.ts";
import { aboutTemplate, whatsappVerdict } from "./errors.ts";
import { readCall, APP_FIELDS } from "./read-call.ts";
import { recipient, sendBody } from "./request.ts";
import { BSUID_SCOPE, isBusinessScopedId, PHONE_SCOPE } from "./sender.ts";

/** integrationProperties of a WHATSAPP or WA_GATEWAY channel. */
const credentials = z.strictObject({
  accessToken,
  /** The number that sends. Webhook calls name it. */
  phoneNumberId: metaId("phoneNumberId"),
  /** The WhatsApp Business account, which holds the templates. */
  wabaId: metaId("wabaId"),
  /** Meta signs its webhook calls with it. */
  appSecret: appSecret("appSecret"),
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
    const { phoneNumberId, accessToken: token } = credentials.parse(given);
    const query = { fields: "display_phone_number" };
    const reply = await callGraph({ method: "GET", path: phoneNumberId, query, accessToken: token });
    if (reply.kind !== "ok") return setupFailure(reply, "phoneNumberId");
    const found = number.safeParse(reply.body);
    if (!found.success) return { outcome: "refused", path: "phoneNumberId", error: say("provider.wa.notPhone") };
    // Meta writes the number with spaces here and without them in webhook calls.
    const identifier = `+${found.data.display_phone_number.replace(/\D/g, "")}`;
    return { outcome: "known", identifier, accountId: phoneNumberId };
  },

  /**
   * Registers two addresses: the account's, for events about its templates, and the number's own, which takes priority. So several
   * numbers of one account can be several channels. Meta calls the address for the handshake before it answers.
   */
  async subscribe(given, address) {
    const { phoneNumberId, wabaId, accessToken: token, appSecret: secret } = credentials.parse(given);
    const override = { override_callback_uri: address, verify_token: verifyToken(secret) };
    const account = await callGraph({
      method: "POST",
      path: `${wabaId}/subscribed_apps`,
      body: override,
      accessToken: token,
    });
    if (account.kind !== "ok") return setupFailure(account, "wabaId");
    const body = { webhook_configuration: override };
    const own = await callGraph({ method: "POST", path: phoneNumberId, body, accessToken: token });
    return own.kind === "ok" ? { outcome: "subscribed" } : setupFailure(own, "phoneNumberId");
  },

  appFields: APP_FIELDS,
};

const inbound: Inbound = {
  isGenuine: (header, given, body) =>
    isSigned(header("x-hub-signature-256"), body, [credentials.parse(given).appSecret]),
  handshake: {
    token: (given) => verifyToken(credentials.parse(given).appSecret),
    answer: (query, given) => answerHandshake(query, credentials.parse(given).appSecret),
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

  async send(message, given, signal) {
    const body = sendBody(message);
    if (body.error) return { outcome: "refused", error: body.error, responseStatus: null };
    return resultOf(await post(body, given, signal), message.priorAttempts, message.externalClientId);
  },

  async gesture(gesture, given, signal) {
    return resultOf(await post(gestureBody(gesture), given, signal), 0, gesture.externalClientId);
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

function post(body: Record<string, unknown>, given: unknown, signal: AbortSignal): Promise<GraphReply> {
  const { accessToken: token, phoneNumberId } = credentials.parse(given);
  return callGraph({ method: "POST", path: `${phoneNumberId}/messages`, body, accessToken: token, signal });
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

function resultOf(reply: GraphReply, priorAttempts: number, externalClientId: string): SendResult {
  if (reply.kind !== "ok") {
    const failure = sendFailure(reply, whatsappVerdict, priorAttempts);
    const about = reply.kind === "error" ? aboutTemplate(reply.error.code) : null;
    return failure.outcome === "refused" && about ? { ...failure, aboutTemplate: about } : failure;
  }
  const answer = sent.safeParse(reply.body);
  const known = answer.data?.contacts?.[0];
  const given = externalClientId.replace(/^\+/, "");
  const name = known?.wa_id ?? known?.user_id;
  return {
    outcome: "accepted",
    externalMessageId: answer.data?.messages[0]?.id ?? null,
    responseStatus: reply.status,
    // For example Brazil's ninth digit: the contact will write under the number that WhatsApp knows.
    ...(name !== undefined && name !== given
      ? { recipient: { scope: isBusinessScopedId(name) ? BSUID_SCOPE : PHONE_SCOPE, externalId: name } }
      : {}),
  };
}
