// @own-process: it makes the process stop.
import { afterEach, describe, expect, test } from "vitest";
import { database } from "./db.ts";
import { handleDoor } from "./http/app.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startDraining } from "./readiness.ts";

const server = createServer((request, response) => {
  if (!handleDoor(request, response)) response.writeHead(418).end();
});

async function get(path: string, method = "GET"): Promise<Response> {
  if (!server.listening) await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { method });
}

afterEach(() => new Promise((closed) => server.close(closed)));

describe("/readyz", () => {
  test("answers 200 while the database answers and is up to date", async () => {
    const response = await get("/readyz");
    expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
    expect((await get("/readyz?from=balancer", "HEAD")).status).toBe(200);
  });

  test("answers 503 and names the migration that is missing", async () => {
    await database().$executeRaw`update _prisma_migrations set finished_at = null where migration_name like '%_init'`;
    const response = await get("/readyz");
    expect(response.status).toBe(503);
    expect(await response.text()).toMatch(/"Migrations are missing in the database: \d+_init\."/);
  });

  test("answers 503 once the process is told to stop, while /healthz goes on", async () => {
    startDraining();
    const response = await get("/readyz");
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: "not ready", reason: "The process is stopping." },
    ]);
    expect((await get("/healthz")).status).toBe(200);
  });
});

test("what has no door is left to Next", async () => {
  expect((await get("/inbox")).status).toBe(418);
});
