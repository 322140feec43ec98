import { expect, test } from "vitest";
import { whatsappAccountEntry } from "../../../simulator/graph-webhook.ts";
import { inEnglish } from "../../say.ts";
import type { AccountStop } from "../inbound.ts";
import { readCall } from "./read-call.ts";

const OWN = { wabaId: "102290129340398", phoneNumberId: "106540352242922", displayNumber: "+1 555 078-3881" };
const AT = new Date("2026-11-29T12:00:00Z");
const NUMBER = { display_phone_number: "15550783881" };
const TEMPLATE = { message_template_id: 12345678, message_template_name: "sale", message_template_language: "en_US" };

const read = (field: string, value: Record<string, unknown>, own = OWN) =>
  readCall({ object: "whatsapp_business_account", entry: [whatsappAccountEntry(OWN, field, value, AT)] }, own);

function noticesOf(field: string, value: Record<string, unknown>) {
  return (read(field, value).changes ?? []).flatMap((change) => {
    if (change.kind !== "account") return [];
    const { words, stopsAll, stopsTemplates, endsStops, isUrgent } = change.notice;
    const until = (stop: AccountStop | undefined) => stop && (stop.until?.toISOString() ?? "open");
    const stops = endsStops
      ? "ends"
      : [until(stopsAll), until(stopsTemplates)]
          .map((each) => each ?? "")
          .join("|")
          .replace(/^\|$/, "") || null;
    return [[inEnglish(words), stops, isUrgent ? "urgent" : null]];
  });
}

const restricted = (...types: string[]) => ({
  event: "ACCOUNT_RESTRICTION",
  restriction_info: types.map((restriction_type) => ({ restriction_type, expiration: 1_796_083_200 })),
});
const SEE = "see Account Quality in Meta Business Suite";

