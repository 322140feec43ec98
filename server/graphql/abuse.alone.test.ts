import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDoors, type Doors } from "../testing/doors.ts";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { send } from "../testing/fuzz/shots.ts";

// Reliability bars 51 and 52: expensive document shapes are refused at once and at no cost, however many arrive.
const REFUSED_MS = 50;
const ROUNDS = 40;
/** The most memory that all shapes, sent forty times each, may leave behind. */
const GROWTH_BYTES = 64 * 1024 * 1024;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let doors: Doors;
let workspaceId: number;
let authorization: string;
beforeAll(async () => {
  doors = await openDoors();
  ({ workspaceId, apiKey: authorization } = await createTestWorkspace());
});
afterAll(() => {
  agent.destroy();
  return doors.close();
});

const ENDPOINTS = {
  "/core/gq": { name: "tags", type: "TagsInput" },
  "/bot/gq": { name: "ais", type: "AIsInput" },
} as const;

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const all = { "content-type": "application/json", authorization, ...headers };
  const began = performance.now();
  const { status, text } = await send({ base: doors.base, agent }, { method: "POST", path, headers: all, bytes });
  return { status, text, ms: performance.now() - began };
}

describe.each(["/core/gq", "/bot/gq"] as const)("POST %s", (path) => {
  const { name, type } = ENDPOINTS[path];
  const variables = () => ({ input: { workspaceId } });
  const asking = (fields: string, more = "") => ({
    query: `query ($input: ${type}!) { ${fields} } ${more}`,
    variables: variables(),
  });
  const field = `${name}(input: $input) { nodes { id } }`;
  const times = (count: number, make: (no: number) => string) =>
    Array.from({ length: count }, (_, no) => make(no)).join(" ");

  /** The refused shapes and their errors. */
  const SHAPES: Record<string, () => unknown> = {
    "11 levels": () => asking(`${"a { ".repeat(10)}a${" }".repeat(10)}`),
    "200 levels": () => asking(`${"a { ".repeat(200)}a${" }".repeat(200)}`),
    "31 aliases": () => asking(times(31, (no) => `a${no}: ${field}`)),
    "2,001 tokens": () => asking(`${name}(input: $input) { nodes { ${"id ".repeat(2_001)} } }`),
    "100,000 tokens": () => asking(`${name}(input: $input) { nodes { ${"id ".repeat(80_000)} } }`),
    "51 directives": () => asking(`${name}(input: $input) { nodes { id ${"@skip(if: false) ".repeat(51)} } }`),
    "51 directives on as many fields": () =>
      asking(`${name}(input: $input) { nodes { ${times(51, () => "id @include(if: true)")} } }`),
    "a fragment in itself": () => asking("...a", `fragment a on Query { ...a ${field} }`),
    "fragments in a circle": () => asking("...a", `fragment a on Query { ...b } fragment b on Query { ...a }`),
    "a chain of 200 fragments that leads nowhere": () =>
      asking(
        "...f0",
        times(200, (no) => `fragment f${no} on Query { ...f${no + 1} }`),
      ),
    "a batch of 100": () => Array.from({ length: 100 }, () => asking(field)),
    "an unfinished document": () => asking("{".repeat(1_500)),
    "a megabyte": () => ({ ...asking(field), extensions: { padding: "x".repeat(1024 * 1024) } }),
    "a query of 200 KiB of one name": () => asking(`a${"b".repeat(200 * 1024)}`),
    "a page of a million": () => ({
      query: `query ($input: ${type}!) { ${name}(input: $input) { nodes { id } } }`,
      variables: { input: { workspaceId, first: 1_000_000 } },
    }),
  };

  test.each(Object.entries(SHAPES))("%s: refused within 50 ms", async (_, shape) => {
    const body = JSON.stringify(shape());
    const answers = [];
    for (let round = 0; round < ROUNDS; round++) answers.push(await post(path, body));
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(500);
      expect(text).toContain("BAD_INPUT");
      expect(text).not.toContain('"nodes"');
    }
    // The machine may be busy for a moment. An expensive shape would be slow every time, so check the median.
    const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
    expect(sorted[Math.floor(ROUNDS / 2)]).toBeLessThanOrEqual(REFUSED_MS);
  });

  test("memory stays flat under all of them", async () => {
    const bodies = Object.values(SHAPES).map((shape) => JSON.stringify(shape()));
    const all = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) await Promise.all(bodies.map((body) => post(path, body)));
    };
    await all(20);
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    await all(40);
    globalThis.gc?.();
    expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_BYTES);
  });

  test("a page of another site gets nothing by a browser's cookie, and no leave to read", async () => {
    const { token } = await createTestMember(workspaceId, "AGENT");
    const cookie = `next-auth.session-token=${token}`;
    const accept = "application/graphql-response+json";
    const from = (origin: string) =>
      fetch(doors.base + path, {
        method: "POST",
        headers: { "content-type": "application/json", accept, cookie, origin },
        body: JSON.stringify(asking(field)),
      });
    for (const origin of ["https://evil.example", "null", "http://localhost:3000.evil.example"]) {
      const answer = await from(origin);
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      const preflight = await fetch(doors.base + path, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
      });
      expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
      await Promise.all([answer.arrayBuffer(), preflight.arrayBuffer()]);
    }
    const own = await from("http://localhost:3000");
    expect(own.headers.get("access-control-allow-origin")).toBeNull();
    expect(await own.text()).not.toContain("another site");
  });
});
