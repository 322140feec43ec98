import type { ChannelHealth, KnownAccount, SetupRefusal } from "../channels/channel.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { NOT_COMING_IN } from "./subscribe-channel.ts";

/** One thing that was looked at; `unknown` where nobody could say. */
export type CheckStep = {
  name: string;
  state: "ok" | "failed" | "unknown";
  words: string;
  whatToDo: string | null;
};

const DAY_MS = 24 * 3_600_000;
/** Before the end of an access a person has time to put in a new one. */
const WARN_DAYS = 7;

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Whether the provider knows the credentials, and that they are the channel's. */
export function credentialsStep(
  answer: KnownAccount | SetupRefusal,
  isSame: boolean,
  identifier: string | null,
): CheckStep {
  const name = "Credentials";
  if (answer.outcome === "unreachable") {
    return {
      name,
      state: "unknown",
      words: `The provider could not be asked. ${answer.error}`,
      whatToDo: "Check again in a few minutes; as long as it is away, the channel waits and nothing is lost",
    };
  }
  if (answer.outcome === "refused") {
    return { name, state: "failed", words: answer.error, whatToDo: "Put in new ones under Credentials" };
  }
  if (!isSame) {
    return {
      name,
      state: "failed",
      words: otherAccountWords(answer, identifier),
      whatToDo: `Put in those of ${identifier}, and connect ${answer.identifier} as a channel of its own`,
    };
  }
  return { name, state: "ok", words: `The provider accepts them: ${answer.identifier}`, whatToDo: null };
}

function otherAccountWords(found: KnownAccount, identifier: string | null): string {
  return `These credentials are of ${found.identifier}; this channel is ${identifier}`;
}

/** How long the access holds; null where nobody said that it ends. */
export function expiryStep(expiresAt: Date | null, isRenewed: boolean, now: Date): CheckStep | null {
  if (!expiresAt) return null;
  const name = "Access token";
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  const whatToDo = "Make a new one at the provider and put it in under Credentials";
  if (days <= 0) return { name, state: "failed", words: `It ended on ${DAY.format(expiresAt)}`, whatToDo };
  const words = `${isRenewed ? "Renewed: it" : "It"} holds until ${DAY.format(expiresAt)}`;
  return { name, state: "ok", words, whatToDo: days <= WARN_DAYS ? whatToDo : null };
}

/** Whether what clients write comes in: as the provider says, else as far as it can be told from here. */
export function messagesInStep(
  channel: Pick<Integration, "lastError" | "lastInboundAt">,
  health: ChannelHealth | null,
  quietSince: Date | null,
): CheckStep {
  const name = "Messages in";
  const again = "Register the address again; the button is under Connection";
  if (health?.outcome === "failing") return { name, state: "failed", words: health.error, whatToDo: health.whatToDo };
  if (health?.outcome === "working") {
    return { name, state: "ok", words: "The provider brings them to our address", whatToDo: null };
  }
  if (channel.lastError?.startsWith(NOT_COMING_IN))
    return { name, state: "failed", words: channel.lastError, whatToDo: again };
  if (quietSince) {
    const words = "None has come for a day or more, and before that they came nearly every day";
    return {
      name,
      state: "unknown",
      words,
      whatToDo: `Write to the channel yourself. If it does not come in: ${again}`,
    };
  }
  if (channel.lastInboundAt) return { name, state: "ok", words: "They have come in before", whatToDo: null };
  return {
    name,
    state: "unknown",
    words: "None has come in yet",
    whatToDo: "Write to the channel yourself, as a client",
  };
}

/** Whether what is written here goes out. */
export function messagesOutStep({ state }: Pick<Integration, "state">, waitingSends: number): CheckStep {
  const name = "Messages out";
  if (state === "disabled") {
    return { name, state: "unknown", words: "The channel is switched off", whatToDo: "Switch it on" };
  }
  const waiting =
    waitingSends === 0 ? "None waits" : waitingSends === 1 ? "One waits to be sent" : `${waitingSends} wait to be sent`;
  if (state !== "error") return { name, state: "ok", words: waiting, whatToDo: null };
  return { name, state: "failed", words: `${waiting} until the channel is put right`, whatToDo: null };
}
