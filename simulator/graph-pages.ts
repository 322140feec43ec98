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
import { refusePrivateAnswer } from "./graph-comments.ts";
import { GRAPH_ERRORS } from "./graph-errors.ts";
import { takeMessaging } from "./graph-messaging.ts";
import { isWithin, WINDOW_HOURS, type GraphWorld, type MessagingAccount } from "./graph-world.ts";
import { templatePage } from "./graph-templates.ts";
import { note } from "./journal.ts";

const HUMAN_AGENT_HOURS = 7 * 24;

/** Answers for a page or an Instagram account: its node, its subscription, its conversations and its messages. */
export async function answerMessaging(
  world: GraphWorld,
  account: MessagingAccount,
  asked: string,
  edge: string | undefined,
  request: GraphRequest,
): Promise<GraphAnswer> {
  const { object, id, name, pageId } = account;
  const { method, query } = request;
  if (method === "GET" && edge === undefined) {
    const page = { id: asked, name, instagram_business_account: { id, username: name } };
    return {
      status: 200,
      body: picked(object === "page" || asked === pageId ? page : { id, user_id: id, username: name }, query),
    };
  }
  if (edge === "subscribed_apps") {
    if (method === "POST") world.fields.set(asked, (query.get("subscribed_fields") ?? "").split(","));
    if (method === "DELETE") world.fields.delete(asked);
    const subscribed = world.fields.get(asked);
    return method === "GET"
      ? { status: 200, body: { data: subscribed ? [{ id: account.appId ?? "1", subscribed_fields: subscribed }] : [] } }
      : SUCCESS;
  }
  if (method === "POST" && (edge === "take_thread_control" || edge === "release_thread_control")) {
    const recipient = objectOf(objectOf(request.body).recipient).id;
    return typeof recipient === "string" ? SUCCESS : parameterError("recipient is missing");
  }
  const templates = account.templates ?? [];
  if (method === "GET" && object === "page" && edge === "message_templates") {
    const listed = templatePage(templates, query, request.token);
    return "problem" in listed ? parameterError(listed.problem) : { status: 200, body: listed };
  }
  if (method !== "POST" || edge !== "messages") return nothingThere(request);
  const taken = takeMessaging(object, request.body, templates);
  if ("refusal" in taken) return refuse(taken.refusal);
  const { messageId } = taken;
  const body = objectOf(request.body);
  if (messageId === null) {
    world.options.onGesture?.(id, body);
    return { status: 200, body: { recipient_id: taken.recipientId } };
  }
  const { comment_id: commentId } = objectOf(body.recipient);
  const comment = typeof commentId === "string" ? world.comments.get(commentId) : undefined;
  const recipientId = comment?.writerId ?? taken.recipientId;
  const hours = body.messaging_type === "MESSAGE_TAG" ? HUMAN_AGENT_HOURS : WINDOW_HOURS;
  const closed = object === "page" ? GRAPH_ERRORS.pageWindowClosed : GRAPH_ERRORS.instagramWindowClosed;
  const isOpen = commentId !== undefined || taken.isUtility || isWithin(world, id, recipientId, hours);
  const refusal = commentId === undefined ? null : refusePrivateAnswer(world, comment, account);
  if (refusal || !isOpen) return refusal ?? refuse(closed);
  const sent = { mid: messageId, account, recipientId, body };
  note(world.sentMessaging, sent);
  await world.options.onMessaging?.(sent);
  return { status: 200, body: { recipient_id: recipientId, message_id: messageId } };
}
