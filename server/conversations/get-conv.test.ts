import { expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestAgentKey, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { roundTripsOf } from "../testing/round-trips.ts";
import { getConv } from "./get-conv.ts";

async function workspaceWithConvs(senders: string[]) {
  const made = await createTestWorkspace();
  const customer = customerSystem((await createTestIntegration(made.workspaceId)).id);
  const ids: string[] = [];
  for (const sender of senders) ids.push((await customer.text(sender, "Hello")).conversationId);
  return { ...made, ids };
}

test("conversations that are asked for at once are read together, and everybody gets what they may see", async () => {
  const [ours, theirs] = [await workspaceWithConvs(["ana", "ben"]), await workspaceWithConvs(["eva"])];
  const [ana = "", ben = ""] = ours.ids;
  const [eva = ""] = theirs.ids;
  const { keyId, agentId } = await createTestAgentKey(ours.workspaceId, "Of one agent");
  const colleague = await createTestAgentKey(ours.workspaceId, "Of another");
  await database().conversation.update({
    where: { workspaceId_id: { workspaceId: ours.workspaceId, id: ben } },
    data: { assigneeId: colleague.agentId },
  });
  const agent = { ...ours.ctx, actor: { kind: "agentKey" as const, keyId, label: "Of one agent", agentId } };
  const asked = [
    [ours.ctx, ana],
    [ours.ctx, ben],
    [ours.ctx, ana],
    [ours.ctx, eva],
    [theirs.ctx, eva],
    [theirs.ctx, ana],
    [agent, ana],
    [agent, ben],
  ] as const;

  const read = () =>
    Promise.all(
      asked.map(([ctx, id]) =>
        getConv(ctx, { id }).then(
          (conv) => [conv.workspaceId, conv.id, conv.client?.name === undefined],
          (error: { code?: string }) => error.code,
        ),
      ),
    );
  const seen: Awaited<ReturnType<typeof read>>[] = [];
  const trips = await roundTripsOf(async () => void seen.push(await read()));

  expect(seen[0]).toEqual([
    [ours.workspaceId, ana, false],
    [ours.workspaceId, ben, false],
    [ours.workspaceId, ana, false],
    "NOT_FOUND",
    [theirs.workspaceId, eva, false],
    "NOT_FOUND",
    [ours.workspaceId, ana, false],
    "NOT_FOUND",
  ]);
  // One query per kind of caller: our workspace, the other workspace, the agent.
  expect(trips).toHaveLength(3);
});
