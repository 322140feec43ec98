import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** Linux's unit of processor time, in seconds. */
const TICK = 1 / 100;

type Stat = { pid: number; parent: number; ticks: number };

function statOf(pid: number): Stat | null {
  try {
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // User and system time, its own and its ended children's.
    return { pid, parent: Number(parent), ticks: rest.slice(9, 13).reduce((sum, ticks) => sum + Number(ticks), 0) };
  } catch {
    return null;
  }
}

/** The processor time of processes of this machine so far, in seconds. An ended process counts as 0. */
export function processorSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) * TICK;
}

/** The processor time of a process and its descendants, running and ended. */
export function processorSecondsBelow(root: number): number {
  const processes = readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    return Number.isInteger(pid) ? (statOf(pid) ?? []) : [];
  });
  const withChildren = (pid: number): number =>
    processes
      .filter((each) => each.pid === pid || each.parent === pid)
      .reduce((sum, each) => sum + (each.pid === pid ? each.ticks : withChildren(each.pid)), 0);
  return withChildren(root) * TICK;
}

/** The database processes that serve connections of these names, if the database is on this machine. */
export async function connectionsOf(client: pg.Client, names: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = any($1)",
    [names],
  );
  return rows.flatMap(({ pid }) => (isPostgres(pid) ? [pid] : []));
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres:");
  } catch {
    return false;
  }
}
