import { createServer, type Server } from "node:http";
import { env } from "../env.ts";
import { answerNode, type DoorSpec } from "../http/door.ts";
import { log } from "../log.ts";
import { healthz, readyz } from "../rest/health.ts";
import { answerMetrics } from "../rest/metrics.ts";

/** Limit of workers per machine; each needs its own port. */
const MOST_WORKERS = 64;

const DOORS = new Map<string, DoorSpec>([
  ["/metrics", { handle: answerMetrics }],
  ["/healthz", { handle: healthz }],
  ["/readyz", { handle: readyz }],
]);

/**
 * Serves a worker's /metrics, /healthz and /readyz at METRICS_PORT, or at the next free port, because several workers on one
 * machine share their settings. Without METRICS_PORT, it serves nothing.
 * @throws Error when no port is free
 */
export async function openWorkerDoor(): Promise<{ port: number | null; stop: () => Promise<void> }> {
  const { METRICS_PORT, HOST } = env();
  if (METRICS_PORT === undefined) return { port: null, stop: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const spec = request.method === "GET" ? DOORS.get(request.url?.split("?", 1)[0] ?? "") : undefined;
    if (spec) void answerNode(spec, request, response, {});
    else response.writeHead(404).end();
  });
  const port = await listenFrom(server, METRICS_PORT, HOST);
  log.info({ port }, "the worker's metrics are here");
  return {
    port,
    async stop() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listenFrom(server: Server, first: number, host: string | undefined): Promise<number> {
  const last = Math.min(first + MOST_WORKERS, 65_536) - 1;
  for (let port = first; port <= last; port++) if (await listens(server, port, host)) return port;
  throw new Error(`METRICS_PORT: no port from ${first} to ${last} is free`);
}

/** @returns false when another process has the port. */
function listens(server: Server, port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      server.off("listening", ready);
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    };
    const ready = () => {
      server.off("error", refuse);
      resolve(true);
    };
    server.once("error", refuse);
    server.once("listening", ready);
    server.listen(port, host);
  });
}
