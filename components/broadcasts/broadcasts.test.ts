import { describe, expect, test } from "vitest";
import { NO_TEMPLATE, readyTemplate } from "../templates/template-draft.ts";
import {
  audienceOf,
  broadcastInput,
  EMPTY_FORM,
  formProblems,
  readForm,
  type BroadcastForm,
} from "./broadcast-form.ts";
import { beginBroadcast, formKey } from "./kept-form.ts";
import { COUNTRIES } from "./audience-fields.tsx";
import { durationParts } from "./preflight-box.tsx";
import { reachedCounts, shareDone } from "./outcome-words.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const form: BroadcastForm = {
  ...EMPTY_FORM,
  name: " Sale ",
  integrationId: "channel",
  template: { ...NO_TEMPLATE, name: "welcome", pairs: [{ id: "a", name: "who", value: "{{name}}" }] },
  tags: ["vip"],
};
const ready = readyTemplate(form.template, null, NOW);

describe("a broadcast that is being written", () => {
  test.each<[string, Partial<BroadcastForm>, string[]]>([
    ["whole", {}, []],
    ["without a name", { name: " " }, ["name"]],
    ["without a channel", { integrationId: null }, ["channel"]],
    ["for a time that has passed", { scheduledAt: "2026-11-20 09:00:00" }, ["time"]],
    ["for no time", { scheduledAt: "whenever" }, ["time"]],
    ["for a time to come", { scheduledAt: "2026-12-24 09:00:00" }, []],
  ])("%s", (_, more, problems) => {
    expect(formProblems({ ...form, ...more }, ready, NOW)).toEqual(problems);
  });

  test("misses a template that is not filled", () => {
    expect(formProblems(form, readyTemplate(NO_TEMPLATE, null, NOW), NOW)).toEqual(["template"]);
  });

  test("is sent as the service takes it", () => {
    expect(broadcastInput({ ...form, scheduledAt: "2026-12-24 09:00:00" }, ready)).toEqual({
      name: "Sale",
      integrationId: "channel",
      clientIds: null,
      clientTags: ["vip"],
      clientStageId: null,
      country: null,
      segmentId: null,
      excludeSegmentIds: [],
      templateName: "welcome",
      templateLang: null,
      templateComponents: [{ type: "body", parameters: [{ type: "text", parameter_name: "who", text: "{{name}}" }] }],
      scheduledAt: new Date("2026-12-24 09:00:00").toISOString(),
    });
  });

  test("names exactly the contacts that were chosen, when it is counted and when it is stored", () => {
    const storage = new Map<string, string>();
    const chosen = { clientIds: ["maria", "eva"], integrationId: "channel" };
    const place = beginBroadcast(7, chosen, { setItem: (key, text) => void storage.set(key, text) });
    const begun = readForm(storage.get(formKey(7, place)), EMPTY_FORM);
    expect(begun).toEqual({ ...EMPTY_FORM, ...chosen });
    expect(audienceOf(begun, "welcome")).toMatchObject({ clientIds: ["maria", "eva"] });
    expect(broadcastInput(begun, ready)).toMatchObject({ clientIds: ["maria", "eva"] });
    // No named contacts means all: the field is left out, because an empty list is refused.
    expect(audienceOf({ ...form, clientIds: [] }, "welcome")).not.toHaveProperty("clientIds");
  });

  test("counts nobody before channel and template are chosen", () => {
    expect(audienceOf({ ...form, integrationId: null }, "welcome")).toBeNull();
    expect(audienceOf(form, "")).toBeNull();
    expect(audienceOf(form, "welcome")).toMatchObject({ integrationId: "channel", clientTags: ["vip"] });
  });

  test.each([undefined, "", "no JSON", "{}", '{"name":7}'])("kept as %j begins anew", (text) => {
    expect(readForm(text, EMPTY_FORM)).toBe(EMPTY_FORM);
  });
  test("is read as it was kept", () => {
    expect(readForm(JSON.stringify(form), EMPTY_FORM)).toEqual(form);
  });
});

test.each([
  [0, { hours: 0, minutes: 0, seconds: 0 }],
  [59, { hours: 0, minutes: 0, seconds: 59 }],
  [61, { hours: 0, minutes: 1, seconds: 1 }],
  [301, { hours: 0, minutes: 5, seconds: 0 }],
  [3_725, { hours: 1, minutes: 2, seconds: 0 }],
])("%i seconds are %o", (seconds, parts) => {
  expect(durationParts(seconds)).toEqual(parts);
});

test("who has read a message got it, and who got it was sent it", () => {
  const counts = { total: 20, waiting: 1, pending: 4, sent: 5, delivered: 4, read: 3, failed: 3 };
  expect(reachedCounts(counts)).toEqual({ sent: 12, delivered: 7, read: 3 });
  expect(shareDone(counts)).toBe(0.75);
  expect(shareDone({ ...counts, total: 0 })).toBe(0);
});

test("countries are codes that a browser has names for", () => {
  expect(COUNTRIES.length).toBeGreaterThan(200);
  expect(COUNTRIES).toContain("DE");
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  for (const code of COUNTRIES) expect([code, names.of(code)]).toEqual([code, expect.any(String)]);
});
