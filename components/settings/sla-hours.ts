import type { WorkspaceSettings } from "./queries.ts";

export type Sla = WorkspaceSettings["sla"];
export type Stretch = Sla["hours"][number];

/** Monday to Sunday. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const USUAL: readonly Stretch[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:00" }));

/** The initial business hours when they are turned on. */
export function usualHours(): Stretch[] {
  return USUAL.map((stretch) => ({ ...stretch }));
}

/** Adds a stretch to a day: after the last one, or the default one. */
export function withStretch(hours: readonly Stretch[], day: number): Stretch[] {
  const last = hours.filter((stretch) => stretch.day === day).at(-1);
  const added = last ? { day, from: last.to, to: "24:00" } : { day, from: "09:00", to: "17:00" };
  return [...hours, added].toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from));
}

/** A problem of a stretch: it ends before it starts, or it overlaps another one of the same day. */
export type StretchProblem = "endsFirst" | "overlaps";

/** The problem of each stretch, in order. null: none. Of two overlapping stretches, the later one has the problem. */
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

/** Times have two digits per part, so text order is time order. */
function endsFirst({ from, to }: Stretch): boolean {
  return to <= from;
}

/** Time inputs have no 24:00. At the end of a stretch, 00:00 means the end of the day. */
export function shownTime(time: string): string {
  return time === "24:00" ? "00:00" : time;
}

export function endTime(shown: string): string {
  return shown === "00:00" ? "24:00" : shown;
}
