import type { Facts } from "./facts.ts";

/** Something that happened and must not, with what shows it: ids, and lines of the history (from 1). */
export type Finding = { rule: string; says: string; ids: string[]; lines: number[] };

/** What the run is held to; times in milliseconds. */
export type Bounds = {
  /** The longest that a request may take (bar 4). */
  requestMs: number;
  /** From the end of a fault until requests pass again (bar 3). */
  backMs: number;
  /** From the last fault until nothing is pending, above what providers asked to wait and what a backlog takes (bar 1). */
  recoverMs: number;
  /** From SIGTERM to the process's end (bar 5). */
  stopMs: number;
  /** From a provider's answer until it is stored, on a busy machine: an attempt counts as under way until then. */
  settleMs: number;
};

export const BOUNDS: Bounds = {
  requestMs: 15_000,
  backMs: 10_000,
  recoverMs: 30_000,
  stopMs: 30_000,
  settleMs: 3_000,
};

export type Report = (finding: { says: string; ids?: string[]; lines?: (number | null | undefined)[] }) => void;

/** Looks at a run and reports what breaks the sentence it stands for. */
export type Rule = (facts: Facts, report: Report, bounds: Bounds) => void;
