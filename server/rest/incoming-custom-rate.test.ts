// @own-process: the limiter keeps its rate for the life of the process.
import { expect, test } from "vitest";
import { expectBurst } from "../testing/burst.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

// Settings are read on first use, which is below.
process.env.API_RATE_LIMIT = "10";

test("beyond the rate a channel's requests are 429 with a time to come back; another channel's are not", async () => {
  const { workspaceId } = await createTestWorkspace();
  const first = await createTestIntegration(workspaceId);
  const second = await createTestIntegration(workspaceId);
  const message = { senderId: "maria", content: "Hello", type: "text" };
  const calls = () => Promise.all(Array.from({ length: 40 }, () => customerSystem(first.id).send(message)));
  const { refused } = await expectBurst(10, calls, ({ status }) => status === 200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(refused[0]?.body.error?.code).toBe("RATE_LIMITED");
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await customerSystem(second.id).send(message)).toMatchObject({ status: 200 });
});
