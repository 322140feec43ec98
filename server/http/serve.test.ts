// @own-process: stopping a server makes the process drain.
import { Agent, get as httpGet, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handleDoor } from "./app.ts";
import { startHttpServer } from "./serve.ts";

const DRAIN_SECONDS = 1;
process.env.DRAIN_SECONDS = String(DRAIN_SECONDS);
process.env.SHUTDOWN_SECONDS = "30";

const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
/** Ends the pending request to a path. */
const finish = new Map<string, () => void>();
let server: Awaited<ReturnType<typeof startHttpServer>>;

beforeEach(async () => {
  server = await startHttpServer({ port: 0, host: "127.0.0.1" }, (request, response) => {
    if (handleDoor(request, response)) return;
    if (request.url === "/begun") response.write("begun ");
    finish.set(request.url ?? "", () => response.end("done"));
  });
});
afterEach(() => {
  keepAlive.destroy();
});

type Answer = { status: number; connection: string | undefined; body: string };

function ask(path: string, agent: Agent | undefined = undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body }),
      );
      response.on("error", reject);
    };
    const options = { host: "127.0.0.1", port: server.port, path };
    httpGet(agent ? { ...options, agent } : options, read).on("error", reject);
  });
}

const isReady = async () => (await ask("/readyz")).status === 200;

test("says no to the balancer, still serves while that turns away, ends what is under way, and only then is gone", async () => {
  expect(await ask("/healthz", keepAlive)).toMatchObject({ status: 200, connection: "keep-alive" });
  expect(await isReady()).toBe(true);
  const slow = ask("/slow");
  const begun = ask("/begun", new Agent({ keepAlive: true }));
  await vi.waitFor(() => expect([...finish.keys()].sort()).toEqual(["/begun", "/slow"]), { timeout: 5_000 });

  const startedAt = performance.now();
  const stopped = server.stop();
  expect((await ask("/readyz")).status).toBe(503);
  // The open connection is served once more, and told to close.
  expect(await ask("/healthz", keepAlive)).toMatchObject({ status: 200, connection: "close" });
  expect(await ask("/healthz", keepAlive)).toMatchObject({ status: 200, connection: "close" });

  const knock = () => ask("/healthz").catch((error: NodeJS.ErrnoException) => error.code);
  await expect.poll(knock, { timeout: 10_000 }).toBe("ECONNREFUSED");
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(DRAIN_SECONDS * 1_000 - 50);
  finish.get("/slow")?.();
  expect(await slow).toEqual({ status: 200, connection: "close", body: "done" });
  // Its head was sent before the stop, so the connection stays open until the server closes it.
  finish.get("/begun")?.();
  expect(await begun).toMatchObject({ status: 200, connection: "keep-alive", body: "begun done" });
  const endedAt = performance.now();
  await stopped;
  expect(performance.now() - endedAt).toBeLessThan(1_000);
});
