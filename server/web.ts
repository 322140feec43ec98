import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import next from "next";
import { shareLimits } from "./auth/shared-limiter.ts";
import { disconnect } from "./db.ts";
import { env } from "./env.ts";
import { handleDoor } from "./http/app.ts";
import { isHangUp } from "./http/hang-up.ts";
import { setBrowserHeaders } from "./http/headers.ts";
import { endUnread } from "./http/refuse.ts";
import { startHttpServer } from "./http/serve.ts";
import { log } from "./log.ts";
import { keepTraces } from "./observe/keep-traces.ts";
import { watchProcess } from "./observe/process-figures.ts";
import { throughDoor } from "./observe/through-door.ts";
import { rewritePage } from "./rewrite-page.ts";

/** In development Next starts this late: after an edit the doors answer first, and Next takes the processor for seconds. In milliseconds. */
const DOORS_FIRST_MS = 300;

const ROOT = resolve(import.meta.dirname, "..");

/**
 * Serves everything on PORT: the doors first, Next for the rest. Resolves when both answer (in development when the doors do);
 * throws a sentence when the port is taken. `stop` lets callers turn away and requests end (http/serve.ts).
 * @param isDev Next compiles pages as they are asked for, and shows edits of components (`npm run dev`).
 */
export async function startWeb({ isDev = false } = {}): Promise<{ stop: () => Promise<void> }> {
  const settings = { ...env(), isDev };
  const { PORT, HOST, METRICS_TOKEN } = settings;
  if (METRICS_TOKEN) watchProcess();
  const traces = await keepTraces("web");
  if (!isDev) useBuiltSettings();
  const nextTick = Object.getOwnPropertyDescriptor(process, "nextTick");
  const app = next({ dev: isDev, dir: ROOT, port: PORT });
  const prepare = () => app.prepare().then(() => app.getRequestHandler());
  let prepared = isDev ? null : prepare();
  const answerByNext = async (request: IncomingMessage, response: ServerResponse) =>
    (await (prepared ??= prepare()))(request, response);

  const server = await startHttpServer({ port: PORT, host: HOST }, (request, response, found) => {
    setBrowserHeaders(request, response, found, settings);
    if (handleDoor(request, response, found)) return;
    response.settleHeaders();
    if (!isDev) rewritePage(request, response);
    throughDoor(request.url?.startsWith("/_next/") ? "asset" : "page", request, response, () => {
      if (!isDev && !isForNext(request)) {
        response.writeHead(405, { allow: "GET, HEAD", connection: "close" });
        return endUnread(request, response);
      }
      answerByNext(request, response).catch((error: unknown) => {
        if (isHangUp(error, response)) return log.debug({ error }, "the caller left a page");
        log.error({ error }, "a page failed");
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? portInUse(PORT) : error;
  });
  if (isDev) setTimeout(() => void (prepared ??= prepare()), DOORS_FIRST_MS);
  else await prepared;
  // Next has wrapped it, for a way of rendering that is off here (cacheComponents). Node calls it a dozen times a request, and through
  // the wrapper that costs a short answer of the doors a tenth of its time.
  if (nextTick) Object.defineProperty(process, "nextTick", nextTick);
  const limits = shareLimits();

  return {
    stop: async () => {
      await server.stop();
      await limits.stop();
      await app.close();
      await traces.stop();
      await disconnect();
    },
  };
}

/** Pages and their files are only read. Next would parse any other request's body to look for a server action, and there are none. */
function isForNext({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Next reads its settings as the build has written them. Left alone it would read next.config.ts, and for that load three compilers,
 * which then stay: 50 MB of native code (Next's own way where it runs without its sources).
 */
function useBuiltSettings(): void {
  const file = join(ROOT, process.env.NEXT_DIST_DIR || ".next", "required-server-files.json");
  const { config } = JSON.parse(readFileSync(file, "utf8")) as { config: object };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/** What a person reads when PORT is taken. */
function portInUse(port: number): Error {
  return new Error(`Port ${port} is in use by another program: stop it, or set PORT to another number.`);
}
