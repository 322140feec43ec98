// @own-process: the limiter keeps its rate for the life of the process.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectBurst } from "../testing/burst.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { openDoors, type Doors } from "../testing/doors.ts";

// Read once per process, on first use: 10 per second, bursts of 20.
process.env.API_RATE_LIMIT = "10";

let doors: Doors;
beforeAll(async () => void (doors = await openDoors()));
afterAll(() => doors.close());

const call = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "list_conversations", arguments: {} },
});

async function caller() {
  const { apiKey, workspaceId } = await createTestWorkspace();
  return (body: unknown) =>
    fetch(doors.mcp, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: apiKey,
        "x-workspace-id": String(workspaceId),
      },
      body: JSON.stringify(body),
    });
}

test("a key's requests are counted, and 429 says when to come back", async () => {
  const send = await caller();
  const calls = () => Promise.all(Array.from({ length: 40 }, (_, id) => send(call(id))));
  const { refused } = await expectBurst(10, calls, ({ status }) => status === 200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  const headers = refused[0]?.headers;
  expect(Number(headers?.get("retry-after"))).toBeGreaterThan(0);
  expect([headers?.get("ratelimit-limit"), headers?.get("ratelimit-remaining")]).toEqual(["20", "0"]);
  expect(await refused[0]?.json()).toMatchObject({ error: { data: { code: "RATE_LIMITED" } } });
});

test("a batch is no way round: every call of it counts", async () => {
  const send = await caller();
  const calls = async () => {
    const response = await send(Array.from({ length: 40 }, (_, id) => call(id)));
    expect(response.status).toBe(200);
    const refusals = (await response.text()).match(/RATE_LIMITED/g)?.length ?? 0;
    return Array.from({ length: 40 }, (_, no) => no >= refusals);
  };
  await expectBurst(10, calls, Boolean);
});
