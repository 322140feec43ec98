import { z } from "zod";
import { say, quote } from "../../say.ts";
import type { Adapter, Setup, Renewal } from "../channel.ts";
import { commentOf } from "../comments.ts";
import type { Inbound } from "../inbound.ts";
import { answerComment, hideComment, readPost } from "../meta/comments.ts";
import { accessToken, appSecret, metaId } from "../meta/credentials.ts";
import { callGraph, type GraphRequest } from "../meta/graph-api.ts";
import { answerHandshake, verifyToken } from "../meta/handshake.ts";
import { gestureBody, messagingBody } from "../meta/messaging-body.ts";
import { readMessaging } from "../meta/read-messaging.ts";
import { controlThread, sendMessaging } from "../meta/send-messaging.ts";
import { isOperatorsApp, secretOf } from "../meta/operators-app.ts";
import { isSigned } from "../meta/signature.ts";
import { subscribeAccount } from "../meta/subscribe-account.ts";
import { subscribeApp } from "../meta/subscribe-app.ts";
import { setupFailure } from "../meta/verdict.ts";
import { maybeText } from "../meta/webhook.ts";

const given = z.looseObject({ accessToken, pageId: z.string().optional() });
const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/**
 * integrationProperties of an INSTAGRAM channel. An account is connected by its own login or through its linked page. With a
 * page, `pageId` is given, the token is the page's, and requests go to another host of Meta's.
 */
const credentials = z.strictObject({
  accessToken,
  /** The id of the professional account. Webhooks name it. */
  accountId: metaId("accountId"),
  pageId: metaId("pageId").optional(),
  appSecret: appSecret("appSecret"),
  /** An app with an Instagram login has a second secret for it. Meta signs with either one. */
  instagramAppSecret: appSecret("instagramAppSecret").optional(),
  /** With it, we register the app's webhook. Without it, people paste the address and the verify token into the app's settings. */
  appId: metaId("appId").optional(),
});
type Credentials = z.infer<typeof credentials>;

const RULES = {
  name: "Instagram",
  countsBytes: true,
  maxText: 1_000,
  keepsMetadata: false,
  utilityMessages: false,
  reacts: true,
};

const FIELDS = "messages,messaging_postbacks,messaging_seen,message_reactions,messaging_referral,message_edit";
const COMMENTS = "comments,live_comments";
/** The page's fields, if the account is connected through its page. The app subscribes to Instagram's own fields. */
const PAGE_FIELDS = "messages";

const account = z.object({ user_id: z.coerce.string(), username: z.string().min(1) });
const page = z.object({ instagram_business_account: z.object({ id: z.coerce.string(), username: z.string().min(1) }) });
const tokenOwner = z.object({ id: z.coerce.string(), name: z.string().catch("") });
const person = z.object({ name: maybeText, username: maybeText, profile_pic: maybeText });

const setup: Setup = {
  async identify(properties) {
    const given = credentials.parse(properties);
    const { accountId, pageId } = given;
    const path = pageId === undefined ? "accessToken" : "pageId";
    const fields = pageId === undefined ? "user_id,username" : "id,name,instagram_business_account{id,username}";
    // Calls to the operator's app are told apart by the account, so the token must be the page's own.
    const node = pageId !== undefined && !isOperatorsApp(given) ? pageId : "me";
    const reply = await callGraph({ method: "GET", path: node, query: { fields }, ...accessOf(given) });
    if (reply.kind !== "ok") return setupFailure(reply, path);
    const owner = node === "me" ? tokenOwner.safeParse(reply.body).data : undefined;
    if (pageId !== undefined && owner && owner.id !== pageId) {
      return { outcome: "refused", path: "accessToken", error: say("provider.tokenOf", owner) };
    }
    const linked = page.safeParse(reply.body).data?.instagram_business_account;
    const own = account.safeParse(reply.body).data;
    const found = linked ?? (own && { id: own.user_id, username: own.username });
    if (!found) return { outcome: "refused", path, error: say("provider.instagramNone") };
    if (found.id === accountId) return { outcome: "known", identifier: found.username, accountId };
    return {
      outcome: "refused",
      path: "accountId",
      error: say("provider.instagramOther", { name: found.username, id: found.id }),
    };
  },

  async subscribe(properties, address, wanted) {
    const given = credentials.parse(properties);
    const { accountId, pageId, appId, appSecret: secret } = given;
    const account = await subscribeAccount({
      id: pageId ?? accountId,
      fields: pageId === undefined ? FIELDS : PAGE_FIELDS,
      comments: pageId === undefined && wanted?.comments ? COMMENTS : null,
      ...accessOf(given),
    });
    if (account.outcome !== "subscribed" || appId === undefined) return account;
    const fields = `${FIELDS},${COMMENTS}`;
    const app = await subscribeApp({ appId, appSecret: secret, object: "instagram", fields, address });
    return app.outcome === "subscribed" ? account : app;
  },

  appFields: (given) => (isOperatorsApp(credentials.parse(given)) ? [] : ["standby", "messaging_handover"]),
  fieldsByHand: (given, wanted) => {
    if (credentials.parse(given).appId !== undefined) return null;
    return [FIELDS, ...(wanted?.comments ? [COMMENTS] : [])].join(",").split(",");
  },
};

