import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { appUrls } from "./app-urls.ts";
import { expect, test } from "./neighbour.ts";

// What an attacker without an account can do to the web process, at every URL of app/, while another workspace uses it.

const MIB = 1024 * 1024;
/** Every refusal has to come within this time. */
const QUICKLY_MS = 3_000;
/**
 * /healthz normally answers in a few milliseconds. The tests share its processors. A nested body of 10 MiB could block it for
 * three seconds.
 */
const HEALTHY_MS = 1_500;
/** The time before a body's rate counts (server/http/body-bounds.ts), plus the interval of its checks, plus some margin. */
const SLOW_BODY_ENDS_MS = 16_000;

const nested = (bytes: number) => Buffer.from("[".repeat(bytes / 2) + "]".repeat(bytes / 2));

type Body = { name: string; bytes: Buffer; headers: Record<string, string> };
const BODIES: Body[] = [
  { name: "60 MiB by its length", bytes: Buffer.alloc(MIB, "x"), headers: { "content-length": String(60 * MIB) } },
  { name: "1 MiB nested", bytes: nested(MIB), headers: { "content-length": String(MIB) } },
  { name: "10 MiB nested, without a length", bytes: nested(10 * MIB), headers: { "transfer-encoding": "chunked" } },
];

test.describe.configure({ timeout: 90_000 });

/** The recorded status if the caller sent so much that the connection closed before it could read the refusal. */
const CUT_OFF = 413;

/** Sends a body until there is a response. Resolves with its status. */
function send(url: string, method: string, { bytes, headers }: Body): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      agent: false,
      timeout: QUICKLY_MS,
    });
    request.on("response", ({ statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy();
    });
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "EPIPE" || error.code === "ECONNRESET" ? resolve(CUT_OFF) : reject(error),
    );
    request.write(bytes);
    if (headers["transfer-encoding"]) request.end();
  });
}

/** Polls /healthz. `stop` returns the longest response time, in milliseconds. */
function watchHealth(address: string): { stop: () => Promise<number> } {
  let [worst, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      worst = Math.max(worst, performance.now() - began);
      await new Promise((wait) => setTimeout(wait, 20));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return worst;
    },
  };
}

type Open = { socket: Socket; status: string; isClosed: boolean };

/** A connection that sends `text` and nothing more. */
function hold(address: string, text: string): Open {
  // By IP address: "localhost" resolves to two addresses, which would be counted separately.
  const open: Open = { socket: connect(Number(new URL(address).port), "127.0.0.1"), status: "", isClosed: false };
  open.socket.once("data", (bytes: Buffer) => (open.status = bytes.toString().split(" ")[1] ?? ""));
  open.socket.on("error", () => undefined);
  open.socket.on("close", () => (open.isClosed = true));
  if (text) open.socket.write(text);
  return open;
}

/** Opens many connections in batches. More at once than the server's listen queue holds would only be delayed. */
async function holdAll(address: string, texts: string[]): Promise<Open[]> {
  const all: Open[] = [];
  for (let at = 0; at < texts.length; at += 50) {
    const some = texts.slice(at, at + 50).map((text) => hold(address, text));
    await Promise.all(some.map(({ socket }) => once(socket, "connect")));
    all.push(...some);
  }
  return all;
}

const headOf = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, "host: x", "content-type: application/json", ...headers, "", ""].join("\r\n");

function allUrls(workspaceId: number, integrationId: string) {
  const params = { workspaceId: String(workspaceId), integrationId, nextauth: "callback", type: "whatsapp" };
  const urls = appUrls({ ...params, convId: randomUUID() }).map(({ path }) => path);
  expect(urls.length).toBeGreaterThan(60);
  return [...urls, "/api/auth/callback/credentials", "/_next/static/x.js", "/nowhere"];
}

