import type { ConvRow } from "../inbox/documents.ts";
import type { ConvSort } from "./conv-rows.ts";

/** By the answer target: it has passed, is near, is not near, or there is none. */
export type RowGroup = "late" | "soon" | "onTime" | "noTarget";
export type GroupOfRows = { group: RowGroup; first: number; count: number };

/** Where the rows of a list and the heads of its groups are, in pixels from its top. */
export type ListShape = {
  rowPx: number;
  headPx: number;
  groups: readonly GroupOfRows[];
  topOf: (index: number) => number;
  /** The same for styles, by the sizes that are set there. It is right before the page has been measured. */
  placeOf: (index: number) => string;
  /** The row at a distance from the top. */
  indexAt: (px: number) => number;
};

type Due = Pick<ConvRow, "slaDueAt" | "slaRiskAt">;

/**
 * The groups of a list that is sorted by what is due. In any other order, and where nothing has a target, there are none.
 * "soon" reaches to the last row that is near its target: a longer target is near at an earlier time.
 */
export function groupsOf(rows: readonly Due[], sort: ConvSort, nowMs: number): GroupOfRows[] {
  if (sort !== "slaDue" || !rows[0]?.slaDueAt) return [];
  const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= nowMs;
  const ends = {
    late: rows.findLastIndex(({ slaDueAt }) => isPast(slaDueAt)) + 1,
    soon: rows.findLastIndex(({ slaRiskAt }) => isPast(slaRiskAt)) + 1,
    onTime: rows.findLastIndex(({ slaDueAt }) => slaDueAt !== null) + 1,
    noTarget: rows.length,
  };
  let first = 0;
  return (Object.keys(ends) as RowGroup[]).flatMap((group) => {
    const count = ends[group] - first;
    if (count <= 0) return [];
    const found = { group, first, count };
    first = ends[group];
    return [found];
  });
}

export function listShape(groups: readonly GroupOfRows[], rowPx: number, headPx: number): ListShape {
  const headsUpTo = (index: number) => groups.filter(({ first }) => first <= index).length;
  const topOf = (index: number) => index * rowPx + headPx * headsUpTo(index);
  const placeOf = (index: number) => `calc(${index} * var(--row-size) + ${headsUpTo(index)} * var(--head-size))`;
  const indexAt = (px: number) => {
    const heads = groups.filter(({ first }) => topOf(first) <= px).length;
    return Math.max(0, Math.floor((px - headPx * heads) / rowPx));
  };
  return { rowPx, headPx, groups, topOf, placeOf, indexAt };
}
