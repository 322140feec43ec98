import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { createTestClient, createTestIntegration, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { takeOnlineAgent } from "./take-online-agent.ts";
import { takeOnlineAgents } from "./take-online-agents.ts";

let workspaceId: number;
let integrationId: string;
let clientId: string;
beforeAll(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ id: clientId } = await createTestClient(workspaceId));
  // The owner's agent is not part of these tests, but has to stay.
  await database().agent.updateMany({ where: { workspaceId }, data: { isAvailable: false } });
});
beforeEach(async () => {
  await database().conversation.deleteMany({ where: { workspaceId } });
  await database().agent.updateMany({ where: { workspaceId }, data: { deletedAt: new Date() } });
});

type Situation = { load: number; /** Minutes ago; null: never had a turn. */ lastTurn: number | null };

const NOW = Date.now();
async function agents(situations: readonly Situation[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { load, lastTurn }] of situations.entries()) {
    const { id } = await database().agent.create({
      data: {
        workspaceId,
        userId: randomUUID(),
        name: `Agent ${index}`,
        lastSeenAt: new Date(Date.now() + 60_000),
        lastAssignedAt: lastTurn === null ? null : new Date(NOW - lastTurn * 60_000),
        createdAt: new Date(NOW - 1_000_000 + index),
      },
    });
    await give({ ...testCtx(workspaceId) }, Array<string>(load).fill(id));
    ids.push(id);
  }
  return ids;
}

/** Opens a conversation for each of these agents. */
async function give(ctx: Ctx, agentIds: readonly string[]): Promise<void> {
  await ctx.db.conversation.createMany({
    data: agentIds.map((assigneeId) => ({
      workspaceId,
      integrationId,
      clientId,
      externalConversationId: randomUUID(),
      assigneeId,
    })),
  });
}

const ctx = () => testCtx(workspaceId);

/** One after the other, each after the conversation before was given. */
async function single(count: number): Promise<(string | null)[]> {
  const turns: (string | null)[] = [];
  for (let turn = 0; turn < count; turn++) {
    await inTransaction(ctx(), async (tx) => {
      const id = await takeOnlineAgent(tx);
      if (id) await give(tx, [id]);
      turns.push(id);
    });
  }
  return turns;
}

const together = (count: number) =>
  inTransaction(ctx(), async (tx) => {
    const turns = await takeOnlineAgents(tx, count);
    await give(tx, turns);
    return turns;
  });

const loads = async (ids: readonly string[]) =>
  Promise.all(
    ids.map((assigneeId) => database().conversation.count({ where: { workspaceId, assigneeId, ended: false } })),
  );

describe("many turns in one go", () => {
  test("are those that single turns would have been, whatever the loads and turns before, and so are the turns after them", async () => {
    const situation = fc.record({
      load: fc.integer({ min: 0, max: 4 }),
      lastTurn: fc.option(fc.integer({ min: 1, max: 3 })),
    });
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(situation, { minLength: 1, maxLength: 5 }),
          fc.integer({ min: 2, max: 14 }),
          async (situations, count) => {
            const expected: string[][] = [];
            for (const take of [single, together]) {
              const ids = await agents(situations);
              const turns = [...(await take(count)), ...(await single(3))];
              expected.push(turns.map((id) => `Agent ${ids.indexOf(id ?? "")}`));
              await database().conversation.deleteMany({ where: { workspaceId } });
              await database().agent.updateMany({ where: { workspaceId }, data: { deletedAt: new Date() } });
            }
            expect(expected[1]).toEqual(expected[0]);
          },
        )
        .beforeEach(async () => {
          await database().conversation.deleteMany({ where: { workspaceId } });
          await database().agent.updateMany({ where: { workspaceId }, data: { deletedAt: new Date() } });
        }),
      { numRuns: 15 },
    );
  }, 60_000);

  test("are none for nobody, and none when nobody is online", async () => {
    await agents([]);
    expect(await together(5)).toEqual([]);
    await agents([{ load: 0, lastTurn: null }]);
    expect(await together(0)).toEqual([]);
  });

  test("taken by several at the same time leave nobody with two more than another", async () => {
    const ids = await agents(Array.from({ length: 7 }, () => ({ load: 0, lastTurn: null })));
    const sets = await Promise.all(Array.from({ length: 6 }, (_, index) => together(11 + index)));
    expect(sets.map((set) => set.length)).toEqual([11, 12, 13, 14, 15, 16]);
    const after = await loads(ids);
    expect(Math.max(...after) - Math.min(...after)).toBeLessThanOrEqual(1);
  });

  test("wait for nobody's row: an agent who is being given a single conversation has their share of them", async () => {
    const ids = await agents([
      { load: 0, lastTurn: null },
      { load: 0, lastTurn: null },
    ]);
    await inTransaction(ctx(), async (tx) => {
      expect(await takeOnlineAgent(tx)).toBe(ids[0]);
      expect(await together(10)).toHaveLength(10);
    });
    expect(await loads(ids)).toEqual([5, 5]);
  });
});