test("large and deeply nested bodies are refused at once, at every URL", async ({
  product: { address },
  workspace: { workspaceId },
  outside: { integrationId },
}) => {
  const health = watchHealth(address);
  const wrong: string[] = [];
  const shots = allUrls(workspaceId, integrationId).flatMap((path) =>
    BODIES.map((body) => ({ path, body, method: path.startsWith("/uploads/") ? "PUT" : "POST" })),
  );
  const shoot = async () => {
    for (let shot = shots.pop(); shot; shot = shots.pop()) {
      const { path, body, method } = shot;
      const status = await send(`${address}${path}`, method, body).catch((error: unknown) => String(error));
      if (typeof status !== "number" || status < 400 || status >= 500) wrong.push(`${body.name} ${path}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, shoot));
  const worst = await health.stop();
  console.log(`large bodies: /healthz took ${worst.toFixed(0)} ms at most`);
  expect(wrong).toEqual([]);
  expect(worst).toBeLessThan(HEALTHY_MS);
});

test("slow bodies and idle connections are cut off, and nobody waits for them", async ({
  product: { address },
  workspace: { workspaceId },
  outside: { integrationId },
}) => {
  const health = watchHealth(address);
  const urls = allUrls(workspaceId, integrationId);
  const lengths = ["content-length: 1000", "transfer-encoding: chunked"];
  const heads = urls.flatMap((path) => lengths.map((length) => headOf("POST", path, length)));
  const slow = await holdAll(address, [...heads, ...heads]);
  const oneHead = headOf("POST", "/core/gq", "content-length: 1000");
  const gq = await holdAll(address, Array<string>(600).fill(oneHead));
  const idle = await holdAll(address, Array<string>(1_200).fill(""));
  const open = (all: Open[]) => all.filter(({ isClosed }) => !isClosed).length;
  // The connections that one address may have open (server/http/limits.ts), and the two seconds until a refusal closes.
  await expect.poll(() => open(gq), { timeout: 5_000 }).toBeLessThanOrEqual(256);
  await expect.poll(() => open(idle), { timeout: 15_000 }).toBeLessThanOrEqual(500);
  await expect.poll(() => open([...slow, ...gq]), { timeout: SLOW_BODY_ENDS_MS }).toBe(0);
  const worst = await health.stop();
  console.log(`slow bodies, idle connections: /healthz took ${worst.toFixed(0)} ms at most`);
  for (const { socket } of idle) socket.destroy();
  const statuses = new Set([...slow, ...gq].map(({ status }) => status));
  for (const status of statuses) expect(status).toMatch(/^4\d\d$/);
  expect([...statuses]).toEqual(expect.arrayContaining(["408", "429"]));
  expect(worst).toBeLessThan(HEALTHY_MS);
});

test("a caller who hangs up is no error in the log, at any URL", async ({
  product: { address, dataDir },
  workspace: { workspaceId, apiKey },
  outside: { integrationId },
}) => {
  const file = join(dataDir, "product.log");
  const read = () => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const before = read().length;
  const leave = async (text: string, ms: number) => {
    const { socket } = hold(address, text);
    await new Promise((wait) => setTimeout(wait, ms));
    socket.resetAndDestroy();
  };
  const urls = allUrls(workspaceId, integrationId);
  const left = urls.values();
  // A few at a time: drawing every page at once would slow down the neighbour.
  const leaveSome = async () => {
    for (const path of left) {
      for (const ms of [5, 60]) {
        await leave(headOf("GET", `${path}?workspaceId=${workspaceId}`, `authorization: ${apiKey}`), ms);
        await leave(`${headOf("POST", path, "content-length: 100")}{`, ms);
        await leave(`${headOf("POST", path, "transfer-encoding: chunked", `authorization: ${apiKey}`)}1\r\n{\r\n`, ms);
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, leaveSome));
  await new Promise((wait) => setTimeout(wait, 1_000));
  const errors = read()
    .slice(before)
    .split("\n")
    .filter((line) => (line.startsWith("{") ? /"level":[56]0/ : /\bError\b|⨯/).test(line));
  expect(errors).toEqual([]);
});
