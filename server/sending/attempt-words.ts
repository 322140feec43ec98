import type { Message, SendAttempt } from "../generated/prisma/client.ts";
import { isUnderWay } from "./attempt-under-way.ts";

/** What is known about an attempt to send a message to its provider. */
export type AttemptFacts = {
  /** accepted, refused, retry, unknown. null: its end was not stored. */
  outcome: string | null;
  responseStatus: number | null;
  externalMessageId: string | null;
  error: string | null;
};

/**
 * What followed an attempt. `again`: another attempt. `waits`: another one will follow. `asking`: it is still running. `over`:
 * nothing.
 */
export type AttemptSequel = "again" | "waits" | "asking" | "over";

/** What followed an attempt of a message. The attempts are given in order. */
export function sequelOf(
  { attemptNo }: Pick<SendAttempt, "attemptNo">,
  { status, attempts }: Pick<Message, "status"> & { attempts: SendAttempt[] },
  now: Date,
): AttemptSequel {
  const last = attempts.at(-1);
  if (last && last.attemptNo > attemptNo) return "again";
  if (isUnderWay(last, now)) return "asking";
  return status === "pending" ? "waits" : "over";
}

const SAME_KEY = "under the same key, so that a provider that looks at it takes the message once";

/** Describes an attempt for people: what happened, what went wrong, and what followed. */
export function attemptWords(attempt: AttemptFacts, sequel: AttemptSequel): string {
  const { outcome, responseStatus, externalMessageId } = attempt;
  const why = reason(attempt.error);
  if (outcome === "accepted")
    return [
      attempt.error === null
        ? "The provider took the message."
        : `The provider took the message. Something was wrong with its answer${why}`,
      ...(externalMessageId === null ? ["It named no id, so it cannot report whether it was delivered."] : []),
    ].join(" ");
  if (outcome === "refused")
    return sequel === "over"
      ? `The message was refused${why} It is not tried again.`
      : `The provider refused this channel's credentials${why} The message waits until they are put right.`;
  if (outcome === "retry")
    return responseStatus === null
      ? `Nothing was sent${why} ${AFTER[sequel]}.`
      : `The provider could not take the message at that moment${why} ${AFTER[sequel]}.`;
  if (outcome === "unknown")
    return `The message was handed over and ${responseStatus === null ? "no answer came" : "its answer did not arrive whole"}${why} Whether it arrived is not known. ${AFTER[sequel]}${under(sequel)}.`;
  if (sequel === "asking") return "The provider is being asked.";
  return `This service stopped before an answer was stored. Whether the message arrived is not known. ${AFTER[sequel]}${under(sequel)}.`;
}

const AFTER: Record<AttemptSequel, string> = {
  again: "It was tried again",
  waits: "It is tried again",
  asking: "It is tried again",
  over: "It was not tried again",
};

function under(sequel: AttemptSequel): string {
  return sequel === "over" ? "" : ` ${SAME_KEY}`;
}

/** Appends a provider's error text to a sentence of ours. */
function reason(error: string | null): string {
  if (!error) return ".";
  return /[.!?…]$/.test(error) ? `: ${error}` : `: ${error}.`;
}
