import { z } from "zod";
import { say } from "../../say.ts";
import type { Adapter, Setup } from "../channel.ts";
import type { ClientProfile, Inbound } from "../inbound.ts";
import { accessToken, appSecret, metaId } from "../meta/credentials.ts";
import { callGraph } from "../meta/graph-api.ts";
import { answerHandshake, verifyToken } from "../meta/handshake.ts";
import { gestureBody, messagingBody } from "../meta/messaging-body.ts";
import { readMessaging } from "../meta/read-messaging.ts";
import { controlThread, sendMessaging } from "../meta/send-messaging.ts";
import { secretOf } from "../meta/operators-app.ts";
import { isSigned } from "../meta/signature.ts";
import { subscribeApp } from "../meta/subscribe-app.ts";
import { tokenEnd } from "../meta/token-end.ts";
import { setupFailure } from "../meta/verdict.ts";
import { maybeText } from "../meta/webhook.ts";

/** integrationProperties of a FACEBOOK channel. */
const credentials = z.strictObject({
  /** The page's token, not a user's. */
  accessToken,
  pageId: metaId("pageId"),
  /** Meta signs its webhook calls with it. */
  appSecret: appSecret("appSecret"),
  /** With it, we register the app's webhook. Without it, people paste the address and the verify token into the app's settings. */
  appId: metaId("appId").optional(),
});
type Credentials = z.infer<typeof credentials>;

const RULES = { name: "Messenger", countsBytes: false, maxText: 2_000, keepsMetadata: true, reacts: false };

const FIELDS =
  "messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,message_reactions,message_edits,messaging_referrals,messaging_handovers,standby";

const page = z.object({ id: z.coerce.string(), name: z.string().min(1) });
const person = z.object({ first_name: maybeText, last_name: maybeText, profile_pic: maybeText, locale: maybeText });

const setup: Setup = {
  async identify(given) {
    const { accessToken: token, pageId } = credentials.parse(given);
    const reply = await callGraph({ method: "GET", path: "me", query: { fields: "id,name" }, accessToken: token });
    if (reply.kind !== "ok") return setupFailure(reply, "accessToken");
    const found = page.safeParse(reply.body);
    if (!found.success) return { outcome: "unreachable", error: say("provider.metaUnreadable") };
    if (found.data.id === pageId) return { outcome: "known", identifier: found.data.name, accountId: pageId };
    const error = say("provider.tokenOf", { name: found.data.name, id: found.data.id });
    return { outcome: "refused", path: "accessToken", error };
  },

  /** Registers the address for all pages of the app, then subscribes this page. */
  async subscribe(given, address) {
    const { accessToken: token, pageId, appId, appSecret: secret } = credentials.parse(given);
    const query = { subscribed_fields: FIELDS };
    const reply = await callGraph({ method: "POST", path: `${pageId}/subscribed_apps`, query, accessToken: token });
    if (reply.kind !== "ok") return setupFailure(reply, "accessToken");
    if (appId === undefined) return { outcome: "subscribed" };
    return subscribeApp({ appId, appSecret: secret, object: "page", fields: FIELDS, address });
  },

  fieldsByHand: (given) => (credentials.parse(given).appId === undefined ? FIELDS.split(",") : null),
};

const inbound: Inbound = {
  isGenuine: (header, given, body) =>
    isSigned(header("x-hub-signature-256"), body, [secretOf(credentials.parse(given))]),
  handshake: {
    token: (given) => verifyToken(secretOf(credentials.parse(given))),
    answer: (query, given) => answerHandshake(query, secretOf(credentials.parse(given))),
  },
  read: (body, channel) => {
    const { pageId, appId } = credentials.parse(channel.credentials);
    const linkPrefix = `https://m.me/${pageId}?ref=`;
    return readMessaging(body, { object: "page", accountId: pageId, linkPrefix, appId });
  },
};

/** Implements the Messenger Platform for a page. */
export const facebookAdapter: Adapter = {
  credentials,
  setup,
  inbound,
  tokenEnd,
  send: (message, given, signal) =>
    sendMessaging(messagingBody(message, RULES), accountOf(credentials.parse(given)), message.priorAttempts, signal),
  gesture: (gesture, given, signal) =>
    sendMessaging(gestureBody(gesture, RULES), accountOf(credentials.parse(given)), 0, signal),
  takeThread: (externalClientId, given, signal) =>
    controlThread("take", externalClientId, accountOf(credentials.parse(given)), signal),
  releaseThread: (externalClientId, given, signal) =>
    controlThread("release", externalClientId, accountOf(credentials.parse(given)), signal),

  async profileOf(senderId, given, signal) {
    const { accessToken: token } = credentials.parse(given);
    const path = encodeURIComponent(senderId);
    // The locale needs a permission that most apps lack. Without it Meta refuses the whole request, so the names are requested
    // again alone.
    for (const fields of ["first_name,last_name,profile_pic,locale", "first_name,last_name,profile_pic"]) {
      const reply = await callGraph({ method: "GET", path, query: { fields }, accessToken: token, signal });
      if (reply.kind === "ok") return profileOf(reply.body);
      if (reply.kind !== "error") return null;
    }
    return null;
  },
};

function accountOf({ pageId, accessToken: token }: Credentials): { id: string; accessToken: string } {
  return { id: pageId, accessToken: token };
}

function profileOf(body: unknown): ClientProfile | null {
  const found = person.safeParse(body);
  if (!found.success) return null;
  const { first_name, last_name, profile_pic, locale } = found.data;
  return {
    name: first_name || null,
    surname: last_name || null,
    avatar: profile_pic ? { url: profile_pic } : null,
    // For example nb_NO: Norway.
    country: /^[a-z]{2,3}_([A-Z]{2})$/.exec(locale ?? "")?.[1] ?? null,
  };
}
