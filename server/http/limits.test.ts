// @own-process: stopping a server makes the process drain.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settleAddress } from "./client-address.ts";
import { bodyBoundOf, routes } from "./app.ts";
import { env } from "../env.ts";
import { startHttpServer } from "./serve.ts";
import { BODY_BOUNDS, type BodyBound } from "./body-bounds.ts";
import { Connections, OpenBodies } from "./limits.ts";

type Caller = { socket: Socket; answer: () => string; isClosed: () => boolean };

const callers: Caller[] = [];
const stops: (() => unknown)[] = [];

beforeEach(() => {
  env().DRAIN_SECONDS = 0;
  env().TRUSTED_PROXIES = [];
});
afterEach(async () => {
  for (const { socket } of callers.splice(0)) socket.destroy();
  for (const stop of stops.splice(0)) await stop();
  env().TRUSTED_PROXIES = [];
});

/** Opens a connection and sends the text. */
function call(port: number, text: string): Caller {
  const socket = connect(port, "127.0.0.1");
  const caller = { socket, answer: "", isClosed: false };
  socket.on("data", (chunk) => (caller.answer += chunk.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => (caller.isClosed = true));
  if (text) socket.write(text);
  const made = { socket, answer: () => caller.answer, isClosed: () => caller.isClosed };
  callers.push(made);
  return made;
}

const head = (path: string, ...headers: string[]) =>
  `${path.startsWith("/uploads/") ? "PUT" : "POST"} ${path} HTTP/1.1\r\nhost: x\r\n${headers.join("\r\n")}\r\n\r\n`;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
const nothing: Handle = () => undefined;

/** The product's server with the test's handler. */
async function serve(handle: Handle): Promise<number> {
  const server = await startHttpServer({ port: 0, host: "127.0.0.1" }, handle);
  stops.push(server.stop);
  return server.port;
}

/** A server that watches bodies with the test's limits. */
async function watch(bodies: OpenBodies, bound: BodyBound, handle: Handle = nothing): Promise<number> {
  const server = createServer((request, response) => {
    settleAddress(request);
    bodies.watch(request, response, bound);
    handle(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  stops.push(() => {
    bodies.stop();
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

describe("the size of a body", () => {
  test.each([
    ["/core/gq", 256, { errors: [{ extensions: { code: "BAD_INPUT" } }] }],
    ["/bot/gq", 256, { errors: [{ extensions: { code: "BAD_INPUT" } }] }],
    ["/mcp", 256, { jsonrpc: "2.0", id: null, error: { data: { code: "BAD_INPUT" } } }],
    ["/ext/v1/incoming/custom/x", 256, { error: { code: "BAD_INPUT" } }],
    ["/ext/v1/incoming/whatsapp/x", 4 * 1024, { error: { code: "BAD_INPUT" } }],
    ["/ext/v1/webchat/x/session", 64, { error: { code: "BAD_INPUT" } }],
    ["/uploads/1/x.pdf", 100 * 1024, { error: { code: "BAD_INPUT" } }],
    ["/api/auth/callback/credentials", 16, { error: { code: "BAD_INPUT" } }],
    ["/1/inbox", 16, { error: { code: "BAD_INPUT" } }],
  ])("%s: more than %d KiB is refused before a byte of it comes, and nobody is asked", async (path, kib, body) => {
    const handle = vi.fn<Handle>((_, response) => void response.end("in"));
    const port = await serve(handle);
    const caller = call(port, head(path, `content-length: ${kib * 1024 + 1}`));
    await vi.waitFor(() => expect(caller.answer()).toMatch(/\}$/), { timeout: 5_000 });
    const [said = "", json = ""] = caller.answer().split("\r\n\r\n");
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toContain("connection: close");
    expect(said.includes("access-control-allow-origin: *")).toBe(/webchat|uploads/.test(path));
    expect(JSON.parse(json)).toMatchObject(body);
    expect(json).toContain(`at most ${kib} KiB`);
    expect(handle).not.toHaveBeenCalled();

    const fits = call(port, head(path, `content-length: ${kib * 1024}`));
    await vi.waitFor(() => expect(fits.answer()).toContain("200 OK"));
  });

  test("the connection of a refused body ends, even if its sender goes on", async () => {
    const port = await serve(nothing);
    const caller = call(port, head("/mcp", "content-length: 99999999"));
    const sending = setInterval(() => caller.socket.write("x".repeat(100_000)), 10);
    await vi.waitFor(() => expect(caller.isClosed()).toBe(true), { timeout: 5_000 });
    clearInterval(sending);
    expect(caller.answer()).toContain("413");
  });

  test("the bound is the door's, of each method its own", () => {
    const of = (path: string, method: string) => bodyBoundOf(routes.find(path), method);
    expect(of("/uploads/1/x.pdf", "PUT")).toBe(BODY_BOUNDS.upload);
    expect(of("/uploads/1/x.pdf", "POST")).toBe(BODY_BOUNDS.other);
    expect(of("/ext/v1/incoming/custom/x", "POST")).toBe(BODY_BOUNDS.rest);
    expect(of("/ext/v1/incoming/whatsapp/x", "POST")).toBe(BODY_BOUNDS.provider);
  });

  test("a body without a length that nobody reads is cut off at twice its bound", async () => {
    const bodies = new OpenBodies({ ofAddress: 10, inAll: 10, tickMs: 20 });
    const bound = { ...BODY_BOUNDS.other, bytes: 1_000 };
    const port = await watch(bodies, bound, (request) => void request.resume());
    const caller = call(port, head("/x", "transfer-encoding: chunked"));
    const piece = `3e8\r\n${"x".repeat(1_000)}\r\n`;
    const sending = setInterval(() => caller.socket.write(piece), 10);
    await vi.waitFor(() => expect(caller.answer()).toMatch(/^HTTP\/1\.1 413 /), { timeout: 5_000 });
    clearInterval(sending);
  });
});

describe("the time of a body", () => {
  test("one that stops is cut off with 408, one that keeps its rate is not", async () => {
    const bodies = new OpenBodies({ ofAddress: 10, inAll: 10, tickMs: 20 });
    const bound = { ...BODY_BOUNDS.other, graceMs: 200, leastRate: 1_000 };
    const port = await watch(bodies, bound, (request, response) => {
      request.resume().once("end", () => response.end("taken"));
    });
    const stopped = call(port, head("/x", "content-length: 100") + "{");
    const steady = call(port, head("/x", "content-length: 5000"));
    const sending = setInterval(() => steady.socket.write("x".repeat(100)), 20);
    await vi.waitFor(() => expect(stopped.answer()).toMatch(/^HTTP\/1\.1 408 /), { timeout: 5_000 });
    await vi.waitFor(() => expect(steady.answer()).toContain("taken"), { timeout: 10_000 });
    clearInterval(sending);
    await vi.waitFor(() => expect(bodies.size).toBe(0), { timeout: 5_000 });
  });

  test("one that goes on after its answer is over is cut off, too", async () => {
    const bodies = new OpenBodies({ ofAddress: 10, inAll: 10, tickMs: 20 });
    const port = await watch(bodies, { ...BODY_BOUNDS.other, graceMs: 200 }, (_, response) => response.end("no"));
    const caller = call(port, head("/x", "content-length: 100") + "{");
    await vi.waitFor(() => expect(caller.isClosed()).toBe(true), { timeout: 5_000 });
    expect(caller.answer()).toContain("200 OK");
  });

  test("a process that is held up cuts nobody off for it", async () => {
    const bodies = new OpenBodies({ ofAddress: 10, inAll: 10, tickMs: 20 });
    const port = await watch(bodies, { ...BODY_BOUNDS.other, graceMs: 400 });
    const caller = call(port, head("/x", "content-length: 100") + "{");
    await vi.waitFor(() => expect(bodies.size).toBe(1), { timeout: 5_000 });
    const until = performance.now() + 800;
    while (performance.now() < until);
    await new Promise((wait) => setTimeout(wait, 60));
    expect(caller.answer()).toBe("");
  });
});

describe("how many bodies are open", () => {
  const slowOf = (address: string) => head("/x", `x-forwarded-for: ${address}`, "content-length: 100") + "{";

  test("an address has so many, a proxy's callers are counted one by one, and who has most gives way when all is full", async () => {
    env().TRUSTED_PROXIES = ["127.0.0.0/8"];
    const bodies = new OpenBodies({ ofAddress: 3, inAll: 5, tickMs: 1_000 });
    const port = await watch(bodies, { ...BODY_BOUNDS.other });
    const first = Array.from({ length: 3 }, () => call(port, slowOf("198.51.100.1")));
    await vi.waitFor(() => expect(bodies.size).toBe(3), { timeout: 5_000 });
    const fourth = call(port, slowOf("198.51.100.1"));
    await vi.waitFor(() => expect(fourth.answer()).toMatch(/^HTTP\/1\.1 429 /), { timeout: 5_000 });
    expect(fourth.answer()).toMatch(/retry-after: 1\r\nratelimit-limit: \d+\r\nratelimit-remaining: 0\r\n/);

    const others = [call(port, slowOf("2001:db8:0:1::1")), call(port, slowOf("2001:db8:0:1::2"))];
    await vi.waitFor(() => expect(bodies.size).toBe(5), { timeout: 5_000 });
    const another = call(port, slowOf("203.0.113.7"));
    await vi.waitFor(() => expect(first.filter(({ answer }) => answer().includes(" 503 "))).toHaveLength(1), {
      timeout: 5_000,
    });
    expect([...others, another].map(({ answer }) => answer())).toEqual(["", "", ""]);
    // A finished body frees its place.
    others[0]?.socket.write("x".repeat(99));
    others[1]?.socket.write("x".repeat(99));
    await vi.waitFor(() => expect(bodies.size).toBe(3), { timeout: 5_000 });
  });

  test("a body that comes with its head is never counted", async () => {
    const bodies = new OpenBodies({ ofAddress: 1, inAll: 1, tickMs: 1_000 });
    const port = await watch(bodies, BODY_BOUNDS.other, (_, response) => setTimeout(() => response.end("in"), 50));
    const all = Array.from({ length: 20 }, () => call(port, head("/x", "content-length: 1") + "x"));
    await vi.waitFor(() => expect(all.every(({ answer }) => answer().includes("200 OK"))).toBe(true), {
      timeout: 5_000,
    });
  });
});

describe("idle connections", () => {
  /** A server with the test's limits for idle connections. */
  async function keep(limits: { ofAddress: number; inAll: number }, handle: Handle): Promise<number> {
    const server = createServer((request, response) => {
      connections.answering(request.socket, response);
      handle(request, response);
    });
    const connections = new Connections(server, { ...limits, tickMs: 50 });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    stops.push(() => {
      connections.stop();
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    });
    return (server.address() as AddressInfo).port;
  }
  const closed = (all: Caller[]) => all.filter(({ isClosed }) => isClosed()).length;

  test("are closed beyond what an address may have; connections with a request under way are not idle", async () => {
    const port = await keep({ ofAddress: 4, inAll: 100 }, (request, response) => {
      if (request.url === "/quick") response.end("in");
    });
    const busy = Array.from({ length: 6 }, () => call(port, head("/long", "content-length: 0")));
    const used = Array.from({ length: 3 }, () => call(port, head("/quick", "content-length: 0")));
    const unused = Array.from({ length: 5 }, () => call(port, ""));
    await vi.waitFor(() => expect(closed([...used, ...unused])).toBe(4), { timeout: 5_000 });
    await new Promise((wait) => setTimeout(wait, 200));
    expect([closed(busy), closed([...used, ...unused])]).toEqual([0, 4]);
  });

  test("are a proxy's own business", async () => {
    env().TRUSTED_PROXIES = ["127.0.0.1"];
    const port = await keep({ ofAddress: 2, inAll: 2 }, nothing);
    const all = Array.from({ length: 6 }, () => call(port, ""));
    await new Promise((wait) => setTimeout(wait, 300));
    expect(closed(all)).toBe(0);
  });
});
