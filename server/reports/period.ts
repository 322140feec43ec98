import { badInput } from "../errors.ts";
import { isTimeZone } from "../text-rules.ts";
import { say } from "../say.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

export const INTERVALS = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

export type PeriodInput = {
  /** Inclusive. */
  startDate: Date;
  /** Exclusive, so that adjacent periods count nothing twice. */
  endDate: Date;
  interval: Interval;
  /** An IANA name, like Europe/Berlin. Days, weeks and hours are in this time zone. */
  timeZone: string;
};

/** Points of a chart. More would not be visible, and each costs a row. */
const MOST_POINTS = 800;
const LEAST_MS: Record<Interval, number> = {
  hour: 3_600_000,
  day: 23 * 3_600_000,
  week: 7 * 23 * 3_600_000,
  month: 28 * 23 * 3_600_000,
};

/**
 * Checks a requested period.
 * @throws AppError BAD_INPUT when it ends before it starts, has more than 800 points, or its time zone is unknown.
 */
export function checkPeriod({ startDate, endDate, interval, timeZone }: PeriodInput): void {
  const ms = endDate.getTime() - startDate.getTime();
  if (ms < 0) throw badInput("endDate", say("input.dates"));
  if (ms / LEAST_MS[interval] > MOST_POINTS)
    throw badInput("interval", say("service.periodPoints", { count: MOST_POINTS }));
  if (!isTimeZone(timeZone)) throw badInput("timeZone", say("service.timeZone"));
}

/** The conversations that a report covers. */
export type ReportFilter = {
  /** Only this channel. Default: all. */
  integrationId?: string | null;
  /** Only conversations that have this tag now. */
  tag?: string | null;
};

export type ReportInput = PeriodInput & ReportFilter;

/** The conversations (alias `c`) that a report covers, at any time. A dormant one counts from the contact's answer on. */
export function convsSql(ctx: Ctx, filter: ReportFilter): Prisma.Sql {
  return Prisma.sql`${anyConvsSql(ctx, filter)} and not c.dormant`;
}

/** The same with dormant conversations: messages sent in them count as sent. */
export function anyConvsSql(ctx: Ctx, { integrationId, tag }: ReportFilter): Prisma.Sql {
  const filters = [Prisma.sql`c."workspaceId" = ${ctx.workspaceId} and not c."isPlayground"`];
  if (integrationId) filters.push(Prisma.sql`c."integrationId" = ${integrationId}::uuid`);
  if (tag) filters.push(Prisma.sql`c.tags @> ${[tag]}::text[]`);
  return Prisma.join(filters, " and ");
}
