import { afterAll, beforeAll, expect, test } from "vitest";
import { openDoors, type Doors } from "../testing/doors.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

// The URLs of contract.md, "The service has these interfaces", as the web process serves them ahead of Next.
let doors: Doors, integrationId: string;
beforeAll(async () => {
  doors = await openDoors();
  const { workspaceId } = await createTestWorkspace();
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});
afterAll(() => doors.close());

const answer = async (method: string, path: string) => {
  const body =
    method === "POST" ? { headers: { "content-type": "application/json" }, body: '{"query":"{ __typename }"}' } : {};
  const response = await fetch(doors.base + path.replace(":integrationId", integrationId), { method, ...body });
  return { status: response.status, text: await response.text() };
};

// Without credentials, each endpoint responds with its own error text.
test.each([
  ["Core GraphQL", "/core/gq", 200, "Invalid API key"],
  ["Assistant GraphQL", "/bot/gq", 200, "Invalid API key"],
  ["Custom channel ingress", "/ext/v1/incoming/custom/:integrationId", 401, "token"],
  ["Gateway send (REST)", "/core/v1/messages", 401, "Invalid API key"],
])("%s answers at its method and address", async (_, path, status, words) => {
  const post = await answer("POST", path);
  expect(post.status).toBe(status);
  expect(post.text).toContain(words);
  // Other methods are not served: GraphQL names the accepted one, all others are 404.
  expect([404, 405]).toContain((await answer("GET", path)).status);
});

test("the REST paths carry v1 and are known under no other version", async () => {
  for (const path of [
    "/core/messages",
    "/core/v2/messages",
    "/ext/incoming/custom/:integrationId",
    "/ext/v2/incoming/custom/:integrationId",
  ])
    expect([path, (await answer("POST", path)).status]).toEqual([path, 404]);
});

test("the GraphQL paths have no version segment", async () => {
  for (const path of ["/core/v1/gq", "/bot/v1/gq", "/v1/core/gq"])
    expect([path, (await answer("POST", path)).status]).toEqual([path, 404]);
});
