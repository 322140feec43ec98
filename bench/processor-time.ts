import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** Of a second, as Linux counts processor time. */
const TICK = 1 / 100;

type Stat = { pid: number; parent: number; ticks: number };

function statOf(pid: number): Stat | null {
  try {
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // User and system time, its own and of children that have ended.
    return { pid, parent: Number(parent), ticks: rest.slice(9, 13).reduce((sum, ticks) => sum + Number(ticks), 0) };
  } catch {
    return null;
  }
}

/** What processes of this machine have had of its processors so far, in seconds; one that is gone counts nothing. */
export function processorSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) * TICK;
}

/** The same of a process, those that it started and those that have ended. */
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

/** The database's processes that serve connections of these names, where it is on this machine. */
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
