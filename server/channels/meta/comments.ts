import { z } from "zod";
import { say, type Said } from "../../say.ts";
import type { OutgoingMessage, SendResult } from "../channel.ts";
import { commentOf, type Post } from "../comments.ts";
import { callGraph, type GraphError, type GraphReply, type GraphRequest } from "./graph-api.ts";
import { id, maybeText } from "./webhook.ts";
import { sendFailure, type Verdict } from "./verdict.ts";

type Access = Pick<GraphRequest, "host" | "accessToken">;
type Place = "page" | "instagram";
const NAMES = { page: "Messenger", instagram: "Instagram" };

const created = z.object({ id });
const pagePost = z.object({ message: maybeText, permalink_url: maybeText, full_picture: maybeText });
const media = z.object({ caption: maybeText, permalink: maybeText, media_url: maybeText, thumbnail_url: maybeText });

const GONE: Verdict = { outcome: "refused", advice: say("provider.commentGone") };
/** A right that only comments need, and a block for comments, do not stop the channel's messages. */
const RIGHTS: Verdict = { outcome: "refused", advice: say("provider.commentRights") };
const RIGHT_CODES = [3, 10, 368];
const BUSY: Verdict = { outcome: "retry", advice: say("provider.tooMany"), waitSeconds: () => 60 };
const BUSY_CODES = [80_001, 80_002, 80_006];
/** Nothing was done. */
const LIMIT_CODES = [4, 17, 32, 613, ...BUSY_CODES];

/**
 * Publishes an answer under a comment, once. Below Instagram's posts there are only two levels, so an answer to an answer goes under the
 * first comment. Source: Meta, "Comment, comments" and "IG Comment, replies".
 */
export async function answerComment(
  message: OutgoingMessage,
  object: Place,
  access: Access,
  signal: AbortSignal,
): Promise<SendResult> {
  const { type } = message;
  const first = commentOf(message.externalConversationId) ?? "";
  if (type !== "text") return refused(say("provider.cannotSend", { name: NAMES[object], type }));
  const isPage = object === "page";
  const answered = isPage ? (message.replyTo?.externalId ?? first) : first;
  const path = `${encodeURIComponent(answered)}/${isPage ? "comments" : "replies"}`;
  const reply = await callGraph({ method: "POST", path, body: { message: message.content }, ...access, signal });
  if (reply.kind !== "ok") return failureOfComment(reply, message.priorAttempts);
  const externalMessageId = created.safeParse(reply.body).data?.id ?? null;
  return { outcome: "accepted", externalMessageId, responseStatus: reply.status };
}

function refused(error: Said): SendResult {
  return { outcome: "refused", error, responseStatus: null };
}

/** Hides a comment, or shows it again. */
export async function hideComment(
  { externalMessageId, isHidden }: { externalMessageId: string; isHidden: boolean },
  object: Place,
  access: Access,
  signal: AbortSignal,
): Promise<SendResult> {
  const body = object === "page" ? { is_hidden: isHidden } : { hide: isHidden };
  const path = encodeURIComponent(externalMessageId);
  const reply = await callGraph({ method: "POST", path, body, ...access, signal });
  if (reply.kind !== "ok") return sendFailure(reply, verdictOfComment, 0);
  return { outcome: "accepted", externalMessageId: null, responseStatus: reply.status };
}

/** @returns null if Meta does not show it. */
export async function readPost(
  postId: string,
  object: Place,
  access: Access,
  signal: AbortSignal,
): Promise<Post | null> {
  const path = encodeURIComponent(postId);
  const shape = object === "page" ? pagePost : media;
  const fields = Object.keys(shape.shape).join(",");
  const reply = await callGraph({ method: "GET", path, query: { fields }, ...access, signal });
  if (reply.kind !== "ok") return null;
  if (object === "page") {
    const found = pagePost.safeParse(reply.body).data;
    return found ? postOf(found.permalink_url, found.message, found.full_picture) : null;
  }
  const found = media.safeParse(reply.body).data;
  // A video's media_url is the film.
  return found ? postOf(found.permalink, found.caption, found.thumbnail_url ?? found.media_url) : null;
}

function postOf(url: string | undefined, text: string | undefined, pictureUrl: string | undefined): Post {
  return { url: url ?? null, text: text || null, pictureUrl: pictureUrl ?? null };
}

/**
 * Why an answer to a comment was not accepted. Nothing is repeated where Meta may have done it: it would be public twice, or refused as the
 * second private answer.
 * @param own the meanings of further codes.
 */
export function failureOfComment(
  reply: Exclude<GraphReply, { kind: "ok" }>,
  priorAttempts: number,
  own: (error: GraphError) => Verdict | undefined = () => undefined,
): SendResult {
  if (reply.kind === "unknown" || (reply.kind === "error" && isUnsure(reply.error))) {
    return refused(say("provider.commentUnknown"));
  }
  return sendFailure(reply, (error) => own(error) ?? verdictOfComment(error), priorAttempts);
}

function isUnsure({ status, code, isTransient }: GraphError): boolean {
  if (code !== null && LIMIT_CODES.includes(code)) return false;
  return isTransient || code === 1 || code === 2 || status >= 500;
}

function verdictOfComment({ code }: GraphError): Verdict | undefined {
  if (code === null) return undefined;
  if (code === 100) return GONE;
  if (BUSY_CODES.includes(code)) return BUSY;
  return RIGHT_CODES.includes(code) || (code >= 200 && code < 300) ? RIGHTS : undefined;
}
