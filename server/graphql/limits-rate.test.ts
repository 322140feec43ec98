// @own-process: the limiter keeps its rate for as long as the process lives.
import { expect, test } from "vitest";
import { api } from "../testing/api.ts";
import { expectBurst } from "../testing/burst.ts";
import { createTestAgentKey, createTestWorkspace } from "../testing/factories.ts";

// Settings are read on first use, which is below: the default of decisions section 13.
delete process.env.API_RATE_LIMIT;

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
  // What is slow the first time is over before the burst.
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
