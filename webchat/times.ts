import type { Words } from "./words.ts";

const DAY_MS = 86_400_000;

export function timeText(date: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(date);
}

/** The day above its messages: today, yesterday, a weekday within the last week, otherwise the date. */
export function dayText(date: Date, locale: string, words: Words, now = new Date()): string {
  const midnight = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(date)) / DAY_MS);
  if (days === 0) return words.today;
  if (days === 1) return words.yesterday;
  const isThisYear = date.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(
    locale,
    days > 1 && days < 7
      ? { weekday: "long" }
      : { day: "numeric", month: "long", ...(isThisYear ? {} : { year: "numeric" }) },
  ).format(date);
}
