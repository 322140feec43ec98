import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import next from "next";
import { shareLimits } from "./auth/shared-limiter.ts";
import { namesOfFiles, sendEarlierFile, storeBuildFiles } from "./builds/build-files.ts";
import { buildFolder, runningBuild } from "./builds/running-build.ts";
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

/**
 * In development, Next starts this many milliseconds late. After an edit the endpoints respond first, as Next blocks the CPU
 * for seconds.
 */
const DOORS_FIRST_MS = 300;

const ROOT = resolve(import.meta.dirname, "..");

/**
 * Serves everything on PORT: endpoints first, Next for the rest. Resolves when both respond (in development, when the
 * endpoints do). Throws a readable error when the port is in use. `stop` waits for callers to leave and for requests to end
 * (http/serve.ts).
 * @param isDev Next compiles pages on request and shows component edits (`npm run dev`).
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
  // A page may only go out when other processes have its files.
  let prepared = isDev ? null : Promise.all([prepare(), shareFiles()]).then(([handler]) => handler);
  const ownFiles = isDev ? null : await namesOfFiles(buildFolder());
  const answerByNext = async (request: IncomingMessage, response: ServerResponse) => {
    if (ownFiles && (await sendEarlierFile(ownFiles, request, response))) return;
    const handler = await (prepared ??= prepare());
    await handler(request, response);
  };

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
  // Next wraps `nextTick` for a rendering mode that is off here (cacheComponents). Node calls it a dozen times per request.
  // The wrapper would cost a short response a tenth of its time.
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

/** A process whose database is away starts all the same: only pages of other builds need these files. */
async function shareFiles(): Promise<void> {
  await storeBuildFiles(buildFolder(), runningBuild() ?? "").catch((error: unknown) =>
    log.error({ error }, "the files of this build were not stored: during an upgrade, pages may lack parts"),
  );
}

/**
 * Pages and their files only take GET and HEAD. Next would parse any other body to look for a server action, and there are
 * none.
 */
function isForNext({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Makes Next use the settings that the build wrote. Otherwise it would read next.config.ts and load three compilers for it,
 * which keep 50 MB of native memory. Next does the same when it runs without its sources.
 */
function useBuiltSettings(): void {
  const file = join(buildFolder(), "required-server-files.json");
  const { config } = JSON.parse(readFileSync(file, "utf8")) as { config: object };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/** The error that the operator sees when PORT is in use. */
function portInUse(port: number): Error {
  return new Error(`Port ${port} is in use by another program: stop it, or set PORT to another number.`);
}
