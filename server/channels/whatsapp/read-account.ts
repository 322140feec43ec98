import { z } from "zod";
import { quote, say, type Said } from "../../say.ts";
import type { AccountNotice } from "../inbound.ts";
import { listOf, maybeId, maybeText, secondsOf } from "../meta/webhook.ts";

// What Meta says about the account, the number and its templates (providers.md 9.2). These fields reach only the app's own webhook.

/** A number, or text such as TIER_2K. -1: no limit. */
const limit = z.union([z.number(), z.string()]).optional().catch(undefined);

const restriction = z.object({ restriction_type: z.string(), expiration: z.unknown().optional() });
const update = z.object({
  event: z.string(),
  violation_info: z.object({ violation_type: maybeText }).optional().catch(undefined),
  ban_info: z.object({ waba_ban_state: maybeText, waba_ban_date: maybeText }).optional().catch(undefined),
  restriction_info: z.unknown().optional(),
  disconnection_info: z.object({ reason: maybeText }).optional().catch(undefined),
});
const quality = z.object({
  event: z.string(),
  current_limit: limit,
  max_daily_conversations_per_business: limit,
});
const name = z.object({
  decision: z.string(),
  requested_verified_name: z.string(),
  rejection_reason: maybeText,
});
const capability = z.object({ max_daily_conversations_per_business: limit, max_daily_conversation_per_phone: limit });
const review = z.object({ decision: z.string() });
const alert = z.looseObject({ alert_description: maybeText, alert_info: z.unknown().optional() });
const template = z.object({ message_template_name: z.string(), message_template_language: maybeId });
const templateStatus = template.extend({
  event: z.string(),
  reason: maybeText,
  rejection_info: z.object({ reason: maybeText, recommendation: maybeText }).optional().catch(undefined),
  disable_info: z.object({ disable_date: maybeId }).optional().catch(undefined),
});
const templateQuality = template.extend({ new_quality_score: z.string() });
const templateCategory = template.extend({ new_category: maybeText, correct_category: maybeText });

/** What the notice changes: nothing, unless said otherwise. */
const notice = (words: Said, more: Partial<AccountNotice> = {}): AccountNotice => ({
  words,
  stops: null,
  isUrgent: false,
  ...more,
});
const urgent = (words: Said) => notice(words, { isUrgent: true });

const READERS: Record<string, (value: unknown) => AccountNotice | null> = {
  account_update: readUpdate,
  account_review_update: reader(review, ({ decision }) => notice(say("account.review", { decision: plain(decision) }))),
  account_alerts: readAlert,
  phone_number_quality_update: reader(quality, readQuality),
  phone_number_name_update: reader(name, ({ decision, requested_verified_name, rejection_reason }) => {
    const params = { name: requested_verified_name };
    if (decision === "APPROVED") return notice(say("account.nameApproved", params));
    const why = isNoReason(rejection_reason) ? plain(decision) : plain(rejection_reason);
    return notice(say("account.nameNot", { ...params, why }));
  }),
  business_capability_update: reader(capability, (given) => {
    const most = mostOf(given.max_daily_conversations_per_business ?? given.max_daily_conversation_per_phone);
    return most && notice(most);
  }),
  message_template_status_update: reader(templateStatus, (given) => {
    const why = given.rejection_info?.reason ?? given.reason;
    const params = { template: templateName(given), state: plain(given.event) };
    if (isNoReason(why)) return notice(say("account.template", params));
    const advice = given.rejection_info?.recommendation;
    const reason = advice ? `${sentence(why)} ${advice}` : sentence(why);
    return notice(say("account.templateWhy", { ...params, why: reason }));
  }),
  message_template_quality_update: reader(templateQuality, (given) =>
    notice(say("account.templateQuality", { template: templateName(given), quality: plain(given.new_quality_score) })),
  ),
  template_category_update: reader(templateCategory, (given) => {
    const { new_category: now, correct_category: soon } = given;
    const params = { template: templateName(given) };
    // The right category alone is an announcement.
    if (now !== undefined) return notice(say("account.templateCategory", { ...params, category: plain(now) }));
    return soon === undefined
      ? null
      : notice(say("account.templateCategorySoon", { ...params, category: plain(soon) }));
  }),
};

/** The fields that `readAccount` reads. */
export const ACCOUNT_FIELDS = Object.keys(READERS);

/** What a change of the field says; null if it says nothing readable. */
export function readAccount(field: string, value: unknown): AccountNotice | null {
  return READERS[field]?.(value) ?? null;
}

function reader<T>(shape: z.ZodType<T>, read: (given: T) => AccountNotice | null) {
  return (value: unknown): AccountNotice | null => {
    const parsed = shape.safeParse(value);
    return parsed.success ? read(parsed.data) : null;
  };
}

