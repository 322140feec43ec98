import {
  objectOf,
  parameterError,
  refuse,
  SUCCESS,
  nothingThere,
  type GraphAnswer,
  type GraphRequest,
} from "./graph-answer.ts";
import { newMid } from "./graph-messaging.ts";
import type { GraphComment, GraphWorld, MessagingAccount } from "./graph-world.ts";

const DAYS = 7;

/** The node of a post, with the names of fields that pages and Instagram use. */
export function postNode({ object, id, name }: MessagingAccount): Record<string, unknown> {
  const text = `${name}: our winter boots are here`;
  const url = object === "page" ? `https://www.facebook.com/${id}/posts/100` : "https://www.instagram.com/p/winter/";
  return object === "page"
    ? { id: postIdOf(id), message: text, permalink_url: url }
    : { id: postIdOf(id), caption: text, permalink: url, media_type: "IMAGE" };
}

export function postIdOf(accountId: string): string {
  return `${accountId}_100`;
}

/** Publishes an answer under a comment, or hides the comment. */
export async function answerComment(
  world: GraphWorld,
  comment: GraphComment,
  request: GraphRequest,
): Promise<GraphAnswer> {
  const { account, writerId } = comment;
  const [commentId = "", edge] = request.path;
  const isPage = account.object === "page";
  const body = objectOf(request.body);
  if (request.method !== "POST") return nothingThere(request);
  if (edge === undefined) {
    const isHidden = isPage ? body.is_hidden : body.hide;
    if (typeof isHidden !== "boolean") return parameterError(`${isPage ? "is_hidden" : "hide"} must be a boolean`);
    comment.isHidden = isHidden;
    return SUCCESS;
  }
  if (edge !== (isPage ? "comments" : "replies")) return nothingThere(request);
  const { message: text } = body;
  if (typeof text !== "string" || text === "") return parameterError("message must be a non-empty string");
  const published = { id: newMid(account.object), commentId, writerId, account, text };
  world.comments.set(published.id, { ...comment, isHidden: false });
  await world.options.onComment?.(published);
  return { status: 200, body: { id: published.id } };
}

/** Why a private answer is not taken; null: it is, and no other will be. */
export function refusePrivateAnswer(world: GraphWorld, comment: GraphComment | undefined, account: MessagingAccount) {
  if (comment?.account.id !== account.id) return parameterError("The comment does not exist");
  const isOld = world.now().getTime() - comment.at > DAYS * 86_400_000;
  const message = "(#10900) Activity already replied to";
  if (isOld || comment.isAnsweredPrivately) return refuse({ status: 400, code: 10900, message });
  comment.isAnsweredPrivately = true;
  return null;
}
