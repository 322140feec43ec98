import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rewritePage } from "./rewrite-page.ts";

const PAGE = `<html><head><script src="/a.js" async="" nonce="n"></script></head><body>Grüße 😀<script id="_R_">1</script><script>2</script></body></html>`;

/** The stand-in for Next, and the headers it received. */
let answer: (response: ServerResponse) => void;
let asked: IncomingHttpHeaders;
let isPage = true;

const server = createServer((request, response) => {
  if (isPage) request.headers["x-nonce"] = "n";
  rewritePage(request, response);
  asked = request.headers;
  answer(response);
});
let port: number;

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

type Asked = { path?: string; method?: string; headers?: Record<string, string> };

async function get({ path = "/7/inbox", method = "GET", headers = {} }: Asked = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    ask({ port, host: "127.0.0.1", path, method, headers: { "accept-encoding": "gzip, br", ...headers } }, resolve)
      .once("error", reject)
      .end(),
  );
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  const isPacked = response.headers["content-encoding"] === "gzip";
  return { status: response.statusCode, headers: response.headers, text: String(isPacked ? gunzipSync(body) : body) };
}

const document = (response: ServerResponse) => response.setHeader("content-type", "text/html; charset=utf-8");

describe("a page's document", () => {
  test("goes out rewritten and packed, whatever Next thinks of its length", async () => {
    answer = (response) => {
      document(response);
      response.setHeader("content-length", Buffer.byteLength(PAGE));
      response.flushHeaders();
      response.end(PAGE);
    };
    const { status, headers, text } = await get();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "content-encoding": "gzip" });
    expect(headers).not.toHaveProperty("content-length");
    expect(text).toContain(`<script type="behind-paint" src="/a.js"`);
    expect(text).toContain("startScripts");
    expect(text).toContain("Grüße 😀");
    expect(text).toMatch(/<\/html>$/);
    // Otherwise Next would compress the document.
    expect(asked).not.toHaveProperty("accept-encoding");
  });

  test("goes out piece by piece, cut within a letter", async () => {
    const bytes = Buffer.from(PAGE);
    const at = bytes.indexOf("ü") + 1;
    let goOn: () => void = () => undefined;
    answer = (response) => {
      document(response);
      response.write(bytes.subarray(0, at));
      goOn = () => {
        response.write(bytes.subarray(at));
        response.end();
      };
    };
    const response = await new Promise<IncomingMessage>((resolve) => ask({ port, path: "/7/inbox" }, resolve).end());
    let text = "";
    response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    await expect.poll(() => text, { timeout: 10_000 }).toMatch(/<body>Gr$/);
    goOn();
    await new Promise((ended) => response.once("end", ended));
    expect(text).toContain("Grüße 😀");
    expect(text).toContain("startScripts");
  });

  test.each([
    ["nothing", ""],
    ["another way", "br"],
    ["gzip never", "gzip;q=0, br"],
  ])("is not packed for who takes %s", async (_, accepted) => {
    answer = (response) => {
      document(response);
      response.end(PAGE);
    };
    const { headers, text } = await get({ headers: { "accept-encoding": accepted } });
    expect(headers).not.toHaveProperty("content-encoding");
    expect(text).toContain(`<script type="behind-paint" src="/a.js"`);
  });

  test("is over when its end says so", async () => {
    let isOver = false;
    answer = (response) => {
      document(response);
      response.end(PAGE, () => (isOver = true));
    };
    await get();
    await expect.poll(() => isOver, { timeout: 10_000 }).toBe(true);
  });

  test("that says that something is wrong is rewritten as well", async () => {
    answer = (response) => {
      document(response);
      response.writeHead(404).end(PAGE);
    };
    expect(await get()).toMatchObject({ status: 404, text: expect.stringContaining("behind-paint") });
  });

  test("whose reader has gone stops nobody", async () => {
    let closed = 0;
    answer = (response) => {
      document(response);
      response.write(PAGE);
      response.once("close", () => {
        closed += 1;
        response.write(PAGE);
        response.end();
      });
    };
    const request = ask({ port, path: "/7/inbox", headers: { "accept-encoding": "gzip" } });
    request.once("response", () => request.destroy()).once("error", () => undefined);
    request.end();
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(1);
    answer = (response) => {
      document(response);
      response.end(PAGE);
    };
    expect((await get()).text).toContain("behind-paint");
  });
});

describe("what goes out as it is", () => {
  test.each<[string, Asked]>([
    ["what a page asks for to draw the next one", { headers: { rsc: "1" } }],
    ["a page that is written into at once", { path: "/sign-in" }],
    ["what is sent to a page", { method: "POST" }],
  ])("%s", async (_, question) => {
    answer = (response) => {
      document(response);
      response.end(PAGE);
    };
    const { headers, text } = await get(question);
    expect(text).toBe(PAGE);
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(PAGE)));
    expect(asked).toHaveProperty("accept-encoding");
  });

  test("what is no page", async () => {
    isPage = false;
    answer = (response) => response.end("7");
    expect((await get()).text).toBe("7");
    isPage = true;
  });

  test("the head of a page", async () => {
    answer = (response) => {
      document(response);
      response.end();
    };
    expect(await get({ method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  });

  test.each([
    [307, { location: "/sign-in" }],
    [304, {}],
  ])("an answer %d, which has no body", async (status, headers) => {
    answer = (response) => response.writeHead(status, headers).end();
    const seen = await get();
    expect(seen).toMatchObject({ status, text: "", headers });
    expect(seen.headers).not.toHaveProperty("content-encoding");
  });

  test("a picture", async () => {
    answer = (response) => {
      response.setHeader("content-type", "image/svg+xml");
      response.end('<svg><script src="x" async=""/></svg>');
    };
    expect((await get()).text).toBe('<svg><script src="x" async=""/></svg>');
  });
});