const inbound: Inbound = {
  isGenuine(header, given, body) {
    const { instagramAppSecret: other, ...app } = credentials.parse(given);
    const secret = secretOf(app);
    return isSigned(header("x-hub-signature-256"), body, other === undefined ? [secret] : [secret, other]);
  },
  handshake: {
    token: (given) => verifyToken(secretOf(credentials.parse(given))),
    answer: (query, given) => answerHandshake(query, secretOf(credentials.parse(given))),
  },
  read(body, { identifier, credentials: given, comments }) {
    const { accountId, appId } = credentials.parse(given);
    const linkPrefix = identifier === null ? null : `https://ig.me/m/${identifier}?ref=`;
    return readMessaging(body, { object: "instagram", accountId, linkPrefix, appId, comments });
  },
};

/** Implements Instagram Messaging for both logins. Instagram reports no deliveries: a message is sent, then read. */
export const instagramAdapter: Adapter = {
  credentials,
  setup,
  inbound,
  renew: renewInstagramToken,
  send: (message, given, signal) => {
    const account = accountOf(credentials.parse(given));
    if (commentOf(message.externalConversationId) !== null) return answerComment(message, "instagram", account, signal);
    return sendMessaging(messagingBody(message, RULES), account, message.priorAttempts, signal);
  },
  gesture: (gesture, given, signal) =>
    sendMessaging(gestureBody(gesture, RULES), accountOf(credentials.parse(given)), 0, signal),
  takeThread: (externalClientId, given, signal) =>
    controlThread("take", externalClientId, accountOf(credentials.parse(given)), signal),
  releaseThread: (externalClientId, given, signal) =>
    controlThread("release", externalClientId, accountOf(credentials.parse(given)), signal),

  hideComment: (externalMessageId, isHidden, given, signal) =>
    hideComment({ externalMessageId, isHidden }, "instagram", accessOf(credentials.parse(given)), signal),
  postOf: (postId, given, signal) => readPost(postId, "instagram", accessOf(credentials.parse(given)), signal),

  async profileOf(senderId, given, signal) {
    const query = { fields: "name,username,profile_pic" };
    const path = encodeURIComponent(senderId);
    const reply = await callGraph({ method: "GET", path, query, ...accessOf(credentials.parse(given)), signal });
    const found = person.safeParse(reply.kind === "ok" ? reply.body : null);
    if (!found.success) return null;
    const { name, username, profile_pic } = found.data;
    return { name: name || username || null, avatar: profile_pic ? { url: profile_pic } : null };
  },
};

function accessOf({ accessToken: token, pageId }: Credentials): Pick<GraphRequest, "host" | "accessToken"> {
  return { accessToken: token, host: pageId === undefined ? "instagram" : "facebook" };
}

function accountOf(given: Credentials) {
  return { id: given.pageId ?? given.accountId, ...accessOf(given), scope: `instagram:${given.accountId}` };
}

/**
 * Extends the token of an Instagram login by another 60 days, once it is a day old. Meta accepts no other tokens here. A page's
 * token does not expire by itself.
 */
async function renewInstagramToken(credentials: unknown, now: Date): Promise<Renewal> {
  const kept = given.parse(credentials);
  if (kept.pageId !== undefined) return { outcome: "fixed" };
  const reply = await callGraph({
    method: "GET",
    path: "refresh_access_token",
    query: { grant_type: "ig_refresh_token" },
    accessToken: kept.accessToken,
    host: "instagram",
  });
  if (reply.kind === "error") return { outcome: "refused", error: quote(reply.error.words) };
  if (reply.kind !== "ok") return { outcome: "unreachable", error: reply.error };
  const renewed = answer.safeParse(reply.body);
  if (!renewed.success) return { outcome: "unreachable", error: say("provider.metaUnreadable") };
  const { access_token, expires_in } = renewed.data;
  return {
    outcome: "renewed",
    credentials: { ...kept, accessToken: access_token },
    expiresAt: new Date(now.getTime() + expires_in * 1_000),
  };
}
