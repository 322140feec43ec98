import type { InboxWords } from "./inbox-words.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How a language writes moments. */
type Formats = ReturnType<typeof newFormats>;

function newFormats(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  return {
    clock: format({ hour: "2-digit", minute: "2-digit" }),
    weekday: format({ weekday: "short" }),
    shortDate: format({ day: "numeric", month: "short" }),
    shortDateYear: format({ day: "numeric", month: "short", year: "numeric" }),
    longDate: format({ weekday: "long", day: "numeric", month: "long" }),
    longDateYear: format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    absolute: format({ dateStyle: "full", timeStyle: "medium" }),
  };
}

/** Every row and bubble asks for them, and they are dear to make. */
const made = new Map<string, Formats>();

function formatsOf(locale: string): Formats {
  const formats = made.get(locale) ?? newFormats(locale);
  made.set(locale, formats);
  return formats;
}

/** How moments and stretches of time are said, in a language. Moments are ISO times, `nowMs` milliseconds. */
export type Times = ReturnType<typeof timesOf>;

export function timesOf(t: InboxWords, locale: string) {
  const formats = formatsOf(locale);
  return {
    /** "now", "4 m", "14:20" today, "Tue" this week, "3 Mar", "3 Mar 2024". */
    relativeTime: (iso: string, nowMs: number): string => {
      const at = new Date(iso);
      const ago = nowMs - at.getTime();
      if (ago < MINUTE) return t("times.now");
      if (ago < HOUR) return t("times.minutesAgo", { count: Math.floor(ago / MINUTE) });
      const days = calendarDaysBetween(at, new Date(nowMs));
      if (days === 0) return formats.clock.format(at);
      if (days === 1) return t("times.yesterday");
      if (days < 7) return formats.weekday.format(at);
      const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear();
      return (isThisYear ? formats.shortDate : formats.shortDateYear).format(at);
    },

    /** How long somebody has been waiting: "under a minute", "12 min", "3 h", "2 d". */
    waitedFor: (sinceIso: string, nowMs: number): string => {
      const ms = Math.max(0, nowMs - new Date(sinceIso).getTime());
      if (ms < MINUTE) return t("times.underMinute");
      if (ms < HOUR) return t("times.minutes", { count: Math.floor(ms / MINUTE) });
      if (ms < DAY) return t("times.hours", { count: Math.floor(ms / HOUR) });
      return t("times.days", { count: Math.floor(ms / DAY) });
    },

    /** Time left until a moment: "5 h 20 min", "12 min", "under a minute"; null when it has passed. */
    timeLeft: (untilIso: string, nowMs: number): string | null => {
      const ms = new Date(untilIso).getTime() - nowMs;
      if (ms <= 0) return null;
      if (ms < MINUTE) return t("times.underMinute");
      const hours = Math.floor(ms / HOUR);
      const minutes = Math.floor((ms % HOUR) / MINUTE);
      return hours > 0 ? t("times.hoursMinutes", { hours, minutes }) : t("times.minutes", { count: minutes });
    },

    clockTime: (iso: string): string => formats.clock.format(new Date(iso)),

    /** The whole moment, for titles. */
    absoluteTime: (iso: string): string => formats.absolute.format(new Date(iso)),

    /** "Today", "Yesterday", "Tuesday, 3 March". */
    dayLabel: (iso: string, nowMs: number): string => {
      const at = new Date(iso);
      const now = new Date(nowMs);
      const days = calendarDaysBetween(at, now);
      if (days === 0) return t("times.today");
      if (days === 1) return t("times.yesterday");
      return (at.getFullYear() === now.getFullYear() ? formats.longDate : formats.longDateYear).format(at);
    },
  };
}

/** A day's name that does not depend on the hour, in local time. */
export function dayKey(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
}

function calendarDaysBetween(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
  return day(to) - day(from);
}
