import { collectDefaultMetrics, Gauge } from "prom-client";
import { pool } from "../db.ts";
import { metrics } from "./metrics.ts";
import { waitingWork } from "./waiting-work.ts";

let begun = false;

/** From now on the process's own figures are told with what it counts: memory, event loop, connections, and what waits in the database. */
export function watchProcess(): void {
  if (begun) return;
  begun = true;
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  watchConnections();
  watchQueues();
}

function watchConnections(): void {
  const registers = [metrics.registry];
  new Gauge({
    name: "omnichannel_database_connections",
    help: "Connections of this process's pool: in use and idle",
    labelNames: ["state"] as const,
    registers,
    collect() {
      const { totalCount, idleCount } = pool();
      this.set({ state: "used" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
    },
  });
  new Gauge({
    name: "omnichannel_database_waiting",
    help: "What waits in this process for a connection of its pool",
    registers,
    collect() {
      this.set(pool().waitingCount);
    },
  });
}

/** Of the database, hence the same from every process: the depth of a queue matters most where no worker is left to tell it. */
function watchQueues(): void {
  const registers = [metrics.registry];
  new Gauge({
    name: "omnichannel_database_up",
    help: "Whether the database answered when this was asked",
    registers,
    async collect() {
      this.set((await waitingWork()) ? 1 : 0);
    },
  });
  new Gauge({
    name: "omnichannel_queue_waiting",
    help: "Work that is due and that nobody has in hand, of the whole installation (100,000 at most are counted)",
    labelNames: ["queue"] as const,
    registers,
    async collect() {
      this.reset();
      for (const { queue, count } of (await waitingWork()) ?? []) this.set({ queue }, count);
    },
  });
  new Gauge({
    name: "omnichannel_queue_oldest_seconds",
    help: "For how long the oldest work of a queue has been due, of the whole installation",
    labelNames: ["queue"] as const,
    registers,
    async collect() {
      this.reset();
      for (const { queue, oldestSeconds } of (await waitingWork()) ?? []) this.set({ queue }, oldestSeconds);
    },
  });
}
