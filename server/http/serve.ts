import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { env } from "../env.ts";
import { startDraining } from "../readiness.ts";
import { bodyBoundOf, routes } from "./app.ts";
import { settleAddress } from "./client-address.ts";
import { DoorResponse } from "./door-response.ts";
import { limitServer, SERVER_LIMITS } from "./limits.ts";
import type { Found } from "./mount.ts";

/** Longer than the idle timeout of common load balancers. They close first, so no request reaches a closed connection. */
const KEEP_ALIVE_MS = 65_000;
/** How often a closing server checks for idle connections. */
const CLOSE_IDLE_MS = 50;

/**
 * An HTTP server that can stop without failing requests. Its limits (limits.ts) apply before `handle`. Resolves when it
 * listens; rejects with Node's error when it cannot.
 * @param port if 0, any free port.
 * @param handle gets the matched route of app/; null: not an endpoint.
 */
export async function startHttpServer(
  { port, host }: { port: number; host?: string },
  handle: (request: IncomingMessage, response: DoorResponse, found: Found | null) => void,
): Promise<{ port: number; stop: () => Promise<void> }> {
  let isStopping = false;
  const options = { ...SERVER_LIMITS, keepAliveTimeout: KEEP_ALIVE_MS, ServerResponse: DoorResponse };
  const server = createServer(options, (request, response) => {
    settleAddress(request);
    limits.connections.answering(request.socket, response);
    if (isStopping) response.setHeader("connection", "close");
    const found = routes.find(request.url ?? "/");
    if (!limits.admit(request, response, bodyBoundOf(found, request.method))) return;
    if (isDecodable(request.url ?? "/")) handle(request, response, found);
    else response.writeHead(400, { "content-type": "text/plain" }).end("The path is not valid percent-encoding.\n");
  });
  const limits = limitServer(server);
  await new Promise<void>((ready, refuse) => {
    server.once("error", refuse);
    server.listen(port, host, ready);
  });

  return {
    port: (server.address() as AddressInfo).port,
    /**
     * First /readyz reports not ready, live streams end, and every response closes its connection, while requests are still
     * accepted. The load balancer has DRAIN_SECONDS to stop sending. Then the server accepts no connections, and running
     * requests may finish until four fifths of SHUTDOWN_SECONDS have passed.
     */
    async stop() {
      const { DRAIN_SECONDS, SHUTDOWN_SECONDS } = env();
      isStopping = true;
      startDraining();
      for (const response of limits.connections.answers()) {
        if (!response.headersSent) response.setHeader("connection", "close");
      }
      const drainMs = Math.min(DRAIN_SECONDS, SHUTDOWN_SECONDS / 3) * 1_000;
      await new Promise((wait) => setTimeout(wait, drainMs));
      await closeGently(server, SHUTDOWN_SECONDS * 800 - drainMs);
      limits.stop();
    },
  };
}

/** Whether every part of a path can be decoded (`/%ff` cannot). All later code may rely on it. */
function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Responses that began before the stop keep their connections open. This closes them once they are idle. */
async function closeGently(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(closing);
  clearTimeout(impatience);
}
