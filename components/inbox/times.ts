const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const shortDate = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const shortDateYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const longDate = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const longDateYear = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

/** "now", "4 m", "14:20" today, "Tue" this week, "3 Mar", "3 Mar 2024". */
export function relativeTime(iso: string, nowMs: number): string {
  const at = new Date(iso);
  const ago = nowMs - at.getTime();
  if (ago < MINUTE) return "now";
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} m`;
  const days = calendarDaysBetween(at, new Date(nowMs));
  if (days === 0) return clock.format(at);
  if (days === 1) return "Yesterday";
  if (days < 7) return weekday.format(at);
  return at.getFullYear() === new Date(nowMs).getFullYear() ? shortDate.format(at) : shortDateYear.format(at);
}

/** How long somebody has been waiting: "under a minute", "12 min", "3 h", "2 d". */
export function waitedFor(sinceIso: string, nowMs: number): string {
  const ms = Math.max(0, nowMs - new Date(sinceIso).getTime());
  if (ms < MINUTE) return "under a minute";
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** Time left until a moment: "5 h 20 min", "12 min", "under a minute"; null when it has passed. */
export function timeLeft(untilIso: string, nowMs: number): string | null {
  const ms = new Date(untilIso).getTime() - nowMs;
  if (ms <= 0) return null;
  if (ms < MINUTE) return "under a minute";
  const hours = Math.floor(ms / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

export function clockTime(iso: string): string {
  return clock.format(new Date(iso));
}

/** The whole moment, for titles. */
export function absoluteTime(iso: string): string {
  return absolute.format(new Date(iso));
}

/** "Today", "Yesterday", "Tuesday, 3 March". */
export function dayLabel(iso: string, nowMs: number): string {
  const at = new Date(iso);
  const now = new Date(nowMs);
  const days = calendarDaysBetween(at, now);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return at.getFullYear() === now.getFullYear() ? longDate.format(at) : longDateYear.format(at);
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
