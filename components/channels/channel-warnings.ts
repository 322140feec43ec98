import type { Channel } from "./queries.ts";

/** What is not as it should be with a channel, for its page and for the list. */
export type ChannelWarning = {
  key: "error" | "incoming" | "expiry" | "quiet" | "routing";
  tone: "bad" | "warn";
  title: string;
  /** What happened and what to do, a paragraph each. */
  words: string[];
  /** When, where that matters. */
  at: string | null;
};

const DAY_MS = 24 * 3_600_000;
/** Before its end there is time to put in a new token. */
const WARN_DAYS = 7;

type Facts = Pick<Channel, "state" | "lastError" | "lastErrorAt" | "quietSince" | "tokenExpiresAt" | "routingProblems">;

/** The worst first. */
export function channelWarnings(channel: Facts, nowMs: number): ChannelWarning[] {
  const warnings: ChannelWarning[] = [];
  const { state, lastError, lastErrorAt, quietSince, tokenExpiresAt, routingProblems } = channel;
  if (state === "error") {
    warnings.push({
      key: "error",
      tone: "bad",
      title: "The provider refuses this channel",
      words: [lastError ?? "It did not say why.", "Sends wait until the credentials are put right."],
      at: lastErrorAt,
    });
  } else if (lastError) {
    warnings.push({
      key: "incoming",
      tone: "warn",
      title: "Something is not right yet",
      words: [lastError],
      at: lastErrorAt,
    });
  }
  const days = tokenExpiresAt === null ? null : daysUntil(tokenExpiresAt, nowMs);
  if (days !== null && days <= WARN_DAYS && state !== "error") {
    warnings.push({
      key: "expiry",
      tone: days < 1 ? "bad" : "warn",
      title: `The access token ${expiryWords(tokenExpiresAt ?? "", nowMs)}`,
      words: ["After that nothing goes out. Make a new one at the provider and put it in under Credentials."],
      at: tokenExpiresAt,
    });
  }
  if (quietSince) {
    warnings.push({
      key: "quiet",
      tone: "warn",
      title: "Unusually quiet",
      words: [
        "Messages came in nearly every day, and then none. Write to the channel yourself to see whether it is heard.",
      ],
      at: quietSince,
    });
  }
  if (routingProblems.length > 0) {
    warnings.push({
      key: "routing",
      tone: "warn",
      title: "Routing does not work as written",
      words: routingProblems,
      at: null,
    });
  }
  return warnings;
}

/** "ends in 12 days", "ends today", "has ended". */
export function expiryWords(expiresAt: string, nowMs: number): string {
  const days = daysUntil(expiresAt, nowMs);
  if (days < 0) return "has ended";
  if (days < 1) return "ends today";
  return days < 2 ? "ends tomorrow" : `ends in ${Math.floor(days)} days`;
}

function daysUntil(at: string, nowMs: number): number {
  return (new Date(at).getTime() - nowMs) / DAY_MS;
}
