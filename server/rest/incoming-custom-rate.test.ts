import { expect, test } from "vitest";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

// Settings are read on first use, which is below.
process.env.API_RATE_LIMIT = "10";

test("beyond the rate a channel's requests are 429 with a time to come back; another channel's are not", async () => {
  const { workspaceId } = await createTestWorkspace();
  const first = await createTestIntegration(workspaceId);
  const second = await createTestIntegration(workspaceId);
  const message = { senderId: "maria", content: "Hello", type: "text" };
  const answers = await Promise.all(Array.from({ length: 30 }, () => customerSystem(first.id).send(message)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(10);
  expect(refused[0]?.body.error?.code).toBe("RATE_LIMITED");
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await customerSystem(second.id).send(message)).toMatchObject({ status: 200 });
});
