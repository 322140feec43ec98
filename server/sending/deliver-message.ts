import { setTimeout as wait } from "node:timers/promises";
import type { SendResult } from "../channels/channel.ts";
import { channelOf, isOfComments } from "../channels/registry.ts";
import { openSecret } from "../crypto.ts";
import { whyNoTemplates } from "../integrations/sends-templates.ts";
import { log } from "../log.ts";
import { metrics, secondsSince } from "../observe/metrics.ts";
import { span } from "../observe/spans.ts";
import { withRequestContext, readRequestContext } from "../observe/request-context.ts";
import { saidWithoutSecrets } from "../redact.ts";
import { say, type Said } from "../say.ts";
import { withFetchableMedia } from "../uploads/fetchable-media.ts";
import { ownFile } from "../uploads/own-file.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { PRIORITY } from "./send-queue.ts";
import { payForTakeover, settleSend } from "./send-outcome.ts";
import { settleTogether } from "./settle-together.ts";

/** Decrypts the credentials of a send's channel. Doing this in advance keeps the request from leaving late. */
export function openCredentials({ workspaceId, integration }: ClaimedSend): Promise<unknown> {
  return openSecret(integration.credentials, {
    workspaceId,
    table: "Integration",
    id: integration.id,
    field: "credentials",
  });
}

/** Pause before an outcome that the database did not accept is stored again, in milliseconds. */
const STORE_AGAIN_MS = 250;
/** How long storing is retried, in milliseconds. If an outage ends within this time, the message need not be sent again. */
const STORE_FOR_MS = 60_000;

/**
 * Makes one attempt of a claimed send: calls the channel outside any transaction, then stores the result. Never throws. If the
 * result cannot be stored for a minute, the send is retried after the lease expires, with the same idempotency key.
 */
export function deliverMessage(
  send: ClaimedSend,
  signal: AbortSignal,
  credentials = openCredentials(send),
): Promise<void> {
  const attributes = { "messaging.message.id": send.messageId, "attempt.number": send.attemptNo };
  return withRequestContext(readRequestContext(send.trail), () =>
    span(`send ${send.integration.type}`, "consumer", attributes, () => attempt(send, credentials, signal)),
  );
}

async function attempt(send: ClaimedSend, credentials: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    if (send.costsCredits && send.takesOver && !(await payForTakeover(send))) return;
    const begun = { ...send, startedAt: new Date() };
    const began = performance.now();
    const result = await askChannel(begun, credentials, signal);
    report(send, result, secondsSince(began));
    await storeOutcome(begun, result, signal);
  } catch (error) {
    log.warn(
      { error, workspaceId: send.workspaceId, messageId: send.messageId },
      "the outcome of a send was not stored",
    );
  }
}

/** @param seconds the provider's response time. */
function report(
  { workspaceId, messageId, attemptNo, integration }: ClaimedSend,
  result: SendResult,
  seconds: number,
): void {
  const { outcome } = result;
  metrics.sends.observe({ channel: integration.type, outcome }, seconds);
  const facts = {
    workspaceId,
    messageId,
    attemptNo,
    channel: integration.type,
    outcome,
    ms: Math.round(seconds * 1_000),
  };
  if (outcome === "accepted") log.debug(facts, "a message was sent");
  // The reason is in the attempt's row, not in the log: providers repeat message content in their errors.
  else log.info(facts, "an attempt to send a message did not succeed");
}

/** If the commit's response is lost, storing again changes nothing: the second time, this worker no longer holds the send. */
async function storeOutcome(send: ClaimedSend, result: SendResult, signal: AbortSignal): Promise<void> {
  const until = performance.now() + STORE_FOR_MS;
  let isOneOfMany = send.priority === PRIORITY.broadcast && !send.costsCredits;
  for (;;) {
    try {
      if (isOneOfMany && result.outcome === "accepted" && (await settleTogether({ send, result }))) return;
      return await settleSend(send, result);
    } catch (error) {
      if (signal.aborted || performance.now() > until) throw error;
      // From now on it is stored alone, so that one bad result does not block the others.
      isOneOfMany = false;
      await wait(STORE_AGAIN_MS);
    }
  }
}

async function askChannel(send: ClaimedSend, credentials: Promise<unknown>, signal: AbortSignal): Promise<SendResult> {
  const { integration, workspaceId } = send;
  const adapter = channelOf(integration.type).adapter;
  if (!adapter)
    return {
      outcome: "refused",
      error: say("sending.typeCannotSend", { type: integration.type }),
      responseStatus: null,
    };
  const off = send.message.template ? whyNoTemplates(integration) : null;
  if (off) return { outcome: "refused", error: off, responseStatus: null };
  if (send.message.template && send.templatesHeld) return resultOfHeld(send.broadcastId, send.templatesHeld);
  if (send.message.externalClientId === "") {
    return { outcome: "refused", error: say("sending.noIdentity"), responseStatus: null };
  }
  if (send.takesOver && isOnce(send)) {
    return { outcome: "refused", error: say("provider.commentUnknown"), responseStatus: null };
  }
  try {
    const file = await ownFile(workspaceId, send.message);
    const message = { ...withFetchableMedia(workspaceId, send.message), file };
    const result = await adapter.send(message, await credentials, signal);
    if (result.outcome === "accepted") return result;
    return { ...result, error: saidWithoutSecrets(result.error, await credentials) };
  } catch (error) {
    // An error of ours, not a response: the message must neither be lost nor block its conversation forever.
    log.error({ error, workspaceId, messageId: send.messageId }, "a channel adapter failed");
    return { outcome: "retry", error: say("sending.ourFault"), responseStatus: null };
  }
}

/** Answers to comments are not tried again where an earlier attempt may have arrived (channels/meta/comments.ts). */
function isOnce({ integration, message }: ClaimedSend): boolean {
  const { externalConversationId, externalClientId } = message;
  return isOfComments(integration.type, externalConversationId) || isOfComments(integration.type, externalClientId);
}

/** A broadcast's message waits, because nobody waits behind it. Any other would hold back what an agent answers in its conversation. */
function resultOfHeld(broadcastId: string | null, error: Said): SendResult {
  return { outcome: broadcastId === null ? "refused" : "retry", error, responseStatus: null };
}
