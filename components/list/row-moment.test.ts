import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import list from "../i18n/messages/en/list.json" with { type: "json" };
import ui from "../i18n/messages/en/ui.json" with { type: "json" };
import { timesOf } from "../ui/times.ts";
import { rowMoment } from "./row-moment.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const words = {
  t: createTranslator({ locale: "en", messages: { list }, namespace: "list" }),
  times: timesOf(createTranslator({ locale: "en", messages: { ui }, namespace: "ui.times" }), "en", "UTC"),
};
const row = {
  waitingSince: null,
  slaDueAt: null,
  slaRiskAt: null,
  replyWindowHours: null,
  replyWindowClosesAt: null,
  ended: false,
  isSnoozed: false,
  snoozedUntil: null,
  lastMessageAt: inMinutes(-5),
};

test.each([
  ["nobody waits: the last message", {}, "5 m", null],
  ["a contact waits", { waitingSince: inMinutes(-8) }, "waiting 8 min", null],
  [
    "in time, with a target",
    { waitingSince: inMinutes(-8), slaDueAt: inMinutes(40), slaRiskAt: inMinutes(10) },
    "waiting 8 min",
    null,
  ],
  [
    "under half of the target is left",
    { waitingSince: inMinutes(-40), slaDueAt: inMinutes(12), slaRiskAt: inMinutes(-10) },
    "due in 12 min",
    "soon",
  ],
  [
    "the target has passed",
    { waitingSince: inMinutes(-120), slaDueAt: inMinutes(-60), slaRiskAt: inMinutes(-90) },
    "waiting 2 h",
    "late",
  ],
  [
    "the reply window closes within the hour",
    { waitingSince: inMinutes(-8), replyWindowHours: 24, replyWindowClosesAt: inMinutes(50) },
    "window: 50 min left",
    "soon",
  ],
  [
    "the reply window is open for long",
    { waitingSince: inMinutes(-8), replyWindowHours: 24, replyWindowClosesAt: inMinutes(600) },
    "waiting 8 min",
    null,
  ],
] as const)("%s", (_, more, text, urgency) => {
  expect(rowMoment({ ...row, ...more }, NOW, words)).toMatchObject({ text, urgency });
});

test("the time behind the text is the one that it speaks of", () => {
  const atOf = (more: Partial<typeof row> | object) => rowMoment({ ...row, ...more }, NOW, words).at;
  const waits = { waitingSince: inMinutes(-40) };
  expect(atOf({})).toBe(inMinutes(-5));
  expect(atOf(waits)).toBe(inMinutes(-40));
  expect(atOf({ ...waits, slaDueAt: inMinutes(12), slaRiskAt: inMinutes(-10) })).toBe(inMinutes(12));
  expect(atOf({ ...waits, replyWindowHours: 24, replyWindowClosesAt: inMinutes(50) })).toBe(inMinutes(50));
  expect(atOf({ ...waits, isSnoozed: true, snoozedUntil: inMinutes(90) })).toBe(inMinutes(90));
});
