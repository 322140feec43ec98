// @own-process: the limiter keeps its rate for the life of the process.
import { expect, test } from "vitest";
import { expectBurst } from "../testing/burst.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { creditFacts, gateway } from "../testing/gateway.ts";

// Set before settings are read, which happens once.
process.env.API_RATE_LIMIT = "2";

test("more requests than the key's rate: 429 with the seconds to wait, and no credit taken for them", async () => {
  const { workspaceId, apiKey } = await createTestWorkspace({ plan: "GATEWAY", credits: 50 });
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const body = { workspaceId, integrationId, externalClientId: "customer", content: "Hello" };
  const calls = () => Promise.all(Array.from({ length: 12 }, () => gateway(apiKey).send(body)));
  const { passed, refused } = await expectBurst(2, calls, ({ status }) => status === 202);
  for (const { headers, body: answer } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.get("ratelimit-limit")).toBe("4");
    expect(answer.error?.code).toBe("RATE_LIMITED");
  }
  expect((await creditFacts(workspaceId)).balance).toBe(50 - passed.length);
});
