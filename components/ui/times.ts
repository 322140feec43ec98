import type { useTranslations } from "next-intl";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The date formats of a language. */
type Formats = ReturnType<typeof newFormats>;

function newFormats(locale: string, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  return {
    /** The Swedish format is "2026-03-03". */
    day: new Intl.DateTimeFormat("sv", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
    clock: format({ hour: "2-digit", minute: "2-digit" }),
    weekday: format({ weekday: "short" }),
    shortDate: format({ day: "numeric", month: "short" }),
    shortDateYear: format({ day: "numeric", month: "short", year: "numeric" }),
    longDate: format({ weekday: "long", day: "numeric", month: "long" }),
    longDateYear: format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    absolute: format({ dateStyle: "full", timeStyle: "medium" }),
  };
}

/** The limit of cached formats. Every row and bubble needs them, and creating them is expensive. */
const MADE_MAX = 200;
const made = new Map<string, Formats>();

function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`;
  const formats = made.get(key) ?? newFormats(locale, timeZone);
  // On the server, each reader adds their own language and zone.
  if (made.size >= MADE_MAX) made.clear();
  made.set(key, formats);
  return formats;
}

/** Formats times and durations in a language and a time zone. Times are ISO strings, `nowMs` is in milliseconds. */
export type Times = ReturnType<typeof timesOf>;

type TimeWords = ReturnType<typeof useTranslations<"ui.times">>;

export function timesOf(t: TimeWords, locale: string, timeZone: string) {
  const formats = formatsOf(locale, timeZone);
  const dayOf = (date: Date) => calendarDay(date, formats, timeZone);
  return {
    /** "now", "4 m", "14:20" today, "Tue" this week, "3 Mar", "3 Mar 2024". */
    relativeTime: (iso: string, nowMs: number): string => {
      const at = new Date(iso);
      const ago = nowMs - at.getTime();
      if (ago < MINUTE) return t("now");
      if (ago < HOUR) return t("minutesAgo", { count: Math.floor(ago / MINUTE) });
      const [day, today] = [dayOf(at), dayOf(new Date(nowMs))];
      const days = (today - day) / DAY;
      if (days === 0) return formats.clock.format(at);
      if (days === 1) return t("yesterday");
      if (days < 7) return formats.weekday.format(at);
      return (isSameYear(day, today) ? formats.shortDate : formats.shortDateYear).format(at);
    },

    /** How long someone has been waiting: "under a minute", "12 min", "3 h", "2 d". */
    waitedFor: (sinceIso: string, nowMs: number): string => {
      const ms = Math.max(0, nowMs - new Date(sinceIso).getTime());
      if (ms < MINUTE) return t("underMinute");
      if (ms < HOUR) return t("minutes", { count: Math.floor(ms / MINUTE) });
      if (ms < DAY) return t("hours", { count: Math.floor(ms / HOUR) });
      return t("days", { count: Math.floor(ms / DAY) });
    },

    /** Time left: "5 h 20 min", "12 min", "under a minute". null: it is over. */
    timeLeft: (untilIso: string, nowMs: number): string | null => {
      const ms = new Date(untilIso).getTime() - nowMs;
      if (ms <= 0) return null;
      if (ms < MINUTE) return t("underMinute");
      const hours = Math.floor(ms / HOUR);
      const minutes = Math.floor((ms % HOUR) / MINUTE);
      return hours > 0 ? t("hoursMinutes", { hours, minutes }) : t("minutes", { count: minutes });
    },

    clockTime: (iso: string): string => formats.clock.format(new Date(iso)),

    /** The full date and time, for tooltips. */
    absoluteTime: (iso: string): string => formats.absolute.format(new Date(iso)),

    /** "Today", "Yesterday", "Tuesday, 3 March". */
    dayLabel: (iso: string, nowMs: number): string => {
      const at = new Date(iso);
      const [day, today] = [dayOf(at), dayOf(new Date(nowMs))];
      const days = (today - day) / DAY;
      if (days === 0) return t("today");
      if (days === 1) return t("yesterday");
      return (isSameYear(day, today) ? formats.longDate : formats.longDateYear).format(at);
    },
  };
}

/** A key for a day, in local time. */
export function dayKey(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
}

/** Midnight in UTC of the calendar day that a time falls on in a zone, in milliseconds. */
function calendarDay(at: Date, { day }: Formats, timeZone: string): number {
  // The reader's own zone is by far the most common, and Date supports it directly.
  if (timeZone === ownZone) return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Date.parse(`${day.format(at)}T00:00:00Z`);
}

function isSameYear(day: number, other: number): boolean {
  return new Date(day).getUTCFullYear() === new Date(other).getUTCFullYear();
}
