import { createServer } from "node:http";
import { resolve } from "node:path";
import next from "next";
import { disconnect } from "./db.ts";
import { handleDoor } from "./doors.ts";
import { env } from "./env.ts";
import { log } from "./log.ts";
import { startDraining } from "./readiness.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Longer than the idle time of usual load balancers, so that they close first and no request meets a closed connection. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Serves everything on PORT: the doors first, Next for the rest. Resolves when both answer; throws a sentence when the
 * port is taken. `stop` refuses new connections, and waits for the
 * requests under way, at most for four fifths of SHUTDOWN_SECONDS.
 */
export async function startWeb(): Promise<{ stop: () => Promise<void> }> {
  const { PORT } = env();
  const app = next({ dev: false, dir: ROOT, port: PORT });
  const prepared = app.prepare().then(() => app.getRequestHandler());
  let stopping = false;

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (stopping) response.setHeader("connection", "close");
    if (handleDoor(request, response)) return;
    prepared
      .then((handle) => handle(request, response))
      .catch((error: unknown) => {
        log.error({ error }, "a page failed");
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
  });

  await new Promise<void>((ready, refuse) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      refuse(error.code === "EADDRINUSE" ? portInUse(PORT) : error),
    );
    server.listen(PORT, ready);
  });
  await prepared;

  return {
    stop: async () => {
      stopping = true;
      startDraining();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const impatience = setTimeout(() => server.closeAllConnections(), env().SHUTDOWN_SECONDS * 800);
      await closed;
      clearTimeout(impatience);
      await app.close();
      await disconnect();
    },
  };
}

/** What a person reads when PORT is taken. */
export function portInUse(port: number): Error {
  return new Error(`Port ${port} is in use by another program: stop it, or set PORT to another number.`);
}
