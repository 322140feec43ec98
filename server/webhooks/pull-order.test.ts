import { randomInt, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pool } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { listEvents } from "./list-events.ts";
import { webhookIdOf } from "./sign.ts";

const WRITERS = 8;
const TRANSACTIONS = 25;
const CONVS = 6;
const PULLERS = 3;

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

/**
 * Writes like the worst case of a verb: a transaction gets its number, waits for the locks of its conversations, writes an event to each,
 * continues for a while, then commits or rolls back. Under its locks it records the order of each conversation's events.
 */
async function write(workspaceId: number, convIds: string[], heard: Map<string, string[]>): Promise<void> {
  const connection = await pool().connect();
  try {
    for (let i = 0; i < TRANSACTIONS; i++) {
      await connection.query("begin");
      await connection.query("select pg_current_xact_id()");
      if (randomInt(3) === 0) await pause(randomInt(40));
      const written: [string, string][] = [];
      const mine = convIds.filter(() => randomInt(CONVS) < 2);
      for (const convId of mine) {
        await connection.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [convId]);
        const id = randomUUID();
        await connection.query(
          `insert into "Event" ("workspaceId", id, name, payload, "convId") values ($1, $2, 'NEW_CONV', '{}', $3)`,
          [workspaceId, id, convId],
        );
        written.push([convId, webhookIdOf(id)]);
      }
      if (randomInt(4) === 0) await pause(randomInt(60));
      const isUndone = randomInt(5) === 0;
      // Before the commit, while no other transaction can write to these conversations.
      if (!isUndone) for (const [convId, id] of written) heard.get(convId)?.push(id);
      await connection.query(isUndone ? "rollback" : "commit");
    }
  } finally {
    connection.release();
  }
}

test("pullers with pages of any size get every committed event once, none undone, and each conversation's in its order", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const convIds = Array.from({ length: CONVS }, () => randomUUID()).sort();
  const heard = new Map(convIds.map((convId) => [convId, [] as string[]]));
  const start = (await listEvents(ctx, { first: 200 })).pageInfo.endCursor;
  let isWritten = false;
  let pages = 0;
  const pulled = Promise.all(
    Array.from({ length: PULLERS }, async () => {
      const seen: string[] = [];
      let after = start;
      const expected = () => [...heard.values()].flat().length;
      const end = Date.now() + 30_000;
      while (!(isWritten && seen.length >= expected()) && Date.now() < end) {
        // A puller keeps only its cursor, so each call could come from another process.
        const page = await listEvents({ ...ctx, now: new Date() }, { after, first: 1 + randomInt(20) });
        seen.push(...page.nodes.map(({ id }) => id));
        after = page.pageInfo.endCursor;
        pages++;
        if (!page.pageInfo.hasNextPage) await pause(randomInt(20));
      }
      // Nothing comes after the end.
      seen.push(...(await listEvents(ctx, { after, first: 200 })).nodes.map(({ id }) => id));
      return seen;
    }),
  );
  await Promise.all(Array.from({ length: WRITERS }, () => write(workspaceId, convIds, heard)));
  isWritten = true;
  const [one = [], ...others] = await pulled;
  const committed = [...heard.values()].flat();
  console.info(
    `${committed.length} events of ${WRITERS * TRANSACTIONS} transactions, ${PULLERS} pullers, ${pages} pages`,
  );
  expect(one.toSorted()).toEqual(committed.toSorted());
  for (const seen of others) expect(seen).toEqual(one);
  for (const [convId, ids] of heard)
    expect(
      one.filter((id) => ids.includes(id)),
      convId,
    ).toEqual(ids);
}, 60_000);
