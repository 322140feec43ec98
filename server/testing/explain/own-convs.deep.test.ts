import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementsOf } from "./statements.ts";
import { database, pool } from "../../db.ts";
import { listConvRows } from "../../views/list-conv-rows.ts";
import { listConvs } from "../../views/list-convs.ts";
import { customerSystem } from "../custom-channel.ts";
import { createTestAgentKey, createTestIntegration, createTestWorkspace, testCtx } from "../factories.ts";
import { openExplainer } from "./plan.ts";

// The worst case for an agent's lists (performance.md, goal 22): no conversation is unassigned, and all of the agent's own are
// older than all others. As one query, the planner expects every fourth row to be theirs and scans the list from its
// beginning.

const OTHERS = 3_000;
const OWN = 1_000;

let explainer: Awaited<ReturnType<typeof openExplainer>>;
let ctx: ReturnType<typeof testCtx>;

beforeAll(async () => {
  const { workspaceId } = await createTestWorkspace();
  const integration = await createTestIntegration(workspaceId);
  const own = await createTestAgentKey(workspaceId, "Own");
  const other = await createTestAgentKey(workspaceId, "Other");
  ctx = testCtx(workspaceId, { kind: "agentKey", keyId: randomUUID(), label: "Own", agentId: own.agentId });
  const { conversationId: id } = await customerSystem(integration.id).text("somebody", "Hello");
  const { activityAt: _, ...conv } = await database().conversation.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { assigneeId: other.agentId },
  });
  await database().conversation.createMany({
    data: Array.from({ length: OTHERS + OWN }, (_, index) => {
      const at = new Date(Date.now() - (OTHERS + OWN - index) * 60_000);
      const assigneeId = index < OWN ? own.agentId : other.agentId;
      const made = {
        id: randomUUID(),
        externalConversationId: `${index}`,
        assigneeId,
        createdAt: at,
        lastMessageAt: at,
      };
      return { ...conv, ...made };
    }),
  });
  await pool().query('vacuum (analyze) "Conversation"');
  explainer = await openExplainer(process.env.DATABASE_URL ?? "");
}, 180_000);
afterAll(() => explainer?.close());

test.each([
  ["convs", () => listConvs(ctx, {})],
  ["convRows that are open", () => listConvRows(ctx, { view: "all" })],
])("%s are found without a look at everybody's", async (_, list) => {
  const problems: string[] = [];
  const statements = await statementsOf(async () => {
    expect((await list()).nodes).toHaveLength(50);
  });
  for (const statement of statements) problems.push(...(await explainer.problemsOf(statement, { rows: 200 })));
  expect(problems).toEqual([]);
});
