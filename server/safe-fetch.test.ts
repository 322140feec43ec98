import { gzipSync } from "node:zlib";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { LookupAddress } from "node:dns";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { AppError } from "./errors.ts";
import type { SafeRequest } from "./http-exchange.ts";
import { REFUSED_ADDRESS, REFUSED_IN_CLEAR } from "./safe-address.ts";
import { createSafeFetch, type GuardOptions, type SafeFetch } from "./safe-fetch.ts";
import { inEnglish } from "./say.ts";
import { forbiddenAddresses } from "./testing/forbidden-addresses.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function guard(options: GuardOptions = {}): SafeFetch {
  const made = createSafeFetch({ allow: [], ...options });
  cleanups.push(made.close);
  return made;
}

async function serve(
  listener: RequestListener,
  host = "127.0.0.1",
): Promise<{ port: number; server: Server; connections: () => number }> {
  const server = createServer(listener);
  let count = 0;
  server.on("connection", () => count++);
  await new Promise<void>((ready) => server.listen(0, host, ready));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return { port: (server.address() as AddressInfo).port, server, connections: () => count };
}

function get(url: string, more: Partial<SafeRequest> = {}): SafeRequest {
  return { url, method: "GET", headers: {}, ...more };
}

describe("addresses that may not be reached", () => {
  test("are refused by every spelling, at save and at send, without a connection and in the same words", async () => {
    const loopback = await serve((_, response) => response.end("secret"));
    // Names resolve as for a caller who controls their own DNS, so no real name server is used.
    const lookup: GuardOptions["lookup"] = (name, _, done) =>
      name.endsWith("localhost") ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(new Error("ENOTFOUND"), []);
    const safe = guard({ lookup });
    const urls = forbiddenAddresses(loopback.port);
    expect(urls.length).toBeGreaterThanOrEqual(60);
    for (const url of urls) {
      const reply = await safe.fetch(get(url));
      const isUnknownName = /localdomain|internal|\.local:/.test(url);
      if (isUnknownName) expect(reply.kind, url).toBe("unreachable");
      else expect(reply, url).toEqual({ kind: "refused-address", error: REFUSED_ADDRESS });
      const refusal = await safe.assertPublicUrl(url).catch((error: unknown) => error);
      expect(refusal, url).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ code: "BAD_INPUT", message: inEnglish(REFUSED_ADDRESS) });
    }
    expect(loopback.connections()).toBe(0);
  });

  test("pass when they lie in a range that the settings allow, and only then", async () => {
    const loopback = await serve((_, response) => response.end("hello"));
    const url = `http://127.0.0.1:${loopback.port}/`;
    expect((await guard({ allow: ["10.0.0.0/8"] }).fetch(get(url))).kind).toBe("refused-address");
    const allowing = guard({ allow: ["127.0.0.0/8", "::1"] });
    expect(await allowing.fetch(get(url))).toMatchObject({ kind: "answer", status: 200, body: "hello" });
    expect((await allowing.fetch(get(`http://[::ffff:127.0.0.1]:${loopback.port}/`))).kind).toBe("answer");
    expect((await allowing.assertPublicUrl(url)).href).toBe(url);
    expect((await allowing.fetch(get("http://10.0.0.1/"))).kind).toBe("refused-address");
  });

  test("public addresses and names that do not resolve yet can be saved", async () => {
    const lookup: GuardOptions["lookup"] = (name, _, done) =>
      name === "example.com" ? done(null, [{ address: "93.184.216.34", family: 4 }]) : done(new Error("ENOTFOUND"), []);
    const safe = guard({ lookup });
    for (const url of [
      "https://example.com/hook?a=b",
      "http://93.184.216.34/",
      "https://[2606:2800:220:1::1]/",
      "https://new-shop.example.org:8443/x",
    ]) {
      expect((await safe.assertPublicUrl(url)).href).toBe(url);
    }
  });
});

describe("with https only", () => {
  const lookup: GuardOptions["lookup"] = (name, _, done) =>
    name === "example.com" ? done(null, [{ address: "93.184.216.34", family: 4 }]) : done(new Error("ENOTFOUND"), []);

  test("what is written with http is refused in the same words, wherever it leads, but for the ranges let through", async () => {
    const loopback = await serve((_, response) => response.end("hello"));
    const safe = guard({ httpsOnly: true, allow: ["127.0.0.1"], lookup });
    for (const url of [
      "http://example.com/",
      "http://93.184.216.34/",
      "http://10.0.0.1/",
      `http://127.0.0.2:${loopback.port}/`,
    ]) {
      expect(await safe.fetch(get(url)), url).toEqual({ kind: "refused-address", error: REFUSED_IN_CLEAR });
      await expect(safe.assertPublicUrl(url), url).rejects.toThrow(inEnglish(REFUSED_IN_CLEAR));
    }
    await expect(safe.assertPublicUrl("http://not-yet.example.org/")).rejects.toThrow(inEnglish(REFUSED_IN_CLEAR));
    await expect(safe.assertPublicUrl("https://10.0.0.1/")).rejects.toThrow(inEnglish(REFUSED_ADDRESS));
    expect(loopback.connections()).toBe(0);
    expect(await safe.fetch(get(`http://127.0.0.1:${loopback.port}/`))).toMatchObject({
      kind: "answer",
      body: "hello",
    });
    expect((await safe.assertPublicUrl("https://example.com/")).href).toBe("https://example.com/");
    expect((await safe.assertPublicUrl("https://not-yet.example.org/")).protocol).toBe("https:");
  });
});

