// @own-process: a server that stops tells the process to drain.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "../env.ts";
import { startHttpServer } from "../http-server.ts";
import { readAhead } from "./read-ahead.ts";

let server: Awaited<ReturnType<typeof startHttpServer>>;
const given = vi.fn<(body: string, header: string | undefined) => void>();

beforeAll(async () => {
  env().DRAIN_SECONDS = 0;
  server = await startHttpServer({ port: 0, host: "127.0.0.1" }, (request, response) => {
    void readAhead(request, response).then(async (ahead) => {
      if (!ahead) return;
      const chunks: Buffer[] = [];
      for await (const chunk of ahead) chunks.push(chunk as Buffer);
      given(Buffer.concat(chunks).toString(), ahead.headers["content-type"]);
      response.end(`${ahead.method} ${ahead.url}`);
    });
  });
});
afterAll(() => server.stop());

const post = (body: BodyInit, path = "/api/auth/callback/credentials", type = "application/json") =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body,
    duplex: "half",
  } as RequestInit);

/** A body without a length. */
const chunked = (text: string) => new Blob([text]).stream();

test("what comes within the bound is handed on as it came", async () => {
  for (const body of ['{"a":"b"}', chunked('{"a":"b"}')]) {
    given.mockClear();
    const answer = await post(body);
    expect([answer.status, await answer.text()]).toEqual([200, "POST /api/auth/callback/credentials"]);
    expect(given.mock.calls).toEqual([['{"a":"b"}', "application/json"]]);
  }
  // What is no JSON is left to next-auth, which has the words.
  expect((await post("{")).status).toBe(200);
  expect((await post("csrfToken=x", undefined, "application/x-www-form-urlencoded")).status).toBe(200);
});

test("what is larger, or nested deeper, is refused and never handed on", async () => {
  given.mockClear();
  const large = " ".repeat(16 * 1024 + 1);
  const nested = "[".repeat(65) + "]".repeat(65);
  for (const [body, status] of [
    [large, 413],
    [chunked(large), 413],
    [chunked("[".repeat(1_000_000)), 413],
    [nested, 422],
  ] as const) {
    const answer = await post(body);
    expect([answer.status, answer.headers.get("connection")]).toEqual([status, "close"]);
    expect(await answer.json()).toMatchObject({ error: { code: "BAD_INPUT" } });
  }
  expect(given).not.toHaveBeenCalled();
});

test("a sender who leaves before the end is nobody's fault, and the next one is served", async () => {
  given.mockClear();
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
  await new Promise((wait) => setTimeout(wait, 100));
  socket.destroy();
  expect((await post("{}")).status).toBe(200);
  expect(given).toHaveBeenCalledTimes(1);
});

test("strangers at /api/auth are counted by address, and told when to come back", async () => {
  env().API_RATE_LIMIT = 100;
  try {
    const answers = await Promise.all(Array.from({ length: 400 }, () => post("{}")));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(50);
    const [one] = refused;
    expect(one?.status).toBe(429);
    expect(one?.headers.get("ratelimit-limit")).toBe("300");
    expect(Number(one?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post("{}", "/api/sign-up")).status).toBe(200);
  } finally {
    env().API_RATE_LIMIT = 0;
  }
});
