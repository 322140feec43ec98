import { beforeAll, expect, test } from "vitest";
import { database } from "../db.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

const STATES = "query ($input: MessagesInput!) { messages(input: $input) { nodes { sendState } } }";

let workspaceId: number;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let ids: { integrationId: string; clientId: string };

beforeAll(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  const { id: integrationId } = await createTestIntegration(workspaceId);
  ids = { integrationId, clientId: (await createTestClient(workspaceId)).id };
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test.each<[string, MessageStatus, { startedAt: Date; endedAt?: Date; outcome?: string }[], string | null]>([
  ["waits for its first attempt", "pending", [], "queued"],
  ["is being sent", "pending", [{ startedAt: ago(1) }], "sending"],
  ["waits for another attempt", "pending", [{ startedAt: ago(9), endedAt: ago(8), outcome: "retry" }], "queued"],
  ["had no answer", "pending", [{ startedAt: ago(9), endedAt: ago(8), outcome: "unknown" }], "unknown"],
  ["was left in the middle", "pending", [{ startedAt: ago(900) }], "unknown"],
  ["is sent again after that", "pending", [{ startedAt: ago(900) }, { startedAt: ago(1) }], "sending"],
  ["was given up without an answer", "failed", [{ startedAt: ago(9), endedAt: ago(8), outcome: "unknown" }], "unknown"],
  ["was refused", "failed", [{ startedAt: ago(9), endedAt: ago(8), outcome: "refused" }], null],
  ["was sent", "sent", [{ startedAt: ago(9), endedAt: ago(8), outcome: "accepted" }], null],
])("a message that %s", async (_, status, attempts, sendState) => {
  const conv = await createTestConv(workspaceId, ids);
  await database().message.create({
    data: {
      workspaceId,
      convId: conv.id,
      ...ids,
      seq: 1,
      content: "Hello",
      type: "text",
      isAgent: true,
      createdBy: "test",
      status,
      attempts: { create: attempts.map((attempt, index) => ({ attemptNo: index + 1, ...attempt })) },
    },
  });
  expect(await api.ok(STATES, { convId: conv.id })).toEqual({ nodes: [{ sendState }] });
});