describe("names that change their mind", () => {
  const PUBLIC: LookupAddress = { address: "93.184.216.34", family: 4 };
  const LOOPBACK: LookupAddress = { address: "127.0.0.1", family: 4 };

  test("never reach loopback: first public then private, and both at once", async () => {
    const loopback = await serve((_, response) => response.end("secret"));
    let turn = 0;
    const rebinding = guard({
      lookup: (_, __, done) => done(null, [turn++ % 2 === 0 ? LOOPBACK : { ...LOOPBACK, address: "127.0.0.9" }]),
    });
    const both = guard({ lookup: (_, __, done) => done(null, [PUBLIC, LOOPBACK]) });
    for (let i = 0; i < 500; i++) {
      expect((await rebinding.fetch(get(`http://rebind.example:${loopback.port}/${i}`))).kind).toBe("refused-address");
      expect((await both.fetch(get(`http://both.example:${loopback.port}/${i}`))).kind).toBe("refused-address");
    }
    expect(loopback.connections()).toBe(0);
  });

  test("saved while public, refused when they have become private", async () => {
    const loopback = await serve((_, response) => response.end("secret"));
    let answer = PUBLIC;
    const safe = guard({ lookup: (_, __, done) => done(null, [answer]) });
    const url = `http://shop.example:${loopback.port}/`;
    await safe.assertPublicUrl(url);
    answer = LOOPBACK;
    expect((await safe.fetch(get(url))).kind).toBe("refused-address");
    expect(loopback.connections()).toBe(0);
  });
});

describe("a request", () => {
  const allow = ["127.0.0.0/8"];

  test("carries method, headers and body, and reuses its connections", async () => {
    const seen: { request: IncomingMessage; body: string }[] = [];
    const server = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        seen.push({ request, body });
        response.setHeader("retry-after", "7").writeHead(201).end("made");
      });
    });
    const safe = guard({ allow });
    const url = `http://127.0.0.1:${server.port}/hook?x=1`;
    for (let i = 0; i < 20; i++) {
      const reply = await safe.fetch({ url, method: "POST", headers: { "x-own": "mine" }, body: `{"n":${i}}` });
      expect(reply).toMatchObject({
        kind: "answer",
        status: 201,
        body: "made",
        cut: false,
        headers: { "retry-after": "7" },
      });
    }
    expect(seen.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, i) => `{"n":${i}}`));
    expect(seen[0]?.request).toMatchObject({ method: "POST", url: "/hook?x=1" });
    expect(seen[0]?.request.headers["x-own"]).toBe("mine");
    // A request sent at the moment when another response ends may open a second connection.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  test("follows no redirect, whatever its status", async () => {
    const behind = await serve((_, response) => response.end("behind"));
    const server = await serve((request, response) => {
      response.writeHead(Number(request.url?.slice(1)), { location: `http://127.0.0.1:${behind.port}/` }).end();
    });
    const safe = guard({ allow });
    for (const status of [301, 302, 303, 307, 308]) {
      expect(await safe.fetch(get(`http://127.0.0.1:${server.port}/${status}`))).toMatchObject({
        kind: "answer",
        status,
      });
    }
    expect(behind.connections()).toBe(0);
  });

  test("keeps the first bytes of a long answer, drops the connection, and unpacks nothing", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    let wasDropped: Promise<unknown> = Promise.resolve();
    const server = await serve((request, response) => {
      if (request.url === "/gzip") return void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
      wasDropped = new Promise((done) => response.once("close", done));
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, "a");
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    const safe = guard({ allow });
    const before = process.memoryUsage().rss;
    const endless = await safe.fetch(get(`http://127.0.0.1:${server.port}/endless`, { maxBodyBytes: 16 * 1024 }));
    expect(endless).toMatchObject({ kind: "answer", status: 200, cut: true });
    expect(endless.kind === "answer" && endless.body.length).toBe(16 * 1024);
    await wasDropped;
    const packed = await safe.fetch(get(`http://127.0.0.1:${server.port}/gzip`));
    expect(packed.kind === "answer" && packed.body.length).toBeLessThan(64 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024);
  });

  test("tells what is certain from what is not when no answer comes", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/reset") request.socket.destroy();
      if (request.url === "/drip") {
        response.writeHead(200);
        const drip = setInterval(() => response.write("."), 20);
        response.once("close", () => clearInterval(drip));
      }
    });
    const safe = guard({ allow });
    const at = (path: string) => get(`http://127.0.0.1:${server.port}${path}`, { deadlineMs: 300 });
    const startedAt = Date.now();
    expect(await safe.fetch(at("/silent"))).toMatchObject({ kind: "unknown", error: "No answer within 0.3 s" });
    expect(Date.now() - startedAt).toBeLessThan(1_500);
    expect(await safe.fetch(at("/reset"))).toMatchObject({ kind: "unknown" });
    expect(await safe.fetch(at("/drip"))).toMatchObject({ kind: "answer", status: 200, cut: true });

    const closed = await serve(() => undefined);
    await new Promise((done) => closed.server.close(done));
    expect(await safe.fetch(get(`http://127.0.0.1:${closed.port}/`))).toEqual({
      kind: "unreachable",
      error: "Connection refused",
    });
    const stopped = AbortSignal.abort();
    expect((await safe.fetch({ ...at("/silent"), signal: stopped })).kind).toBe("unreachable");
  });
});