function readUpdate(value: unknown): AccountNotice | null {
  const read = update.safeParse(value);
  if (!read.success) return null;
  const { event, violation_info, ban_info, restriction_info, disconnection_info } = read.data;
  switch (event) {
    case "ACCOUNT_RESTRICTION":
      return readRestrictions(listOf(restriction_info, restriction));
    case "ACCOUNT_VIOLATION":
      return urgent(say("account.violation", { what: plain(violation_info?.violation_type ?? "") }));
    case "DISABLED_UPDATE":
      return readBan(ban_info?.waba_ban_state, ban_info?.waba_ban_date);
    case "ACCOUNT_DELETED":
      return notice(say("account.deleted"), { stops: "all", isUrgent: true });
    case "ACCOUNT_OFFBOARDED": {
      const why = plain(disconnection_info?.reason ?? "");
      return notice(say("account.disconnected", { why }), { stops: "all", isUrgent: true });
    }
    case "ACCOUNT_RECONNECTED":
      return notice(say("account.reconnected"), { stops: "nothing" });
    default:
      return notice(say("account.other", { event: plain(event) }));
  }
}

/** Without permission to answer nothing may be sent; without permission to begin, no templates. */
function readRestrictions(restrictions: z.infer<typeof restriction>[]): AccountNotice {
  const ofType = (type: string) => restrictions.filter(({ restriction_type }) => restriction_type === type);
  const [answers, templates] = ["RESTRICTED_CUSTOMER_INITIATED_MESSAGING", "RESTRICTED_BIZ_INITIATED_MESSAGING"].map(
    ofType,
  );
  if (answers?.length) return stopped("all", answers);
  if (templates?.length) return stopped("templates", templates);
  return urgent(
    say("account.restricted", { what: restrictions.map((each) => plain(each.restriction_type)).join(", ") }),
  );
}

const STOPPED = {
  all: ["account.allStopped", "account.allStoppedUntil"],
  templates: ["account.templatesStopped", "account.templatesStoppedUntil"],
} as const;

function stopped(stops: keyof typeof STOPPED, restrictions: z.infer<typeof restriction>[]): AccountNotice {
  const ends = restrictions.map(({ expiration }) => secondsOf(expiration) ?? dateOf(expiration));
  const [forNow, until] = STOPPED[stops];
  const isEnding = ends.every((end) => end !== null);
  const last = new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
  return notice(isEnding ? say(until, { until: last }) : say(forNow), { stops, isUrgent: true });
}

function readBan(state: string | undefined, day = ""): AccountNotice {
  if (state === "REINSTATE") return notice(say("account.reinstated"), { stops: "nothing" });
  if (state === "SCHEDULE_FOR_DISABLE") return urgent(say("account.disabledOn", { day }));
  return notice(say("account.disabled"), { stops: "all", isUrgent: true });
}

function readQuality(given: z.infer<typeof quality>): AccountNotice {
  const most = mostOf(given.max_daily_conversations_per_business ?? given.current_limit);
  switch (given.event) {
    case "FLAGGED":
      return urgent(say("account.flagged"));
    case "UNFLAGGED":
      return notice(say("account.unflagged"));
    default:
      return notice(most ?? say("account.other", { event: plain(given.event) }));
  }
}

function readAlert(value: unknown): AccountNotice | null {
  const read = alert.safeParse(value);
  // The alert is in the value itself, or one level deeper.
  const inner = read.data && alert.safeParse(read.data.alert_info).data;
  const text = read.data?.alert_description ?? inner?.alert_description;
  return text ? notice(quote(text)) : null;
}

/** How many conversations a day the business may start; null if it is not said. */
function mostOf(most: string | number | undefined): Said | null {
  if (most === undefined || most === "TIER_NOT_SET") return null;
  if (most === -1 || most === "TIER_UNLIMITED") return say("account.noLimit");
  const [, count, thousands] = /^(?:TIER_)?(\d+)(K?)$/.exec(String(most)) ?? [];
  return count === undefined ? null : say("account.limit", { count: Number(count) * (thousands ? 1_000 : 1) });
}

function templateName(given: z.infer<typeof template>): string {
  const { message_template_name, message_template_language } = given;
  return message_template_language ? `${message_template_name} (${message_template_language})` : message_template_name;
}

/** Meta's constants for people: ACCOUNT_RESTRICTION → account restriction. */
function plain(constant: string): string {
  return constant.replaceAll("_", " ").toLowerCase();
}

/** A constant or a sentence, as a sentence. */
function sentence(text: string): string {
  return /^[A-Z_]+$/.test(text) ? plain(text) : text;
}

function isNoReason(reason: string | undefined): reason is undefined | "" | "NONE" {
  return reason === undefined || reason === "" || reason === "NONE";
}

/** A time as text; null for anything else. */
function dateOf(value: unknown): Date | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time);
}
