import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database, pool } from "../../db.ts";
import { closeExpiredConvs } from "../../conversations/close-expired-convs.ts";
import { countConvViews } from "../../views/count-conv-views.ts";
import { listConvRows } from "../../views/list-conv-rows.ts";
import {
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../factories.ts";
import { openExplainer } from "./plan.ts";
import { statementsOf } from "./statements.ts";

// A broadcast to thousands was just sent: its dormant conversations are unassigned and newer than all others. Work lists and
// counts must not read them row by row.

const DORMANT = 6_000;
const AWAKE = 200;

let explainer: Awaited<ReturnType<typeof openExplainer>>;
let ctxs: ReturnType<typeof testCtx>[];

beforeAll(async () => {
  const { workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { id: clientId } = await createTestClient(workspaceId);
  const members = [await createTestMember(workspaceId, "ADMIN"), await createTestMember(workspaceId, "AGENT")];
  ctxs = members.map(({ actor }) => ({ ...testCtx(workspaceId, actor), plan: "PREMIUM" }));
  await database().workspaceSettings.update({ where: { workspaceId }, data: { convTTL: 24 } });
  await database().conversation.createMany({
    data: Array.from({ length: AWAKE + DORMANT }, (_, index) => {
      const at = new Date(Date.now() - (AWAKE + DORMANT - index) * 1_000);
      const place = { workspaceId, integrationId, clientId, externalConversationId: `${index}`, id: randomUUID() };
      return { ...place, dormant: index >= AWAKE, createdAt: at, lastMessageAt: at };
    }),
  });
  await pool().query('vacuum (analyze) "Conversation"');
  explainer = await openExplainer(process.env.DATABASE_URL ?? "");
}, 180_000);
afterAll(() => explainer?.close());

test.each<[string, number, (ctx: ReturnType<typeof testCtx>) => Promise<unknown>]>([
  ["all open", 400, (ctx) => listConvRows(ctx, { view: "all" })],
  ["unassigned", 400, (ctx) => listConvRows(ctx, { view: "unassigned" })],
  ["mine", 400, (ctx) => listConvRows(ctx, { view: "mine" })],
  ["is:open", 400, (ctx) => listConvRows(ctx, { filter: isOpen })],
  ["no reply yet", 400, (ctx) => listConvRows(ctx, { view: "dormant" })],
  ["the counts of all views", 2_000, (ctx) => countConvViews(ctx)],
  ["the ending of what is old", 400, () => closeExpiredConvs()],
])("%s", async (_, rows, ask) => {
  const problems: string[] = [];
  for (const ctx of ctxs) {
    for (const statement of await statementsOf(async () => void (await ask(ctx))))
      problems.push(...(await explainer.problemsOf(statement, { rows })));
  }
  expect(problems).toEqual([]);
});

const isOpen = { any: [{ all: [{ field: "state" as const, op: "is" as const, values: ["open"] }] }] };
