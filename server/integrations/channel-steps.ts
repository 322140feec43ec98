import type { ChannelHealth, KnownAccount, SetupRefusal, Standing } from "../channels/channel.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { readSaid } from "../read-said.ts";
import { say, type Said } from "../say.ts";
import { isNotComingIn } from "./subscribe-channel.ts";

/** One checked item. `unknown`: the check had no answer. */
export type CheckStep = {
  name: Said;
  state: "ok" | "failed" | "unknown";
  words: Said;
  whatToDo: Said | null;
};

const DAY_MS = 24 * 3_600_000;
/** Days before a token expires at which a warning appears, so there is time to replace it. */
const WARN_DAYS = 7;

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Whether the provider accepts the credentials, and whether they belong to the channel's account. */
export function credentialsStep(
  answer: KnownAccount | SetupRefusal,
  isSame: boolean,
  identifier: string | null,
): CheckStep {
  const name = say("check.credentials");
  if (answer.outcome === "unreachable") {
    return {
      name,
      state: "unknown",
      words: say("check.notAsked", { why: answer.error }),
      whatToDo: say("check.checkAgain"),
    };
  }
  if (answer.outcome === "refused") {
    return { name, state: "failed", words: answer.error, whatToDo: say("check.newOnes") };
  }
  if (!isSame) {
    return {
      name,
      state: "failed",
      words: otherAccount(answer, identifier),
      whatToDo: say("check.putIn", { identifier: identifier ?? "", found: answer.identifier }),
    };
  }
  return { name, state: "ok", words: say("check.accepted", { identifier: answer.identifier }), whatToDo: null };
}

function otherAccount(found: KnownAccount, identifier: string | null): Said {
  return say("check.other", { found: found.identifier, identifier: identifier ?? "" });
}

/** How the account stands with the provider; null when the provider does not say. */
export function standingStep(standing: Standing | null): CheckStep | null {
  if (!standing) return null;
  const { isGood, words, whatToDo } = standing;
  return { name: say("check.standing"), state: isGood ? "ok" : "failed", words, whatToDo };
}

/** How long the token is valid; null when no expiry is known. */
export function expiryStep(expiresAt: Date | null, isRenewed: boolean, now: Date): CheckStep | null {
  if (!expiresAt) return null;
  const name = say("check.token");
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  const whatToDo = say("check.makeNew");
  if (days <= 0)
    return { name, state: "failed", words: say("check.expired", { day: DAY.format(expiresAt) }), whatToDo };
  const words = say(isRenewed ? "check.renewed" : "check.holds", { day: DAY.format(expiresAt) });
  return { name, state: "ok", words, whatToDo: days <= WARN_DAYS ? whatToDo : null };
}

/** Whether contacts' messages arrive: according to the provider, otherwise as far as this service can tell. */
export function messagesInStep(
  channel: Pick<Integration, "lastErrorSaid" | "lastInboundAt">,
  health: ChannelHealth | null,
  quietSince: Date | null,
): CheckStep {
  const name = say("check.in");
  const again = say("check.registerAgain");
  if (health?.outcome === "failing") return { name, state: "failed", words: health.error, whatToDo: health.whatToDo };
  if (health?.outcome === "working") {
    return { name, state: "ok", words: say("check.brought"), whatToDo: null };
  }
  const lastError = readSaid(channel.lastErrorSaid);
  if (lastError && isNotComingIn(channel)) return { name, state: "failed", words: lastError, whatToDo: again };
  if (quietSince) {
    const words = say("check.quiet");
    return {
      name,
      state: "unknown",
      words,
      whatToDo: say("check.writeThenRegister", { again }),
    };
  }
  if (channel.lastInboundAt) return { name, state: "ok", words: say("check.cameBefore"), whatToDo: null };
  return {
    name,
    state: "unknown",
    words: say("check.noneYet"),
    whatToDo: say("check.writeYourself"),
  };
}

/** Whether outgoing messages are sent. */
export function messagesOutStep({ state }: Pick<Integration, "state">, waitingSends: number): CheckStep {
  const name = say("check.out");
  if (state === "disabled") {
    return { name, state: "unknown", words: say("check.off"), whatToDo: say("check.switchOn") };
  }
  const waiting =
    waitingSends === 0
      ? say("check.noneWaits")
      : waitingSends === 1
        ? say("check.oneWaits")
        : say("check.someWait", { count: waitingSends });
  if (state !== "error") return { name, state: "ok", words: waiting, whatToDo: null };
  return { name, state: "failed", words: say("check.untilRight", { waiting }), whatToDo: null };
}
