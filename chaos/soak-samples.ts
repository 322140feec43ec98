import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.ts";

/** A sample of the product, measured from outside. */
export type Sample = {
  /** Minutes since the load began. */
  minute: number;
  /** Resident memory and open sockets of each process, by name. */
  processes: Record<string, { rssMb: number; sockets: number }>;
  pgConnections: number;
  jobRows: number;
  /** Pending messages and webhook deliveries. */
  waiting: number;
};

export async function takeSample({ database, workspaceId, webs, workers }: Stage, minute: number): Promise<Sample> {
  const processes: Sample["processes"] = {};
  for (const { name, pid } of [...webs, ...workers]) {
    const id = pid();
    if (id !== null) processes[name] = { rssMb: residentMb(id), sockets: openSockets(id) };
  }
  const { rows } = await database.query<Omit<Sample, "minute" | "processes">>(
    `select
       (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as "pgConnections",
       (select count(*)::int from pgboss.job) as "jobRows",
       ((select count(*) from "SendQueue" where "workspaceId" = $1)
         + (select count(*) from "WebhookDelivery" where "workspaceId" = $1 and state = 'pending'))::int as waiting`,
    [workspaceId],
  );
  const [counts] = rows;
  if (!counts) throw new Error("The database counts nothing.");
  return { minute, processes, ...counts };
}

function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(join(folder, fd)).startsWith("socket:");
    } catch {
      // The socket was closed between the two reads.
      return false;
    }
  }).length;
}

/** The slope of the least-squares line through the points, per unit of x. 0 for fewer than two points. */
export function slopeOf(points: [x: number, y: number][]): number {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return spread > 0 ? points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread : 0;
}

/** The median of the last third of a series minus the median of the first third. */
export function rise(values: number[]): number {
  const third = Math.ceil(values.length / 3);
  return median(values.slice(-third)) - median(values.slice(0, third));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
