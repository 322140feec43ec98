import { loadavg } from "node:os";
import { median } from "./figures.ts";

/** The limit of a goal: a ratio or a figure. */
export type Bound = { must: number; moonshot: number };

/** One round of a goal. Both figures come from the same minute on the same machine. */
export type Round = { floor: number; ours: number };

/**
 * A row of the goals' table. `goal` is its number, or null. `ratio` is ours / floor, medians over the rounds. `kept` says
 * whether two of three rounds met the must. Without a bound it is reported but not judged.
 */
export type GoalRow = {
  goal: number | null;
  what: string;
  unit: string;
  floor: number | null;
  ours: number;
  ratio: number | null;
  bound: Bound | null;
  isKept: boolean | null;
  note: string;
  /** Runnable processes after the measurement. */
  load: number;
};

type Question = {
  goal: number | null;
  what: string;
  unit: string;
  /** Whether more or less is better. */
  wants: "more" | "less";
  bound: Bound | null;
  note?: string;
};

/** Two of three rounds have to meet the must. A round that could not be measured (NaN) counts as missed. */
const ROUNDS_TO_KEEP = 2 / 3;

/** A goal that is a ratio to its floor. */
export function rowOfRounds({ wants, note = "", ...question }: Question, rounds: readonly Round[]): GoalRow {
  const { bound } = question;
  const ratios = rounds.map(({ floor, ours }) => ours / floor);
  const kept = bound ? ratios.filter((ratio) => (wants === "more" ? ratio >= bound.must : ratio <= bound.must)) : [];
  const seen =
    rounds.length > 1 ? `${rounds.length} rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}` : "";
  return {
    ...question,
    floor: median(rounds.map(({ floor }) => floor)),
    ours: median(rounds.map(({ ours }) => ours)),
    ratio: median(ratios),
    isKept: bound && kept.length >= Math.round(rounds.length * ROUNDS_TO_KEEP) && kept.length > 0,
    note: [note, seen].filter(Boolean).join("; "),
    load: loadavg()[0] ?? 0,
  };
}

/** A goal that is an absolute figure. */
export function rowOfFigure({ wants, note = "", ...question }: Question, ours: number): GoalRow {
  const { bound } = question;
  const isKept = bound && (wants === "more" ? ours >= bound.must : ours <= bound.must);
  return { ...question, floor: null, ours, ratio: null, isKept, note, load: loadavg()[0] ?? 0 };
}

const short = (value: number) =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);

/** A Markdown table of goals. */
export function tableOfGoals(rows: readonly GoalRow[]): string {
  const lines = rows.map(({ goal, what, unit, floor, ours, ratio, bound, isKept, note, load }) => [
    goal === null ? "" : String(goal),
    what,
    floor === null ? "" : `${short(floor)} ${unit}`,
    `${short(ours)} ${unit}`,
    ratio === null ? "" : ratio.toFixed(2),
    bound ? String(bound.must) : "",
    bound ? String(bound.moonshot) : "",
    isKept === null ? "" : isKept ? "kept" : "**missed**",
    load.toFixed(1),
    note,
  ]);
  const head = ["goal", "what", "floor", "ours", "ratio", "must", "moonshot", "", "load", "how"];
  return [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");
}