test.each<[string, Record<string, unknown>, unknown[]]>([
  [
    "account_update",
    restricted("RESTRICTED_BIZ_INITIATED_MESSAGING", "RESTRICTED_ADD_PHONE_NUMBER_ACTION"),
    [
      `Meta does not let this account send templates until 2026-12-01 00:00 UTC; ${SEE}`,
      "|2026-12-01T00:00:00.000Z",
      "urgent",
    ],
  ],
  [
    "account_update",
    restricted("RESTRICTED_CUSTOMER_INITIATED_MESSAGING", "RESTRICTED_BIZ_INITIATED_MESSAGING"),
    [
      `Meta does not let this account send messages until 2026-12-01 00:00 UTC; ${SEE}`,
      "2026-12-01T00:00:00.000Z|2026-12-01T00:00:00.000Z",
      "urgent",
    ],
  ],
  [
    "account_update",
    {
      event: "ACCOUNT_RESTRICTION",
      restriction_info: [
        { restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: "2026-12-01T00:00:00+0000" },
      ],
    },
    [
      `Meta does not let this account send templates until 2026-12-01 00:00 UTC; ${SEE}`,
      "|2026-12-01T00:00:00.000Z",
      "urgent",
    ],
  ],
  [
    "account_update",
    {
      event: "ACCOUNT_RESTRICTION",
      restriction_info: [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING" }],
    },
    [`Meta does not let this account send templates; ${SEE}`, "|open", "urgent"],
  ],
  [
    "account_update",
    restricted("RESTRICTED_ADD_PHONE_NUMBER_ACTION"),
    ["Meta has restricted the account: add phone number action", null, "urgent"],
  ],
  [
    "account_update",
    { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SCAM" } },
    ["The account breaks Meta’s rules: scam", null, "urgent"],
  ],
  [
    "account_update",
    { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE", waba_ban_date: "29 November 2026" } },
    ["Meta has disabled the account; ask for a review in Meta Business Suite", "open|", "urgent"],
  ],
  [
    "account_update",
    {
      event: "DISABLED_UPDATE",
      ban_info: { waba_ban_state: "SCHEDULE_FOR_DISABLE", waba_ban_date: "1 December 2026" },
    },
    ["Meta will disable the account: 1 December 2026. Ask for a review in Meta Business Suite", null, "urgent"],
  ],
  [
    "account_update",
    { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE", waba_ban_date: "1 December 2026" } },
    ["Meta has enabled the account again", "ends", null],
  ],
  [
    "account_update",
    { event: "ACCOUNT_OFFBOARDED" },
    ["The phone’s app has disconnected the account; it mostly connects it again within minutes", null, "urgent"],
  ],
  [
    "account_update",
    {
      event: "PARTNER_REMOVED",
      waba_info: { waba_id: OWN.wabaId, owner_business_id: "1" },
      disconnection_info: { reason: "PRIMARY_INACTIVITY", initiated_by: "META" },
    },
    ["The phone’s app has disconnected the account: primary inactivity. Connect it again in the app", null, "urgent"],
  ],
  ["account_update", { event: "DISABLED_UPDATE" }, ["Meta reports: disabled update", null, "urgent"]],
  ["account_update", { event: "ACCOUNT_VIOLATION" }, ["Meta reports: account violation", null, "urgent"]],
  ["account_update", { event: "ACCOUNT_RECONNECTED" }, ["The phone’s app has connected the account again", null, null]],
  ["account_update", { event: "MM_LITE_TERMS_SIGNED" }, ["Meta reports: mm lite terms signed", null, null]],
  ["account_review_update", { decision: "APPROVED" }, ["Meta has reviewed the account: approved", null, null]],
  [
    "account_alerts",
    { entity_type: "BUSINESS", entity_id: 123, alert_severity: "CRITICAL", alert_description: "Something is up" },
    ["Something is up", null, null],
  ],
  [
    "account_alerts",
    { entity_type: "WABA", entity_id: 123, alert_info: { alert_severity: "WARNING", alert_description: "Deeper" } },
    ["Deeper", null, null],
  ],
  [
    "phone_number_quality_update",
    { ...NUMBER, event: "THROUGHPUT_UPGRADE", max_daily_conversations_per_business: "TIER_10K" },
    ["The business may start conversations with 10,000 contacts a day", null, null],
  ],
  [
    "phone_number_quality_update",
    { ...NUMBER, event: "DOWNGRADE", old_limit: "TIER_2K", current_limit: "TIER_250" },
    ["The business may start conversations with 250 contacts a day", null, null],
  ],
  [
    "phone_number_quality_update",
    { ...NUMBER, event: "FLAGGED", current_limit: "TIER_2K" },
    [
      "Contacts have blocked or reported messages of this number; Meta may restrict it. Send fewer templates, and only to contacts who expect them",
      null,
      "urgent",
    ],
  ],
  [
    "phone_number_name_update",
    { ...NUMBER, decision: "APPROVED", requested_verified_name: "Wind & Wool", rejection_reason: "NONE" },
    ["Meta has approved the display name “Wind & Wool”", null, null],
  ],
  [
    "phone_number_name_update",
    { ...NUMBER, decision: "DECLINED", requested_verified_name: "Wool", rejection_reason: "NAME_TOO_GENERIC" },
    ["Meta has not approved the display name “Wool”: name too generic", null, null],
  ],
  [
    "business_capability_update",
    { max_daily_conversations_per_business: -1, max_phone_numbers_per_business: 20 },
    ["The business may start conversations with any number of contacts a day", null, null],
  ],
  [
    "business_capability_update",
    { max_daily_conversations_per_business: 2_000 },
    ["The business may start conversations with 2,000 contacts a day", null, null],
  ],
  [
    "message_template_status_update",
    {
      ...TEMPLATE,
      event: "REJECTED",
      reason: "INVALID_FORMAT",
      rejection_info: { reason: "The text ends with a variable.", recommendation: "Put a word after it." },
    },
    ["Template sale (en_US): rejected. The text ends with a variable. Put a word after it.", null, null],
  ],
  [
    "message_template_status_update",
    { ...TEMPLATE, event: "APPROVED", reason: "NONE" },
    ["Template sale (en_US): approved", null, null],
  ],
  [
    "message_template_status_update",
    { ...TEMPLATE, event: "PAUSED", reason: null, other_info: { title: "FIRST_PAUSE" } },
    ["Template sale (en_US): paused", null, null],
  ],
  [
    "message_template_quality_update",
    { ...TEMPLATE, previous_quality_score: "GREEN", new_quality_score: "YELLOW" },
    ["The quality of the template sale (en_US) is now yellow", null, null],
  ],
  [
    "template_category_update",
    { ...TEMPLATE, previous_category: "UTILITY", new_category: "MARKETING" },
    ["Meta has changed the category of the template sale (en_US) to marketing", null, null],
  ],
  [
    "template_category_update",
    { ...TEMPLATE, correct_category: "MARKETING" },
    ["Meta will change the category of the template sale (en_US) to marketing", null, null],
  ],
])("%s %j", (field, value, expected) => {
  expect(noticesOf(field, value)).toEqual([expected]);
});

test.each<[string, Record<string, unknown>]>([
  ["account_update", {}],
  ["account_alerts", { entity_type: "WABA" }],
  ["business_capability_update", { max_daily_conversations_per_business: "TIER_NOT_SET" }],
  ["template_category_update", TEMPLATE],
  ["message_template_status_update", { event: "APPROVED" }],
  ["security", { event: "PIN_CHANGED" }],
  // Names that every object has.
  ["constructor", { words: { code: "account.disabled", params: {} }, stopsAll: { words: null, until: null } }],
])("%s %j says nothing", (field, value) => {
  expect(noticesOf(field, value)).toEqual([]);
});

test("an end that no calendar has is none", () => {
  for (const expiration of ["12345", "86400", "soon", 1e20, null]) {
    const value = {
      event: "ACCOUNT_RESTRICTION",
      restriction_info: [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration }],
    };
    const [change] = read("account_update", value).changes ?? [];
    expect(change).toMatchObject({ notice: { stopsTemplates: { until: null } } });
  }
});

test("a partner's change is about the account that it names, not the one of its entry", () => {
  const value = {
    event: "PARTNER_REMOVED",
    waba_info: { waba_id: OWN.wabaId },
    disconnection_info: { reason: "CHANGE_NUMBER" },
  };
  const entry = whatsappAccountEntry({ wabaId: "999" }, "account_update", value, AT);
  expect(readCall({ object: "whatsapp_business_account", entry: [entry] }, OWN).changes).toMatchObject([
    { kind: "account", notice: { isUrgent: true } },
  ]);
});

test("a notice is of the entry's time; one about another number of the account belongs elsewhere", () => {
  const value = { ...NUMBER, event: "FLAGGED" };
  expect(read("phone_number_quality_update", value).changes).toMatchObject([{ kind: "account", at: AT }]);
  const other = { ...OWN, displayNumber: "+47 900 00 100" };
  expect(read("phone_number_quality_update", value, other)).toMatchObject({ changes: [], elsewhere: ["15550783881"] });
});
