import { expect, test } from "vitest";
import { openWorkerDoor } from "./worker-door.ts";

// Far from the ports that the system assigns to processes that ask for any port.
process.env.METRICS_PORT = "21873";
process.env.METRICS_TOKEN = "only-for-the-scraper";

test("workers of one machine answer at a port each, and leave it", async () => {
  const first = await openWorkerDoor();
  const second = await openWorkerDoor();
  expect(second.port).toBeGreaterThan(first.port ?? Infinity);
  for (const { port } of [first, second]) {
    const base = `http://127.0.0.1:${port}`;
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    expect((await fetch(`${base}/metrics`)).status).toBe(401);
    const headers = { authorization: "Bearer only-for-the-scraper" };
    expect(await (await fetch(`${base}/metrics`, { headers })).text()).toContain("omnichannel_job_duration_seconds");
    expect((await fetch(`${base}/metrics`, { headers, method: "POST" })).status).toBe(404);
    expect((await fetch(`${base}/core/gq`)).status).toBe(404);
  }
  await Promise.all([first.stop(), second.stop()]);
  await expect(fetch(`http://127.0.0.1:${first.port}/healthz`)).rejects.toThrow();
});
