import { z } from "zod";
import type { SendResult } from "../channel.ts";
import type { Body } from "../structured-content.ts";
import { callGraph, type GraphError, type GraphReply, type GraphRequest } from "./graph-api.ts";
import { failureOfComment } from "./comments.ts";
import { sendFailure, type Verdict } from "./verdict.ts";
import { say, type Said } from "../../say.ts";
import { maybeId } from "./webhook.ts";

const refused = (advice: Said): Verdict => ({ outcome: "refused", advice });

const WINDOW = refused(say("provider.window"));
const LATE = refused(say("provider.late"));
const UTILITY = refused(say("provider.utility"));
const GONE = refused(say("provider.gone"));
const NOBODY = refused(say("provider.nobody"));
const FILE = refused(say("provider.metaFile"));
const BUSY: Verdict = { outcome: "retry", advice: say("provider.tooMany"), waitSeconds: () => 30 };
/** For the whole page or account. */
const ALL_BUSY: Verdict = { ...BUSY, isChannelWide: true };
const RESTRICTED: Verdict = {
  outcome: "unauthorized",
  advice: say("provider.restrictedForTime"),
};

/** Verdicts by subcode: the same code has several meanings. */
const SUBCODES = new Map<number, Verdict>([
  [2018278, WINDOW],
  [2018065, WINDOW],
  [2534022, WINDOW],
  [1893063, RESTRICTED],
  [2018001, NOBODY],
  [2018108, GONE],
  [1545041, GONE],
  [2018294, FILE],
  [2018008, FILE],
  [2018047, FILE],
]);

const CODES = new Map<number, Verdict>([
  [551, GONE],
  [1545041, WINDOW],
  [613, BUSY],
  [80002, ALL_BUSY],
  [80006, ALL_BUSY],
  [1200, { outcome: "retry", advice: say("provider.temporary") }],
  [230, refused(say("provider.notAgreed"))],
]);

const sent = z.object({ message_id: z.string(), recipient_id: maybeId });

/** `scope`: of the ids of the people who write to it (`Channel.identityScope`). */
type Account = Pick<GraphRequest, "host" | "accessToken"> & { id: string; scope: string };

/** Sends a body to the Send API of a page or an Instagram account. A body with an error is refused without a request. */
export async function sendMessaging(
  body: Body,
  account: Account,
  priorAttempts: number,
  signal: AbortSignal,
): Promise<SendResult> {
  if (body.error) return { outcome: "refused", error: body.error, responseStatus: null };
  const { id, scope, ...access } = account;
  const reply = await callGraph({ method: "POST", path: `${id}/messages`, body, ...access, signal });
  const isToComment = "comment_id" in (body.recipient as object);
  if (reply.kind !== "ok") {
    if (isToComment) return failureOfComment(reply, priorAttempts, messagingVerdict);
    const special = "tag" in body ? LATE : body.messaging_type === "UTILITY" ? UTILITY : undefined;
    return sendFailure(
      reply,
      (error) => messagingVerdict(error) ?? (isNotPermitted(error) ? special : undefined),
      priorAttempts,
    );
  }
  const said = sent.safeParse(reply.body).data;
  const externalMessageId = said?.message_id ?? null;
  // The first thing that tells who a commenter is in messages.
  const recipient = isToComment && said?.recipient_id;
  return {
    outcome: "accepted",
    externalMessageId,
    responseStatus: reply.status,
    ...(recipient ? { recipient: { scope, externalId: recipient } } : {}),
  };
}

/**
 * Takes a person's conversation from the app that answers it, or releases it to the one that answers by default. Source: Meta,
 * "Conversation Routing".
 */
export async function controlThread(
  action: "take" | "release",
  externalClientId: string,
  { id, scope: _, ...access }: Account,
  signal: AbortSignal,
): Promise<SendResult> {
  const body = { recipient: { id: externalClientId } };
  const reply = await callGraph({ method: "POST", path: `${id}/${action}_thread_control`, body, ...access, signal });
  return controlResult(reply);
}

/** The outcome of asking for a conversation. Meta's own words say why it is refused; the table of sends is about messages. */
export function controlResult(reply: GraphReply): SendResult {
  if (reply.kind === "ok") return { outcome: "accepted", externalMessageId: null, responseStatus: reply.status };
  if (reply.kind !== "error") return { outcome: "unknown", error: reply.error, responseStatus: null };
  const { words: details, status } = reply.error;
  return { outcome: "refused", error: say("provider.metaSays", { details }), responseStatus: status };
}

/**
 * The app may not send this. Without a special permission, only such messages fail, not the channel. Only the window has subcodes of its
 * own, and a late answer is after the window.
 */
function isNotPermitted({ code, subcode }: GraphError): boolean {
  return code === 10 || (code !== null && code >= 200 && code < 300) || (code === 100 && subcode === 1893061);
}

/** The meaning of Send API errors, for Messenger and Instagram. */
function messagingVerdict({ code, subcode }: Pick<GraphError, "code" | "subcode">): Verdict | undefined {
  return (subcode === null ? undefined : SUBCODES.get(subcode)) ?? (code === null ? undefined : CODES.get(code));
}
