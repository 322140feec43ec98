import type { Locale } from "../i18n/locales.ts";
import { dayPart } from "./day-parts.ts";

/** The hour for a day without a time. */
const MORNING_HOUR = 9;
const AFTERNOON_HOUR = 15;

export const TIME_PRESETS = ["hour", "fourHours", "tomorrow", "monday", "nextMonth"] as const;
export type TimePreset = (typeof TIME_PRESETS)[number];

/** The time of a preset in the person's time zone. Days start at 9:00, and Monday is never today. */
export function presetTime(preset: TimePreset, now: Date): Date {
  switch (preset) {
    case "hour":
      return inHours(now, 1);
    case "fourHours":
      return inHours(now, 4);
    case "tomorrow":
      return morning(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    case "monday":
      return morning(now.getFullYear(), now.getMonth(), now.getDate() + ((8 - now.getDay()) % 7 || 7));
    case "nextMonth":
      return morning(now.getFullYear(), now.getMonth() + 1, 1);
  }
}

/** The future time that a text names ("fri 3pm", "morgen um 9", "dans 2 heures"). null: none. */
export type TimeReader = (words: string, now: Date) => Date | null;

/**
 * A time parser for a language and for English, which many people type anyway. The result that understands more of the text
 * wins. Loaded on demand, because it is large.
 */
export async function timeReader(locale: Locale): Promise<TimeReader> {
  const [own, english] = await Promise.all([casualOf(locale), casualOf("en")]);
  return (words, now) => {
    const readings = [read(own, words, now), read(english, words, now), readDayPart(own, locale, words, now)];
    const found = readings.filter((reading) => reading !== null);
    const [best] = found.sort((a, b) => b.understood - a.understood);
    return best && best.at > now ? best.at : null;
  };
}

type Casual = Awaited<ReturnType<typeof casualOf>>;

async function casualOf(locale: Locale) {
  switch (locale) {
    case "en":
      return (await import("chrono-node/en")).casual;
    case "de":
      return (await import("chrono-node/de")).casual;
    case "es":
      return (await import("chrono-node/es")).casual;
    case "fr":
      return (await import("chrono-node/fr")).casual;
  }
}

/** Parts of the day that imply an hour. "Morning" is absent, because it is the default hour. */
const DAY_PART = /^casualReference\/(noon|afternoon|evening|tonight|midnight)$/;

type Reading = { at: Date; understood: number; isExact: boolean };

function read(casual: Casual, words: string, now: Date): Reading | null {
  const [found] = casual.parse(words, now, { forwardDate: true });
  if (!found) return null;
  const at = found.start.date();
  const isExact = found.start.isCertain("hour") || [...found.start.tags()].some((tag) => DAY_PART.test(tag));
  return {
    at: isExact ? at : morning(at.getFullYear(), at.getMonth(), at.getDate()),
    understood: found.text.length,
    isExact,
  };
}

/**
 * A part of the day, for languages in which the library ignores it next to a day. Takes precedence over the library's own
 * result.
 */
function readDayPart(casual: Casual, locale: Locale, words: string, now: Date): Reading | null {
  const { day, hour } = dayPart(words, locale);
  if (hour === null && day === words) return null;
  const found = day === "" ? { at: now, isExact: false } : read(casual, day, now);
  if (!found) return null;
  const { at } = found;
  // "At 3 in the afternoon": the hour is given, and the part of the day turns it into 15.
  const hours = found.isExact
    ? at.getHours() + (hour !== null && hour >= AFTERNOON_HOUR && at.getHours() < 12 ? 12 : 0)
    : hour;
  const minutes = found.isExact ? at.getMinutes() : 0;
  const time = new Date(at.getFullYear(), at.getMonth(), at.getDate(), hours ?? MORNING_HOUR, minutes);
  return { at: time, understood: words.length + 1, isExact: true };
}

function inHours(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * 3_600_000);
}

function morning(year: number, month: number, day: number): Date {
  return new Date(year, month, day, MORNING_HOUR);
}
