import type pg from "pg";
import type { Settings } from "../../env.ts";

/**
 * What a check found. `fault` is the fault's name, the same in every release; `cause` and `remedy` are sentences for the operator.
 * No text of a finding holds a secret: addresses are named by their host alone.
 */
export type Found =
  | { status: "ok"; cause: string }
  | { status: "warn" | "fail"; fault: string; cause: string; remedy: string };

export type Finding = Found & { check: string };

/** What of the machine a check looks at, and how long it is patient. */
export type Machine = {
  now: () => Date;
  nodeVersion: string;
  /** A transaction that writes for longer is one too many: it holds up webhooks and the live stream. */
  patienceSeconds: number;
  /** What `npm run build` makes: what of it is missing, and whether it was made of other sources than those that are here. */
  build: () => { missing: string[]; isStale: boolean };
  /** Bytes of the file system that a path lies on; null where the path cannot be seen from here. */
  space: (path: string) => Promise<{ freeBytes: number; totalBytes: number } | null>;
};

/** What the checks are given. The connection is read-only. */
export type Patient = { settings: Settings; machine: Machine; db: pg.Client };

export type Check<Given = Patient> = { name: string; run: (patient: Given) => Promise<Found | Found[]> };

export function ok(cause: string): Found {
  return { status: "ok", cause };
}

export function warn(fault: string, cause: string, remedy: string): Found {
  return { status: "warn", fault, cause, remedy };
}

export function fail(fault: string, cause: string, remedy: string): Found {
  return { status: "fail", fault, cause, remedy };
}

/** Rows of a reading statement. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  db: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows;
}

/** The one row of a statement that always answers one. */
export async function rowOf<Row extends pg.QueryResultRow>(
  db: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row> {
  const [row] = await rowsOf<Row>(db, text, values);
  if (!row) throw new Error("a statement that always answers a row answered none");
  return row;
}

/** A time of so many seconds in words: 45 s, 12 min, 5 h, 3 days. */
export function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** The host of an address, which is all of it that may be shown: paths and queries may hold secrets. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? "an address that cannot be read";
}
