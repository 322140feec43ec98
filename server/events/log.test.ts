import { describe, expect, test } from "vitest";
import { inTransaction, pool } from "../db.ts";
import { createTestWorkspace, testCtx } from "../testing/factories.ts";
import { emit } from "./emit.ts";
import {
  decodePosition,
  encodePosition,
  isAfter,
  LOG_START,
  logEnd,
  readLog,
  readWorkspaceLog,
  type LoggedEvent,
  type LogPosition,
} from "./log.ts";

const INSERT = `insert into "Event" ("workspaceId", id, name) values ($1, gen_random_uuid(), $2)`;

/** Reads until no event is held back. Transactions of other tests' databases may be running. */
async function readAll(after: LogPosition) {
  for (;;) {
    const batch = await readLog(after, 10_000);
    if (!batch.isBehind) return batch.events;
    await new Promise((wait) => setTimeout(wait, 10));
  }
}

describe("the event log", () => {
  test("hands out events in the order of their transactions, and goes on after any of them", async () => {
    const { workspaceId } = await createTestWorkspace();
    const start = await logEnd();
    for (let i = 0; i < 5; i++) await pool().query(INSERT, [workspaceId, `EVENT_${i}`]);
    const events = await readAll(start);
    expect(events.map(({ name }) => name)).toEqual(["EVENT_0", "EVENT_1", "EVENT_2", "EVENT_3", "EVENT_4"]);
    expect((await readAll(events[2]!)).map(({ name }) => name)).toEqual(["EVENT_3", "EVENT_4"]);
    expect((await readLog(start, 2)).events).toHaveLength(2);
    expect((await readLog(start, 2)).isBehind).toBe(true);
  });

  test("loses nothing between pages, within a transaction and over several", async () => {
    const { ctx, workspaceId } = await createTestWorkspace();
    const start = await logEnd();
    for (let round = 0; round < 3; round++) {
      await inTransaction(ctx, (tx) =>
        emit(tx, ...Array.from({ length: 400 }, () => ({ name: "CLIENT_CHANGED" as const }))),
      );
    }
    await readAll(start);
    const read: LoggedEvent[] = [];
    for (let page = await readLog(start, 70); page.events.length > 0; page = await readLog(page.events.at(-1)!, 70))
      read.push(...page.events);
    expect(read).toHaveLength(1_200);
    expect(read.every((event, index) => index === 0 || isAfter(event, read[index - 1]!))).toBe(true);
    expect(await readWorkspaceLog(workspaceId, start, read.at(-1)!, 1_200)).toEqual(read);
  });

  test("never passes an event of a transaction that commits late", async () => {
    const { workspaceId } = await createTestWorkspace();
    const start = await logEnd();
    const slow = await pool().connect();
    await slow.query("begin");
    await slow.query(INSERT, [workspaceId, "EARLY_BUT_LATE"]);
    await pool().query(INSERT, [workspaceId, "QUICK"]);
    const before = await readLog(start, 100);
    expect(before).toEqual({ events: [], isBehind: true });
    await slow.query("commit");
    slow.release();
    expect((await readAll(start)).map(({ name }) => name)).toEqual(["EARLY_BUT_LATE", "QUICK"]);
  });

  test("holds nothing of a transaction that was rolled back, and takes nothing outside one", async () => {
    const { ctx } = await createTestWorkspace();
    const start = await logEnd();
    const failing = inTransaction(ctx, async (tx) => {
      await emit(tx, { name: "CLIENT_CHANGED" });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await expect(emit(testCtx(ctx.workspaceId), { name: "CLIENT_CHANGED" })).rejects.toThrow("needs the transaction");
    expect(await readAll(start)).toEqual([]);
  });

  test("of one workspace is cut to it, and refused where it is too long", async () => {
    const [one, other] = [await createTestWorkspace(), await createTestWorkspace()];
    const start = await logEnd();
    for (let i = 0; i < 4; i++) {
      await pool().query(INSERT, [one.workspaceId, `ONE_${i}`]);
      await pool().query(INSERT, [other.workspaceId, `OTHER_${i}`]);
    }
    const end = (await readAll(start)).at(-1)!;
    const names = async (limit: number) =>
      (await readWorkspaceLog(one.workspaceId, start, end, limit))?.map(({ name }) => name);
    expect(await names(4)).toEqual(["ONE_0", "ONE_1", "ONE_2", "ONE_3"]);
    expect(await names(3)).toBeUndefined();
  });

  test("positions survive being written down; anything else is no position", () => {
    const place = { txid: 2n ** 40n, seq: 12n };
    expect(decodePosition(encodePosition(place))).toEqual(place);
    expect(isAfter({ txid: 5n, seq: 1n }, { txid: 4n, seq: 9n })).toBe(true);
    expect(isAfter({ txid: 5n, seq: 1n }, { txid: 5n, seq: 1n })).toBe(false);
    expect(isAfter(LOG_START, place)).toBe(false);
    for (const text of [
      "",
      "x",
      Buffer.from("1").toString("base64url"),
      Buffer.from(`${2n ** 64n} 1`).toString("base64url"),
    ]) {
      expect(decodePosition(text), text).toBeNull();
    }
  });
});
