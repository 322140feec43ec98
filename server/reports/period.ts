import { badInput } from "../errors.ts";
import { isTimeZone } from "../text-rules.ts";
import { say } from "../say.ts";

export const INTERVALS = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

export type PeriodInput = {
  /** Inclusive. */
  startDate: Date;
  /** Exclusive, so that periods that adjoin count nothing twice. */
  endDate: Date;
  interval: Interval;
  /** An IANA name, like Europe/Berlin: days, weeks and hours are those of its clocks. */
  timeZone: string;
};

/** Points of a chart; more say no more to the eye, and each costs its row. */
const MOST_POINTS = 800;
const LEAST_MS: Record<Interval, number> = {
  hour: 3_600_000,
  day: 23 * 3_600_000,
  week: 7 * 23 * 3_600_000,
  month: 28 * 23 * 3_600_000,
};

/**
 * Checks a period as it was asked for.
 * @throws AppError BAD_INPUT when it ends before it starts, has more than 800 points, or its time zone is unknown.
 */
export function checkPeriod({ startDate, endDate, interval, timeZone }: PeriodInput): void {
  const ms = endDate.getTime() - startDate.getTime();
  if (ms < 0) throw badInput("endDate", say("input.dates"));
  if (ms / LEAST_MS[interval] > MOST_POINTS)
    throw badInput("interval", say("service.periodPoints", { count: MOST_POINTS }));
  if (!isTimeZone(timeZone)) throw badInput("timeZone", say("service.timeZone"));
}
