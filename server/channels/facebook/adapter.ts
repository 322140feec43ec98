import { z } from "zod";
import { say } from "../../say.ts";
import type { Adapter, Setup } from "../channel.ts";
import { commentOf } from "../comments.ts";
import type { ClientProfile, Inbound } from "../inbound.ts";
import { answerComment, hideComment, readPost } from "../meta/comments.ts";
import { accessToken, appSecret, metaId } from "../meta/credentials.ts";
import { callGraph } from "../meta/graph-api.ts";
import { answerHandshake, verifyToken } from "../meta/handshake.ts";
import { gestureBody, messagingBody } from "../meta/messaging-body.ts";
import { readMessaging } from "../meta/read-messaging.ts";
import { controlThread, sendMessaging } from "../meta/send-messaging.ts";
import { secretOf } from "../meta/operators-app.ts";
import { isSigned } from "../meta/signature.ts";
import { subscribeAccount } from "../meta/subscribe-account.ts";
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

const RULES = {
  name: "Messenger",
  countsBytes: false,
  maxText: 2_000,
  keepsMetadata: true,
  utilityMessages: true,
  reacts: false,
};

const FIELDS =
  "messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,message_reactions,message_edits,messaging_referrals,messaging_handovers,standby";

/** The further field of a page that wants comments. */
const COMMENTS = "feed";

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

  /** Registers the address for all pages of the app, then subscribes this page. The app has the fields of all of them. */
  async subscribe(given, address, wanted) {
    const { accessToken: token, pageId, appId, appSecret: secret } = credentials.parse(given);
    const comments = wanted?.comments ? COMMENTS : null;
    const account = await subscribeAccount({ id: pageId, fields: FIELDS, comments, accessToken: token });
    if (account.outcome !== "subscribed" || appId === undefined) return account;
    const fields = `${FIELDS},${COMMENTS}`;
    const app = await subscribeApp({ appId, appSecret: secret, object: "page", fields, address });
    return app.outcome === "subscribed" ? account : app;
  },

  fieldsByHand: (given, wanted) => {
    if (credentials.parse(given).appId !== undefined) return null;
    return [...FIELDS.split(","), ...(wanted?.comments ? [COMMENTS] : [])];
  },
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
    return readMessaging(body, { object: "page", accountId: pageId, linkPrefix, appId, comments: channel.comments });
  },
};

/** Implements the Messenger Platform for a page. */
export const facebookAdapter: Adapter = {
  credentials,
  setup,
  inbound,
  tokenEnd,
  send: (message, given, signal) => {
    const account = accountOf(credentials.parse(given));
    if (commentOf(message.externalConversationId) !== null) return answerComment(message, "page", account, signal);
    return sendMessaging(messagingBody(message, RULES), account, message.priorAttempts, signal);
  },
  gesture: (gesture, given, signal) =>
    sendMessaging(gestureBody(gesture, RULES), accountOf(credentials.parse(given)), 0, signal),
  takeThread: (externalClientId, given, signal) =>
    controlThread("take", externalClientId, accountOf(credentials.parse(given)), signal),
  releaseThread: (externalClientId, given, signal) =>
    controlThread("release", externalClientId, accountOf(credentials.parse(given)), signal),

  hideComment: (externalMessageId, isHidden, given, signal) =>
    hideComment({ externalMessageId, isHidden }, "page", accountOf(credentials.parse(given)), signal),
  postOf: (postId, given, signal) => readPost(postId, "page", accountOf(credentials.parse(given)), signal),

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

function accountOf({ pageId, accessToken: token }: Credentials) {
  return { id: pageId, accessToken: token, scope: `page:${pageId}` };
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
