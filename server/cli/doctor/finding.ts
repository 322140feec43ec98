import type pg from "pg";
import type { Settings } from "../../env.ts";

/**
 * The result of a check. `fault` is the fault's name, the same in every release. `cause` and `remedy` are sentences for the
 * operator. The text of a finding never contains a secret: addresses appear with their host only.
 */
export type Found =
  | { status: "ok"; cause: string }
  | { status: "warn" | "fail"; fault: string; cause: string; remedy: string };

export type Finding = Found & { check: string };

/** The parts of the machine that checks use, and how long they wait. */
export type Machine = {
  now: () => Date;
  nodeVersion: string;
  /** A writing transaction that runs longer is a fault, because it delays webhooks and the live stream. */
  patienceSeconds: number;
  /** The state of `npm run build`: the missing parts, and whether it was built from other sources than the current ones. */
  build: () => { missing: string[]; isStale: boolean };
  /** Bytes of the file system of a path; null if this machine cannot see the path. */
  space: (path: string) => Promise<{ freeBytes: number; totalBytes: number } | null>;
};

/** The input of the checks. The connection is read-only. */
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

/** The rows of a read statement. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  db: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows;
}

/** The row of a statement that always returns one. */
export async function rowOf<Row extends pg.QueryResultRow>(
  db: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row> {
  const [row] = await rowsOf<Row>(db, text, values);
  if (!row) throw new Error("a statement that always answers a row answered none");
  return row;
}

/** A duration in seconds as text: 45 s, 12 min, 5 h, 3 days. */
export function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** The host of an address. Only the host may be shown, because paths and queries may contain secrets. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? "an address that cannot be read";
}
