import { setTimeout as wait } from "node:timers/promises";
import type { SendResult } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { openSecret } from "../crypto.ts";
import { log } from "../log.ts";
import { metrics, secondsSince } from "../observe/metrics.ts";
import { span } from "../observe/spans.ts";
import { withRequestContext, readRequestContext } from "../observe/request-context.ts";
import { saidWithoutSecrets } from "../redact.ts";
import { say } from "../say.ts";
import { withFetchableMedia } from "../uploads/fetchable-media.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { PRIORITY } from "./send-queue.ts";
import { payForTakeover, settleSend } from "./send-outcome.ts";
import { settleTogether } from "./settle-together.ts";

/** Opens the credentials of a send's channel. Done ahead, it keeps no request from leaving at its time. */
export function openCredentials({ workspaceId, integration }: ClaimedSend): Promise<unknown> {
  return openSecret(integration.credentials, {
    workspaceId,
    table: "Integration",
    id: integration.id,
    field: "credentials",
  });
}

/** What the database does not take is offered to it again after this pause, in milliseconds … */
const STORE_AGAIN_MS = 250;
/** … for so long: when an outage or a jam is over that lasted no longer, the provider need not be asked again. */
const STORE_FOR_MS = 60_000;

/**
 * One attempt of a claimed send: asks the channel outside any transaction, then stores what it said. Never throws; what
 * cannot be stored for a minute is tried again when the lease has lapsed, under the same idempotency key.
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

/** @param seconds that the provider took. */
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
  // Why stands in the attempt's row: providers say back what they were sent.
  else log.info(facts, "an attempt to send a message did not succeed");
}

/** Storing it twice, where the commit's answer was lost, changes nothing: the second time the send is no longer held. */
async function storeOutcome(send: ClaimedSend, result: SendResult, signal: AbortSignal): Promise<void> {
  const until = performance.now() + STORE_FOR_MS;
  let isOneOfMany = send.priority === PRIORITY.broadcast && !send.costsCredits;
  for (;;) {
    try {
      if (isOneOfMany && result.outcome === "accepted" && (await settleTogether({ send, result }))) return;
      return await settleSend(send, result);
    } catch (error) {
      if (signal.aborted || performance.now() > until) throw error;
      // Alone from now on: what is wrong with one of them stops no other.
      isOneOfMany = false;
      await wait(STORE_AGAIN_MS);
    }
  }
}

async function askChannel(send: ClaimedSend, credentials: Promise<unknown>, signal: AbortSignal): Promise<SendResult> {
  const { integration, workspaceId } = send;
  const message = withFetchableMedia(workspaceId, send.message);
  const adapter = channelOf(integration.type).adapter;
  if (!adapter)
    return {
      outcome: "refused",
      error: say("sending.typeCannotSend", { type: integration.type }),
      responseStatus: null,
    };
  if (message.externalClientId === "") {
    return { outcome: "refused", error: say("sending.noIdentity"), responseStatus: null };
  }
  try {
    const result = await adapter.send(message, await credentials, signal);
    if (result.outcome === "accepted") return result;
    return { ...result, error: saidWithoutSecrets(result.error, await credentials) };
  } catch (error) {
    // A fault of ours, not an answer: the message must neither be lost nor hold its conversation for ever.
    log.error({ error, workspaceId, messageId: send.messageId }, "a channel adapter failed");
    return { outcome: "retry", error: say("sending.ourFault"), responseStatus: null };
  }
}
