import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { de } from "../i18n/messages/de.ts";
import { en } from "../i18n/messages/en.ts";
import { timesOf } from "./times.ts";

const NOW = new Date("2026-03-03T12:00:00Z").getTime();
const { relativeTime, timeLeft, waitedFor } = timesOf(
  createTranslator({ locale: "en", messages: en, namespace: "ui.times" }),
  "en-GB",
  "UTC",
);
const german = timesOf(createTranslator({ locale: "de", messages: de, namespace: "ui.times" }), "de", "UTC");

test.each([
  ["2026-03-03T11:59:30Z", "under a minute"],
  ["2026-03-03T11:48:00Z", "12 min"],
  ["2026-03-03T09:00:00Z", "3 h"],
  ["2026-03-01T11:00:00Z", "2 d"],
  ["2026-03-03T12:05:00Z", "under a minute"],
])("waited since %s: %s", (since, expected) => {
  expect(waitedFor(since, NOW)).toBe(expected);
});

test.each([
  ["2026-03-03T17:20:10Z", "5 h 20 min"],
  ["2026-03-03T12:12:00Z", "12 min"],
  ["2026-03-03T12:00:30Z", "under a minute"],
  ["2026-03-03T12:00:00Z", null],
])("left until %s: %s", (until, expected) => {
  expect(timeLeft(until, NOW)).toBe(expected);
});

test.each([
  ["2026-03-03T11:59:30Z", "now", "jetzt"],
  ["2026-03-03T11:56:00Z", "4 m", "4 min"],
  ["2026-03-02T11:00:00Z", "Yesterday", "Gestern"],
  ["2026-02-27T12:00:00Z", "Fri", "Fr"],
  ["2026-01-03T12:00:00Z", "3 Jan", "3. Jan."],
  ["2024-01-03T12:00:00Z", "3 Jan 2024", "3. Jan. 2024"],
])("%s was %s, in German %s", (at, english, words) => {
  expect(relativeTime(at, NOW)).toBe(english);
  expect(german.relativeTime(at, NOW)).toBe(words);
});

test.each([
  // Noon in London is 02:00 the next day on Kiritimati, and 04:00 in Los Angeles.
  ["Pacific/Kiritimati", "2026-03-03T09:30:00Z", "Yesterday"],
  ["Pacific/Kiritimati", "2026-03-03T10:30:00Z", "00:30"],
  ["America/Los_Angeles", "2026-03-03T07:30:00Z", "Yesterday"],
  ["America/Los_Angeles", "2026-03-03T08:30:00Z", "00:30"],
  ["America/Los_Angeles", "2026-01-01T07:00:00Z", "31 Dec 2025"],
])("by the clock of %s, %s is said as %s", (zone, at, words) => {
  const times = timesOf(createTranslator({ locale: "en", messages: en, namespace: "ui.times" }), "en-GB", zone);
  expect(times.relativeTime(at, NOW)).toBe(words);
});
