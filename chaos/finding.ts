import type { Facts } from "./facts.ts";

/** A violation of a rule, with its evidence: ids, and lines of the history (from 1). */
export type Finding = { rule: string; says: string; ids: string[]; lines: number[] };

/** The limits of a run, in milliseconds. */
export type Bounds = {
  /** The longest time for a request (bar 4). */
  requestMs: number;
  /** From the end of a fault until requests succeed again (bar 3). */
  backMs: number;
  /**
   * From the last fault until nothing is pending (bar 1), in addition to the providers' `Retry-After` and the time for the
   * backlog.
   */
  recoverMs: number;
  /** From SIGTERM to the end of the process (bar 5). */
  stopMs: number;
  /** From a provider's response until it is stored, on a busy machine. The attempt counts as in progress until then. */
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

/** Checks a run and reports what breaks the rule in its own comment. */
export type Rule = (facts: Facts, report: Report, bounds: Bounds) => void;
