import { expect, test } from "vitest";
import { api } from "../testing/api.ts";
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
  // The window is two seconds long: what is slow the first time must not fall into it.
  expect((await ask(other.key, "/core/gq")).errors.concat((await ask(other.key, "/bot/gq")).errors)).toMatchObject([
    { extensions: { code: "FORBIDDEN_ROLE" } },
  ]);
  const answers = await Promise.all(
    Array.from({ length: 260 }, (_, index) => ask(apiKey, index % 2 === 0 ? "/core/gq" : "/bot/gq")),
  );
  expect(answers.filter(({ errors }) => errors.length === 0).length).toBe(200);
  const refused = answers.filter(({ errors }) => errors[0]?.extensions.code === "RATE_LIMITED");
  expect(refused.length).toBe(60);
  for (const { status, headers } of refused) {
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await ask(other.key, "/core/gq")).errors).toEqual([]);
});
