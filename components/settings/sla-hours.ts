import type { WorkspaceSettings } from "./queries.ts";

export type Sla = WorkspaceSettings["sla"];
export type Stretch = Sla["hours"][number];

/** Monday to Sunday. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const USUAL: readonly Stretch[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:00" }));

/** What is offered when business hours are switched on. */
export function usualHours(): Stretch[] {
  return USUAL.map((stretch) => ({ ...stretch }));
}

/** A further stretch of a day: behind the last one, or the usual one. */
export function withStretch(hours: readonly Stretch[], day: number): Stretch[] {
  const last = hours.filter((stretch) => stretch.day === day).at(-1);
  const added = last ? { day, from: last.to, to: "24:00" } : { day, from: "09:00", to: "17:00" };
  return [...hours, added].toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from));
}

/** What is wrong with a stretch: it ends before it begins, or lies over another one of its day. */
export type StretchProblem = "endsFirst" | "overlaps";

/** Of each stretch, in their order; null: nothing. Of two that overlap it is the later one's. */
export function problemsOf(hours: readonly Stretch[]): (StretchProblem | null)[] {
  return hours.map((stretch, index) => {
    if (endsFirst(stretch)) return "endsFirst";
    const isOver = hours.some(
      (other, each) =>
        each !== index &&
        other.day === stretch.day &&
        !endsFirst(other) &&
        (other.from < stretch.from || (other.from === stretch.from && each < index)) &&
        other.to > stretch.from,
    );
    return isOver ? "overlaps" : null;
  });
}

/** Times are written with two digits each: their letters sort as they do. */
function endsFirst({ from, to }: Stretch): boolean {
  return to <= from;
}

/** A clock's field has no 24:00: at the end of a stretch midnight is the day's end. */
export function shownTime(time: string): string {
  return time === "24:00" ? "00:00" : time;
}

export function endTime(shown: string): string {
  return shown === "00:00" ? "24:00" : shown;
}
