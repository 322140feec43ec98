import type { useTranslations } from "next-intl";
import type { ServiceWords } from "../i18n/service-words.ts";
import type { Channel } from "./queries.ts";

/** One problem of a channel, for its page and for the list. */
export type ChannelWarning = {
  key: "error" | "templates" | "incoming" | "expiry" | "quiet" | "routing";
  tone: "bad" | "warn";
  title: string;
  /** What happened and what to do, one paragraph each. */
  words: string[];
  /** When it happened, if that matters. */
  at: string | null;
};

const DAY_MS = 24 * 3_600_000;
/** The warning comes early enough to replace the token before it expires. */
const WARN_DAYS = 7;

type Facts = Pick<
  Channel,
  | "state"
  | "lastError"
  | "lastErrorWording"
  | "lastErrorAt"
  | "templatesHeld"
  | "templatesHeldWording"
  | "quietSince"
  | "tokenExpiresAt"
  | "routingProblems"
>;

type Translate = ReturnType<typeof useTranslations<"channels.warnings">>;

/** Most severe first. */
export function channelWarnings(channel: Facts, nowMs: number, t: Translate, say: ServiceWords): ChannelWarning[] {
  const warnings: ChannelWarning[] = [];
  const { state, lastErrorAt, quietSince, tokenExpiresAt, routingProblems } = channel;
  const lastError = channel.lastError && say(channel.lastError, channel.lastErrorWording);
  if (state === "error") {
    // The provider's notice about the account, not a refusal of the credentials.
    const isStopped = isNotice(channel.lastErrorWording);
    warnings.push({
      key: "error",
      tone: "bad",
      title: t(isStopped ? "stopped.title" : "error.title"),
      words: [lastError ?? t("error.unexplained"), t(isStopped ? "stopped.waits" : "error.waits")],
      at: lastErrorAt,
    });
  } else if (lastError) {
    warnings.push({
      key: "incoming",
      tone: "warn",
      title: t("incoming"),
      words: [lastError],
      at: lastErrorAt,
    });
  }
  if (channel.templatesHeld && state === "active") {
    warnings.push({
      key: "templates",
      tone: "bad",
      title: t("templates.title"),
      words: [say(channel.templatesHeld, channel.templatesHeldWording), t("templates.then")],
      at: null,
    });
  }
  const days = tokenExpiresAt === null ? null : daysUntil(tokenExpiresAt, nowMs);
  if (days !== null && days <= WARN_DAYS && state !== "error") {
    warnings.push({
      key: "expiry",
      tone: days < 1 ? "bad" : "warn",
      title: t("expiry.title", { days: wholeDays(days) }),
      words: [t("expiry.then")],
      at: tokenExpiresAt,
    });
  }
  if (quietSince) {
    warnings.push({
      key: "quiet",
      tone: "warn",
      title: t("quiet.title"),
      words: [t("quiet.words")],
      at: quietSince,
    });
  }
  if (routingProblems.length > 0) {
    warnings.push({
      key: "routing",
      tone: "warn",
      title: t("routing"),
      words: routingProblems,
      at: null,
    });
  }
  return warnings;
}

function isNotice(wording: Channel["lastErrorWording"]): boolean {
  const code = wording !== null && typeof wording === "object" && "code" in wording ? wording.code : null;
  return typeof code === "string" && code.startsWith("account.");
}

/** "Ends in 12 days", "Ends today", "Has ended". */
export function expiryWords(expiresAt: string, nowMs: number, t: Translate): string {
  return t("expiry.short", { days: wholeDays(daysUntil(expiresAt, nowMs)) });
}

function daysUntil(at: string, nowMs: number): number {
  return (new Date(at).getTime() - nowMs) / DAY_MS;
}

/** Days as the texts count them: 0 is today, -1 is any time in the past. */
function wholeDays(days: number): number {
  return Math.max(-1, Math.floor(days));
}
