// @own-process: the limiter keeps its rate for the life of the process.
import { expect, test } from "vitest";
import { api } from "../testing/api.ts";
import { expectBurst } from "../testing/burst.ts";
import { createTestAgentKey, createTestWorkspace } from "../testing/factories.ts";
import { askApp } from "../testing/ask-app.ts";

// Settings are read on first use, which is below. This tests the defaults.
delete process.env.API_RATE_LIMIT;
delete process.env.API_COST_RATE;

const TAGS = "query ($input: TagsInput!) { tags(input: $input) { nodes { id } } }";
const AIS = "query ($input: AIsInput!) { ais(input: $input) { nodes { id } } }";

test("a key has bursts of 200, then 429 with retry-after; both endpoints count together, other keys on their own", async () => {
  const { workspaceId, apiKey } = await createTestWorkspace();
  const other = await createTestAgentKey(workspaceId);
  const accept = "application/graphql-response+json";
  const ask = (key: string, path: "/core/gq" | "/bot/gq") =>
    api({ key }, workspaceId, path).post(
      { query: path === "/core/gq" ? TAGS : AIS, variables: { input: { workspaceId } } },
      { accept },
    );
  // Warm up before the burst: first calls are slow.
  expect((await ask(other.key, "/core/gq")).errors.concat((await ask(other.key, "/bot/gq")).errors)).toMatchObject([
    { extensions: { code: "FORBIDDEN_ROLE" } },
  ]);
  const calls = () =>
    Promise.all(Array.from({ length: 500 }, (_, no) => ask(apiKey, no % 2 === 0 ? "/core/gq" : "/bot/gq")));
  const { refused } = await expectBurst(100, calls, ({ errors }) => errors.length === 0);
  expect(new Set(refused.map(({ errors }) => errors[0]?.extensions.code))).toEqual(new Set(["RATE_LIMITED"]));
  for (const { status, headers } of refused) {
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect([headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual(["200", "0"]);
  }
  expect((await ask(other.key, "/core/gq")).errors).toEqual([]);
});

test("the rows that a workspace's documents ask for are counted together, whatever key asks", async () => {
  const { workspaceId, apiKey } = await createTestWorkspace();
  const other = await createTestWorkspace();
  const second = await api({ key: apiKey }, workspaceId).ok<{ key: string }>(
    "mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { key } }",
    { label: "Second" },
  );
  const parts = Array.from({ length: 25 }, (_, no) => `a${no}: convs(input: $input) { nodes { id } }`);
  const query = `query ($input: ConvsInput!) { ${parts.join(" ")} }`;
  const ask = (key: string, of: number) =>
    api({ key }, of).post(
      { query, variables: { input: { workspaceId: of, first: 200 } } },
      { accept: "application/graphql-response+json" },
    );
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, no) => ask(no % 2 === 0 ? apiKey : second.key, workspaceId)),
  );
  const seconds = (performance.now() - began) / 1_000;
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeLessThanOrEqual(20 + 20 * seconds);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, errors } of refused) {
    expect([status, errors[0]?.extensions.code]).toEqual([429, "RATE_LIMITED"]);
    expect(errors[0]?.message).toMatch(/^Your workspace asks for more than 100000 rows a second; wait \d+ s/);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.get("ratelimit-limit")).toBe("100000");
  }
  expect((await ask(other.apiKey, other.workspaceId)).errors).toEqual([]);
});

test("opening the live stream counts as a request", async () => {
  const { apiKey } = await createTestWorkspace();
  const other = await createTestWorkspace();
  const open = (authorization: string) =>
    askApp(new Request("http://localhost:3000/events", { headers: { authorization } }));
  // Warm up before the burst with another key, which does not use up this key's limit.
  await open(other.apiKey);
  const calls = () => Promise.all(Array.from({ length: 400 }, () => open(apiKey)));
  const { refused } = await expectBurst(100, calls, ({ status }) => status === 400);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});
