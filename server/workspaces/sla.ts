import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { WorkspaceSettings } from "../generated/prisma/client.ts";
import { isTimeZone } from "../text-rules.ts";
import { say } from "../say.ts";

/** A period of business hours: `day` 1 (Monday) to 7, times such as "09:00"; "24:00" is the end of the day. */
export type SlaHours = { day: number; from: string; to: string };

/** The minutes within which contacts must get a response, and the hours in which they count. null: no such target. */
export type Sla = {
  firstResponseMinutes: number | null;
  nextResponseMinutes: number | null;
  /** IANA name: the time zone of the hours. */
  timeZone: string;
  /** In order of the week; empty: always open. */
  hours: SlaHours[];
};

export type SlaInput = { [Key in keyof Sla]?: Sla[Key] | null };

/** A period as stored, in minutes of the day. */
type Stretch = { day: number; from: number; to: number };
type SlaColumns = Pick<WorkspaceSettings, "slaFirstMinutes" | "slaNextMinutes" | "slaTimeZone"> & {
  slaHours: Stretch[];
};

/** Thirty days. */
const MINUTES_MAX = 43_200;
const STRETCHES_MAX = 42;
/** A target that takes more than this many weeks of the given hours is a mistake, and expensive to calculate for every message. */
const WEEKS_MAX = 12;
const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

export function slaOf(settings: WorkspaceSettings): Sla {
  const stretches = settings.slaHours as Stretch[];
  return {
    firstResponseMinutes: settings.slaFirstMinutes,
    nextResponseMinutes: settings.slaNextMinutes,
    timeZone: settings.slaTimeZone,
    hours: stretches.map(({ day, from, to }) => ({ day, from: timeOf(from), to: timeOf(to) })),
  };
}

/**
 * Validates the targets and returns their columns. It replaces all targets; null removes them.
 * @throws AppError BAD_INPUT
 */
export async function readSla(ctx: Ctx, input: SlaInput | null): Promise<SlaColumns> {
  const timeZone = input?.timeZone ?? "UTC";
  if (!isTimeZone(timeZone) || !(await isKnownToDatabase(ctx, timeZone)))
    throw badInput("sla.timeZone", say("input.timeZone"));
  const slaHours = readHours(input?.hours ?? []);
  const open = slaHours.reduce((sum, { from, to }) => sum + to - from, 0);
  const readMinutes = (name: "firstResponseMinutes" | "nextResponseMinutes") => {
    const minutes = input?.[name] ?? null;
    if (minutes === null) return null;
    if (minutes < 1 || minutes > MINUTES_MAX)
      throw badInput(`sla.${name}`, say("workspaces.minutes", { field: name, count: MINUTES_MAX }));
    if (slaHours.length > 0 && minutes > open * WEEKS_MAX)
      throw badInput(`sla.${name}`, say("workspaces.hoursShort", { count: WEEKS_MAX }));
    return minutes;
  };
  return {
    slaFirstMinutes: readMinutes("firstResponseMinutes"),
    slaNextMinutes: readMinutes("nextResponseMinutes"),
    slaTimeZone: timeZone,
    slaHours,
  };
}

/** The database does the calculation, so a time zone unknown to it would fail for every incoming message. */
async function isKnownToDatabase(ctx: Ctx, timeZone: string): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ isKnown: boolean }[]>`
    select exists (select from pg_timezone_names where name = ${timeZone}) as "isKnown"`;
  return row?.isKnown === true;
}

function readHours(hours: readonly SlaHours[]): Stretch[] {
  if (hours.length > STRETCHES_MAX)
    throw badInput("sla.hours", say("workspaces.stretchesMax", { count: STRETCHES_MAX }));
  const read = hours.map(({ day, from, to }, index) => {
    const path = `sla.hours.${index}`;
    if (day < 1 || day > 7) throw badInput(`${path}.day`, say("workspaces.day"));
    const stretch = { day, from: minutesOf(`${path}.from`, from), to: minutesOf(`${path}.to`, to), path };
    if (stretch.to <= stretch.from) throw badInput(`${path}.to`, say("workspaces.stretchEnd"));
    return stretch;
  });
  const ordered = read.toSorted((a, b) => a.day - b.day || a.from - b.from);
  ordered.forEach(({ day, from, path }, index) => {
    const before = ordered[index - 1];
    if (before?.day === day && before.to > from) throw badInput(path, say("workspaces.stretchOverlap"));
  });
  return ordered.map(({ day, from, to }) => ({ day, from, to }));
}

function minutesOf(path: string, time: string): number {
  if (!TIME.test(time)) throw badInput(path, say("workspaces.timeOfDay"));
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
