/** The periods to choose from without picking days. */
export const PRESETS = ["today", "last7", "last30", "last90", "thisMonth", "lastMonth"] as const;
export type Preset = (typeof PRESETS)[number];

/** Days in the reader's time zone, like 2026-11-21. Both are included. */
export type Days = { from: string; to: string };
export type Interval = "hour" | "day" | "week" | "month";

/** The days of a preset, relative to today. */
export function daysOf(preset: Preset, today: Date): Days {
  const day = (offset: number) => dayOf(shifted(today, offset));
  const month = (offset: number, date: number) => dayOf(new Date(today.getFullYear(), today.getMonth() + offset, date));
  switch (preset) {
    case "today":
      return { from: day(0), to: day(0) };
    case "last7":
      return { from: day(-6), to: day(0) };
    case "last30":
      return { from: day(-29), to: day(0) };
    case "last90":
      return { from: day(-89), to: day(0) };
    case "thisMonth":
      return { from: month(0, 1), to: day(0) };
    case "lastMonth":
      return { from: month(-1, 1), to: month(0, 0) };
  }
}

/** The same number of days before, for comparison. */
export function daysBefore({ from, to }: Days): Days {
  const length = Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000) + 1;
  return { from: dayOf(shifted(dateOf(from), -length)), to: dayOf(shifted(dateOf(from), -1)) };
}

/** The time span of the days: [startDate, endDate). */
export function momentsOf({ from, to }: Days): { startDate: string; endDate: string } {
  return { startDate: dateOf(from).toISOString(), endDate: shifted(dateOf(to), 1).toISOString() };
}

/** The finest interval that a chart can show. */
export function intervalOf({ from, to }: Days): Interval {
  const days = (dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000 + 1;
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 400 ? "week" : "month";
}

/**
 * The span of one chart point, which starts at `at` in the reader's time zone, limited to the whole span.
 * @param whole the time span of all days
 */
export function spanOfPoint(
  at: string,
  interval: Interval,
  whole: { startDate: string; endDate: string },
): { startDate: string; endDate: string } {
  const begin = new Date(at);
  const [year, month, day] = [begin.getFullYear(), begin.getMonth(), begin.getDate()];
  const NEXT: Record<Interval, () => Date> = {
    hour: () => new Date(begin.getTime() + 3_600_000),
    day: () => new Date(year, month, day + 1),
    week: () => new Date(year, month, day + 7),
    month: () => new Date(year, month + 1, 1),
  };
  const end = NEXT[interval]().toISOString();
  const start = begin.toISOString();
  return {
    startDate: start > whole.startDate ? start : whole.startDate,
    endDate: end < whole.endDate ? end : whole.endDate,
  };
}

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(dateOf(text)) === text;
}

/** Local midnight. Calculating with date parts stays correct when clocks change. */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function shifted(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}
