import { globSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routes } from "./app.ts";
import { setBrowserHeaders } from "./headers.ts";

const HTTP = { APP_URL: "http://localhost:3000" };
const HTTPS = { APP_URL: "https://chat.example.com" };

/** The server's settings, and the headers that the handler received. */
let settings: { APP_URL: string; S3_ENDPOINT?: string };
let asked: IncomingHttpHeaders;
let said: Record<string, string>;

const server = createServer((request, response) => {
  setBrowserHeaders(request, response, routes.find(request.url ?? "/"), settings);
  asked = request.headers;
  response.writeHead(200, said).end("x");
});
let base: string;

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  settings = HTTP;
  said = {};
});
afterAll(() => server.close());

const ask = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(base + path, { headers })).headers;
const policyOf = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );

/** URLs of files in app/, with parameters filled in. */
const addresses = (files: string) =>
  globSync(files).map((file) =>
    file
      .replaceAll("\\", "/")
      .replace(/^app|\/(?:route|page)\.tsx?$|\/\([^)]*\)/g, "")
      .replace(/\/\[\[[^\]]*\]\]/g, "")
      .replace(/\[[^\]]*\]/g, "7"),
  );

describe("what an address answers", () => {
  test.each(addresses("app/**/page.tsx"))("%s is a page", async (path) => {
    expect([
      ...(policyOf(await ask(path || "/"))
        .get("script-src")
        ?.slice(1) ?? []),
    ]).toEqual(["'strict-dynamic'"]);
  });

  test.each(addresses("app/**/route.ts"))("%s is a door, or says for itself", async (path) => {
    const headers = await ask(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const saysItself = /^\/(chat|docs|graphiql|webchat\.js)/.test(path);
    expect(headers.get("cache-control")).toBe(saysItself ? null : "no-store");
    expect(policyOf(headers).get("default-src")).toEqual(saysItself ? undefined : ["'none'"]);
    expect(policyOf(headers).has("script-src")).toBe(false);
  });

  test.each(["/_next/static/chunks/a.js", ...globSync("*", { cwd: "public" }).map((file) => `/${file}`)])(
    "%s is a file that browsers may keep",
    async (path) => {
      const headers = await ask(path);
      expect([headers.get("cache-control"), headers.get("content-security-policy")]).toEqual([null, null]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  test.each([
    "/uploadsx",
    "/corex/gq",
    "/core",
    "/uploads/1",
    "/_next/data/b/1/inbox.json",
    "/1/inbox/core/gq",
    "/chats",
  ])("%s is not taken for something else than a page", async (path) => {
    expect(policyOf(await ask(path)).has("script-src")).toBe(true);
  });

  test("a door's own words go before the general ones", async () => {
    said = { "cache-control": "private, no-cache", "content-security-policy": "sandbox; default-src 'none'" };
    const headers = await ask("/uploads/1/a.png");
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  });
});

describe("a page", () => {
  test("has a nonce of its own, which whoever draws it reads in its request", async () => {
    const first = (await ask("/1/inbox")).get("content-security-policy");
    expect(asked["content-security-policy"]).toBe(first);
    expect(first).toContain(`'nonce-${String(asked["x-nonce"])}' 'strict-dynamic'`);
    expect(asked["x-nonce"]).toMatch(/^[\w-]{24}$/);
    expect((await ask("/1/inbox")).get("content-security-policy")).not.toBe(first);
  });

  test("cannot be given a nonce by whoever asks for it", async () => {
    const theirs = "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAAAA'";
    await ask("/1/inbox", {
      "x-nonce": "AAAAAAAAAAAAAAAAAAAAAAAA",
      "content-security-policy": theirs,
      "content-security-policy-report-only": theirs,
    });
    expect(JSON.stringify(asked)).not.toContain("AAAAAAAA");
  });

  test("runs nothing else, is in no frame, and sends its forms nowhere else", async () => {
    const policy = policyOf(await ask("/sign-in"));
    for (const name of ["default-src", "object-src", "base-uri", "frame-ancestors"])
      expect(policy.get(name)).toEqual(["'none'"]);
    for (const name of ["font-src", "frame-src", "worker-src", "form-action"])
      expect(policy.get(name)).toEqual(["'self'"]);
    expect(policy.get("connect-src")).toEqual(["'self'", "blob:"]);
    expect([...policy].filter(([, sources]) => sources.includes("'unsafe-eval'"))).toEqual([]);
    expect([...policy].filter(([, sources]) => sources.includes("'unsafe-inline'")).map(([name]) => name)).toEqual([
      "style-src-attr",
    ]);
  });

  test.each([HTTP, HTTPS])("shows pictures of ours alone: no sender learns who looked", async (of) => {
    settings = of;
    for (const path of ["/", "/1/inbox", "/1/playground", "/1/broadcasts"])
      expect(policyOf(await ask(path)).get("img-src")).toEqual(["'self'", "blob:", "data:"]);
  });

  test("may put import files into the object storage, and nothing anywhere else", async () => {
    settings = { ...HTTP, S3_ENDPOINT: "https://s3.example.com:9000/path" };
    expect(policyOf(await ask("/")).get("connect-src")).toEqual(["'self'", "blob:", "https://s3.example.com:9000"]);
  });
});

test("where people come by https, browsers come by nothing else, and load nothing by http", async () => {
  expect((await ask("/")).get("strict-transport-security")).toBeNull();
  expect(policyOf(await ask("/")).get("media-src")).toContain("http:");
  settings = HTTPS;
  for (const path of ["/", "/readyz", "/_next/static/a.js", "/chat/7"])
    expect((await ask(path)).get("strict-transport-security")).toBe("max-age=31536000");
  expect(policyOf(await ask("/")).get("media-src")).toEqual(["'self'", "blob:", "https:"]);
});
