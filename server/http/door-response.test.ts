import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DoorResponse, sayAhead } from "./door-response.ts";

let answer: (response: DoorResponse) => unknown;
const server = createServer({ ServerResponse: DoorResponse }, (_, response) => {
  sayAhead(response, "x-frame", "no");
  sayAhead(response, "cache-control", "no-store");
  answer(response);
});
let port: number;

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const NODES_OWN = /^(?:date|connection|keep-alive|transfer-encoding|content-length):/i;

/** The header names and values on the wire, without those that Node adds. */
async function headersOf(how: typeof answer): Promise<string[]> {
  answer = how;
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ host: "127.0.0.1", port }, resolve).on("error", reject),
  );
  reply.resume();
  const lines = reply.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
  return lines.filter((line) => !NODES_OWN.test(line)).sort();
}

const AHEAD = ["cache-control: no-store", "x-frame: no"];

test.each<[string, typeof answer, string[]]>([
  ["a head in one piece", (r) => r.writeHead(200, { "x-a": 2 }).end("ok"), ["x-a: 2"]],
  ["a head of several lines of one name", (r) => r.writeHead(200, { a: ["1", "2"] }).end(), ["a: 1", "a: 2"]],
  ["a head that nobody wrote", (r) => r.end(), []],
  ["a head without headers", (r) => r.writeHead(204).end(), []],
  ["a head with words", (r) => r.writeHead(404, "Gone fishing", { "x-a": "b" }).end(), ["x-a: b"]],
  ["a head as a list", (r) => r.writeHead(200, ["x-a", "b"]).end(), ["x-a: b"]],
  [
    "headers set before",
    (r) => {
      r.setHeader("x-a", "b");
      r.writeHead(200, { "x-c": "d" }).end();
    },
    ["x-a: b", "x-c: d"],
  ],
  [
    "headers settled before the rest",
    (r) => {
      r.settleHeaders();
      expect(r.getHeader("x-frame")).toBe("no");
      r.writeHead(200, { "x-c": "d" }).end();
    },
    ["x-c: d"],
  ],
])("%s goes out with what was said ahead", async (_, how, more) => {
  expect(await headersOf(how)).toEqual([...AHEAD, ...more].sort());
});

test.each<[string, typeof answer]>([
  ["in one piece", (r) => r.writeHead(200, { "Cache-Control": "max-age=1" }).end()],
  [
    "by a header set before",
    (r) => {
      r.setHeader("Cache-Control", "max-age=1");
      r.end();
    },
  ],
])("whoever answers has the last word, %s", async (_, how) => {
  const said = (await headersOf(how)).map((line) => line.toLowerCase());
  expect(said.filter((line) => line.startsWith("cache-control"))).toEqual(["cache-control: max-age=1"]);
  expect(said).toContain("x-frame: no");
});

test("what an answer is can be told when it is over", async () => {
  let type: unknown;
  await headersOf((r) => {
    r.on("close", () => (type = r.getHeader("content-type")));
    r.writeHead(200, { "content-type": "text/event-stream" }).end();
  });
  await expect.poll(() => type, { timeout: 10_000 }).toBe("text/event-stream");
});
