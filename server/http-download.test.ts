import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { download, type DownloadRequest } from "./http-download.ts";
import { createSafeFetch } from "./safe-fetch.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(listener: RequestListener, host = "127.0.0.1"): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, host, ready));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function fetchFrom(url: string, more: Partial<DownloadRequest> & { allow?: string[] } = {}) {
  const { allow = ["127.0.0.0/8"], ...rest } = more;
  const guard = createSafeFetch({ allow });
  cleanups.push(guard.close);
  const signal = new AbortController().signal;
  const request = { url, headers: {}, limitBytes: 1_000, deadlineMs: 5_000, signal, ...rest };
  return download(() => guard.agent, request, whole);
}

test("a file comes whole, and is asked for unpacked and with the headers that it needs", async () => {
  const heads: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    heads.push(request.headers.authorization, request.headers["accept-encoding"]);
    response.end("the bytes");
  });
  expect(await fetchFrom(`${url}/a?b=c`, { headers: { authorization: "Bearer t" } })).toEqual({
    kind: "taken",
    value: "the bytes",
  });
  expect(heads).toEqual(["Bearer t", "identity"]);
});

describe("redirects", () => {
  test("are followed three times, with the token to the same host only, and never again after another one", async () => {
    const seen: [string, string | undefined][] = [];
    let home = "";
    const elsewhere = await serve((request, response) => {
      seen.push([`elsewhere${request.url}`, request.headers.authorization]);
      response.writeHead(302, { location: `${home}/last` }).end();
    }, "127.0.0.2");
    home = await serve((request, response) => {
      seen.push([`home${request.url}`, request.headers.authorization]);
      if (request.url === "/last") return void response.end("found");
      response.writeHead(307, { location: request.url === "/one" ? "/two" : `${elsewhere}/x` }).end();
    });
    expect(await fetchFrom(`${home}/one`, { headers: { authorization: "Bearer t" } })).toEqual({
      kind: "taken",
      value: "found",
    });
    expect(seen).toEqual([
      ["home/one", "Bearer t"],
      ["home/two", "Bearer t"],
      ["elsewhere/x", undefined],
      ["home/last", undefined],
    ]);
  });

  test("without an end are given up", async () => {
    let count = 0;
    const url = await serve((_, response) => {
      count++;
      response.writeHead(302, { location: "/again" }).end();
    });
    expect(await fetchFrom(url)).toMatchObject({ kind: "status", status: 302 });
    expect(count).toBe(4);
  });

  test("lead to no private address", async () => {
    let reached = 0;
    const secret = await serve((_, response) => {
      reached++;
      response.end("secret");
    }, "127.0.0.3");
    const url = await serve((_, response) => {
      response.writeHead(302, { location: secret }).end();
    });
    expect(await fetchFrom(url, { allow: ["127.0.0.1"] })).toMatchObject({ kind: "refused-address" });
    expect(await fetchFrom("file:///etc/passwd")).toMatchObject({ kind: "refused-address" });
    expect(reached).toBe(0);
  });
});

describe("no file", () => {
  test.each([404, 401, 500, 206])("a %i is told as such", async (status) => {
    const url = await serve((_, response) => void response.writeHead(status).end("no"));
    expect(await fetchFrom(url)).toEqual({ kind: "status", status, error: `The server answered ${status}` });
  });

  test("more bytes than the limit, announced or not", async () => {
    const announced = await serve((_, response) => {
      response.writeHead(200, { "content-length": "1001" });
      response.write("x");
    });
    const endless = await serve((_, response) => {
      const timer = setInterval(() => response.write("x".repeat(400)), 1);
      response.on("close", () => clearInterval(timer));
    });
    expect(await fetchFrom(announced)).toMatchObject({ kind: "too-large" });
    expect(await fetchFrom(endless)).toMatchObject({ kind: "too-large" });
  });

  test("one that breaks off, stands still or cannot be reached is broken, in words without the address", async () => {
    const broken = await serve((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("only this", () => response.destroy());
    });
    const silent = await serve((_, response) => void response.write("and then"));
    const gone = await serve(() => undefined);
    await cleanups.splice(-1)[0]?.();
    for (const url of [broken, gone]) {
      const result = await fetchFrom(`${url}/bot123:token/file`);
      expect(result).toMatchObject({ kind: "broken" });
      expect(JSON.stringify(result)).not.toContain("token");
    }
    expect(await fetchFrom(silent, { deadlineMs: 200 })).toMatchObject({
      kind: "broken",
      error: "The download took too long or was given up",
    });
  });

  test("a fault of whoever takes the bytes is theirs, and ends the connection", async () => {
    let closed = false;
    const url = await serve((_, response) => {
      response.on("close", () => (closed = true));
      response.write("x");
    });
    const guard = createSafeFetch({ allow: ["127.0.0.1"] });
    cleanups.push(guard.close);
    const request = { url, headers: {}, limitBytes: 10, deadlineMs: 5_000, signal: new AbortController().signal };
    const taking = download(
      () => guard.agent,
      request,
      async (body) => {
        for await (const chunk of body) if (chunk.byteLength > 0) throw new Error("the disk is full");
      },
    );
    await expect(taking).rejects.toThrow("the disk is full");
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(true);
  });
});
