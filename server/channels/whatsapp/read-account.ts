import { z } from "zod";
import { quote, say, type Said } from "../../say.ts";
import type { AccountNotice, AccountStop } from "../inbound.ts";
import { listOf, maybeId, maybeText, secondsOf, timeOf } from "../meta/webhook.ts";

// What Meta says about the account, the number and its templates (providers.md 9.2). These fields reach only the app's own webhook.

/** A number, or text such as TIER_2K. -1: no limit. */
const limit = z.union([z.number(), z.string()]).optional().catch(undefined);

const restriction = z.object({ restriction_type: z.string(), expiration: z.unknown().optional() });
const update = z.object({
  event: z.string(),
  violation_info: z.object({ violation_type: z.string() }).optional().catch(undefined),
  ban_info: z.object({ waba_ban_state: maybeText, waba_ban_date: maybeText }).optional().catch(undefined),
  restriction_info: z.unknown().optional(),
  disconnection_info: z.object({ reason: z.string() }).optional().catch(undefined),
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
});
const templateQuality = template.extend({ new_quality_score: z.string() });
const templateCategory = template.extend({ new_category: maybeText, correct_category: maybeText });

const notice = (words: Said): AccountNotice => ({ words, isUrgent: false });
const urgent = (words: Said): AccountNotice => ({ words, isUrgent: true });

const READERS = {
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
} satisfies Record<string, (value: unknown) => AccountNotice | null>;

/** The fields that `readAccount` reads. */
export const ACCOUNT_FIELDS = Object.keys(READERS);

/** What a change of the field says; null if it says nothing readable. */
export function readAccount(field: string, value: unknown): AccountNotice | null {
  return isAccountField(field) ? READERS[field](value) : null;
}

function isAccountField(field: string): field is keyof typeof READERS {
  return Object.hasOwn(READERS, field);
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
      return urgent(
        violation_info ? say("account.violation", { what: plain(violation_info.violation_type) }) : other(event),
      );
    case "DISABLED_UPDATE":
      return readBan(ban_info);
    case "ACCOUNT_DELETED":
      return urgent(say("account.deleted"));
    case "ACCOUNT_OFFBOARDED":
      return urgent(say("account.disconnected"));
    case "PARTNER_REMOVED":
      return urgent(
        disconnection_info ? say("account.disconnectedWhy", { why: plain(disconnection_info.reason) }) : other(event),
      );
    case "ACCOUNT_RECONNECTED":
      return notice(say("account.reconnected"));
    default:
      return notice(other(event));
  }
}

function other(event: string): Said {
  return say("account.other", { event: plain(event) });
}

/** Without permission to answer nothing may be sent; without permission to begin, no templates. Each has its own end. */
function readRestrictions(restrictions: z.infer<typeof restriction>[]): AccountNotice {
  const all = restrictions.find(
    ({ restriction_type }) => restriction_type === "RESTRICTED_CUSTOMER_INITIATED_MESSAGING",
  );
  const templates = restrictions.find(
    ({ restriction_type }) => restriction_type === "RESTRICTED_BIZ_INITIATED_MESSAGING",
  );
  const stopsAll = all && stopOf(all, "account.allStopped", "account.allStoppedUntil");
  const stopsTemplates = templates && stopOf(templates, "account.templatesStopped", "account.templatesStoppedUntil");
  const types = restrictions.map(({ restriction_type }) => plain(restriction_type.replace(/^RESTRICTED_/, "")));
  const words =
    stopsAll?.words ??
    stopsTemplates?.words ??
    (types.length > 0 ? say("account.restricted", { what: types.join(", ") }) : other("ACCOUNT_RESTRICTION"));
  return { ...urgent(words), ...(stopsAll ? { stopsAll } : {}), ...(stopsTemplates ? { stopsTemplates } : {}) };
}

function stopOf(
  { expiration }: z.infer<typeof restriction>,
  forNow: "account.allStopped" | "account.templatesStopped",
  toTheEnd: "account.allStoppedUntil" | "account.templatesStoppedUntil",
): AccountStop {
  const until = secondsOf(expiration) ?? (typeof expiration === "string" ? timeOf(Date.parse(expiration)) : null);
  return { words: until ? say(toTheEnd, { until }) : say(forNow), until };
}

function readBan(ban: z.infer<typeof update>["ban_info"]): AccountNotice {
  const { waba_ban_state: state, waba_ban_date: day } = ban ?? {};
  if (state === "REINSTATE") return { ...notice(say("account.reinstated")), endsStops: true };
  if (state === "DISABLE") {
    const words = say("account.disabled");
    return { ...urgent(words), stopsAll: { words, until: null } };
  }
  if (state === "SCHEDULE_FOR_DISABLE" && day) return urgent(say("account.disabledOn", { day }));
  return urgent(other(state ?? "DISABLED_UPDATE"));
}

function readQuality(given: z.infer<typeof quality>): AccountNotice {
  const most = mostOf(given.max_daily_conversations_per_business ?? given.current_limit);
  switch (given.event) {
    case "FLAGGED":
      return urgent(say("account.flagged"));
    case "UNFLAGGED":
      return notice(say("account.unflagged"));
    default:
      return notice(most ?? other(given.event));
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
export function mostOf(most: string | number | undefined): Said | null {
  if (most === undefined || most === "TIER_NOT_SET") return null;
  if (String(most) === "-1" || most === "TIER_UNLIMITED") return say("account.noLimit");
  const [, count, thousands] = /^(?:TIER_)?(\d+)(K?)$/.exec(String(most)) ?? [];
  return count === undefined ? null : say("account.limit", { count: Number(count) * (thousands ? 1_000 : 1) });
}

function templateName(given: z.infer<typeof template>): string {
  const { message_template_name, message_template_language } = given;
  return message_template_language ? `${message_template_name} (${message_template_language})` : message_template_name;
}

/** Meta's constants for people: ACCOUNT_RESTRICTION → account restriction. */
export function plain(constant: string): string {
  return constant.replaceAll("_", " ").toLowerCase();
}

/** A constant or a sentence, as a sentence. */
function sentence(text: string): string {
  return /^[A-Z_]+$/.test(text) ? plain(text) : text;
}

function isNoReason(reason: string | undefined): reason is undefined | "" | "NONE" {
  return reason === undefined || reason === "" || reason === "NONE";
}
