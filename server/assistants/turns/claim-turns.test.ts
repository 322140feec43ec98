import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { database, pool } from "../../db.ts";
import {
  createAssistantScene,
  QUIET_MS,
  reply,
  stopAnswering,
  TIME_SCALE,
  type AssistantScene,
} from "../../testing/assistant.ts";
import { giveBack, renewLease } from "../../work/lease.ts";
import { claimTurns } from "./claim-turns.ts";
import { takeTurn } from "./take-turn.ts";

// Before the first connection: each connection keeps the method that exists when it is created.
const statements: string[] = [];
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text?: string }];
  statements.push(typeof first === "string" ? first : (first.text ?? ""));
  return query.apply(this, args) as never;
});

let scene: AssistantScene;
beforeEach(async () => {
  scene = await createAssistantScene();
});
afterEach(stopAnswering);

const claim = (underWay: [string, number][] = [], limit = 100) => claimTurns(new Map(underWay), limit, TIME_SCALE);
const due = () => wait(QUIET_MS * 1.2);

describe("claimTurns", () => {
  test("nothing is due at once; it says when there will be, and then it is, once", async () => {
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    // In real time, so that a slow machine does not miss the moment.
    const early = await claimTurns(new Map(), 100);
    expect(early.items).toEqual([]);
    expect(early.againInMs).toBeGreaterThan(0);
    expect(early.againInMs).toBeLessThanOrEqual(QUIET_MS / TIME_SCALE);
    await due();
    const [turn] = (await claim()).items;
    expect(turn).toMatchObject({ convId, workspaceId: scene.workspaceId, attemptNo: 1 });
    expect(await claim()).toEqual({ items: [], againInMs: null });
  });

  test("a client who never stops writing is answered after five times the pause all the same", async () => {
    const { conversationId: convId } = await scene.customer.text("maria", "part 1");
    await scene.customer.text("maria", "part 2");
    const wrote = async (seq: number, agoMs: number) => {
      const at = new Date(Date.now() - agoMs);
      await database().message.updateMany({ where: { convId, seq }, data: { createdAt: at } });
      await database().conversation.updateMany({ where: { id: convId }, data: { lastClientMessageAt: at } });
    };
    await wrote(1, QUIET_MS);
    // In the future, so that the burst cannot become quiet on a slow machine.
    await wrote(2, -60_000);
    const { items, againInMs } = await claim();
    expect(items).toEqual([]);
    expect(againInMs).toBeLessThanOrEqual(QUIET_MS * 4);
    await wrote(1, QUIET_MS * 5);
    await wrote(2, -60_000);
    expect((await claim()).items).toMatchObject([{ convId }]);
  });

  test("what somebody else has answered since is no part of the burst", async () => {
    const { conversationId: convId } = await scene.customer.text("maria", "an hour ago");
    await database().message.updateMany({ where: { convId }, data: { createdAt: new Date(Date.now() - 3_600_000) } });
    await scene.api.ok("mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }", {
      integrationId: scene.integrationId,
      convId,
      type: "text",
      content: "by a key",
    });
    expect(await claim()).toEqual({ items: [], againInMs: null });
    await scene.customer.text("maria", "now");
    const lastClientMessageAt = new Date(Date.now() + 60_000);
    await database().conversation.updateMany({ where: { id: convId }, data: { lastClientMessageAt } });
    const { items, againInMs } = await claim();
    expect(items).toEqual([]);
    expect(againInMs).toBeGreaterThan(0);
  });

  test("of several workers that look at the same time one has it", async () => {
    for (let index = 0; index < 8; index++) await scene.customer.text(`c${index}`, "hello");
    await due();
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim()));
    const turns = claims.flatMap(({ items }) => items);
    expect(turns).toHaveLength(8);
    expect(new Set(turns.map(({ convId }) => convId)).size).toBe(8);
  });

  test("every workspace has its share: eight in a worker, whoever waits longest first", async () => {
    const other = await createAssistantScene();
    const first: string[] = [];
    for (let index = 0; index < 12; index++)
      first.push((await scene.customer.text(`c${index}`, "hello")).conversationId);
    await other.customer.text("maria", "hello");
    await due();
    const { items } = await claim();
    const mine = items.filter(({ workspaceId }) => workspaceId === scene.workspaceId);
    expect(mine.map(({ convId }) => convId).sort()).toEqual(first.slice(0, 8).sort());
    expect(items).toHaveLength(9);
    expect((await claim([[String(scene.workspaceId), 8]])).items).toEqual([]);
    expect((await claim([[String(scene.workspaceId), 6]])).items).toHaveLength(2);
  });

  test("one that is held is nobody's until its lease has lapsed; then it counts on", async () => {
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    await due();
    const [turn] = (await claim()).items;
    if (!turn) throw new Error("nothing was claimed");
    const lease = { kind: "turn", workspaceId: turn.workspaceId, id: convId, leaseToken: turn.leaseToken } as const;
    expect(await renewLease(lease)).toBe(true);
    expect((await claim()).items).toEqual([]);
    await database().assistantTurn.updateMany({
      where: { convId },
      data: { leaseUntil: new Date(Date.now() - 1_000), startedAt: new Date(Date.now() - 12_000) },
    });
    const [again] = (await claim()).items;
    expect(again).toMatchObject({ convId, attemptNo: 2 });
    expect(again?.ageMs).toBeGreaterThanOrEqual(12_000);
    expect(await renewLease(lease)).toBe(false);
    await giveBack(lease, 0);
    expect((await claim()).items).toEqual([]);
    if (again) await giveBack({ ...lease, leaseToken: again.leaseToken }, 0, "the worker stops");
    expect((await claim()).items).toMatchObject([{ attemptNo: 3 }]);
  });

  test("a new owner's turn begins anew, whatever the last one left", async () => {
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    await due();
    await claim();
    const lapsed = new Date(Date.now() - 1_000);
    await database().assistantTurn.updateMany({
      where: { convId },
      data: { leaseUntil: lapsed, startedAt: new Date(0) },
    });
    await database().conversation.updateMany({ where: { id: convId }, data: { ownerVersion: { increment: 2 } } });
    const [turn] = (await claim()).items;
    expect(turn).toMatchObject({ attemptNo: 1 });
    expect(turn?.ageMs).toBeLessThan(5_000);
  });

  test.each<[string, (convId: string) => Promise<unknown>]>([
    ["a deleted workspace's", () => database().workspace.updateMany({ data: { deletedAt: new Date() } })],
    ["a deleted assistant's", () => database().assistant.updateMany({ data: { deletedAt: new Date() } })],
    ["a person's", (id) => database().conversation.updateMany({ where: { id }, data: { aiId: null } })],
    [
      "one that was dealt with",
      (id) => database().conversation.updateMany({ where: { id }, data: { aiAnsweredSeq: 1 } }),
    ],
    [
      "one that was answered",
      (id) => database().conversation.updateMany({ where: { id }, data: { needsResponse: false } }),
    ],
  ])("%s is none", async (_, change) => {
    const { conversationId } = await scene.customer.text("maria", "hello");
    await change(conversationId);
    await due();
    expect(await claim()).toEqual({ items: [], againInMs: null });
  });

  test("looks only at what waits, by its index, whatever else is there", async () => {
    const { clientId } = await scene.customer.text("maria", "hello");
    await database().$executeRaw`
      insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "aiId", "lastClientMessageAt")
      select ${scene.workspaceId}, gen_random_uuid(), ${scene.integrationId}::uuid, ${clientId}::uuid, 'x' || n, ${scene.aiId}::uuid, now()
      from generate_series(1, 5000) n`;
    await pool().query("analyze");
    await due();
    const { rows } = await pool().query<{ "QUERY PLAN": string }>(
      `explain select c.id from "Conversation" c
       where c."workspaceId" = ${scene.workspaceId} and c."aiId" is not null and c."needsResponse" and not c.ended
       order by c."lastClientMessageAt" limit 8`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Conversation_ai_waits_idx");
    expect((await claim()).items).toHaveLength(1);
  });
});

test("an answered turn costs so many statements", async () => {
  const { conversationId: convId } = await scene.customer.text("maria", "hello");
  await due();
  const [turn] = (await claim()).items;
  if (!turn) throw new Error("nothing was claimed");
  statements.length = 0;
  const engine = () => async () => Promise.resolve(reply("Yes."));
  await takeTurn(turn, new AbortController().signal, { engineOf: engine, timeScale: TIME_SCALE });
  const count = statements.length;
  console.info(`an answered turn: ${count} statements, BEGIN and COMMIT among them`);
  expect(await scene.answers(convId)).toMatchObject([{ outcome: "answered" }]);
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThanOrEqual(30);
});
