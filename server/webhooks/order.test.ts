import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { logEnd, readLog } from "../events/log.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { fanOutEvents, prepareFanOut } from "./fan-out.ts";
import { listEvents } from "./list-events.ts";

// A transaction gets its number at its first write, which may be long before it locks a conversation. For example, a request with an
// Idempotency-Key writes its key first.

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let open: { query: (text: string, values?: unknown[]) => Promise<unknown>; release: () => void }[] = [];

beforeEach(async () => {
  workspace = await createTestWorkspace();
});
afterEach(async () => {
  for (const connection of open) {
    await connection.query("rollback");
    connection.release();
  }
  open = [];
});

/** A transaction that has its number and has done nothing else yet. */
async function numbered() {
  const connection = await pool().connect();
  open.push(connection);
  await connection.query("begin");
  await connection.query("select pg_current_xact_id()");
  return connection;
}

const INSERT = `insert into "Event" ("workspaceId", id, name, payload, "convId")
  values ($1, gen_random_uuid(), 'CLIENT_UPDATED', json_build_object('index', $2::int), $3)`;

/** Two events of one conversation, the second by a transaction with the lower number. A transaction numbered after it stays open. */
async function crossed() {
  const convId = randomUUID();
  const early = await numbered();
  const bystander = await numbered();
  const event = (index: number) => [workspace.workspaceId, index, convId];
  await pool().query(INSERT, event(1));
  await early.query(INSERT, event(2));
  await early.query("commit");
  return bystander;
}

const indexOf = ({ payload }: { payload: unknown }) => (payload as { index: number }).index;

describe("events of one conversation, the later one of a transaction that was numbered first", () => {
  test("are pulled in the order in which they happened, while others write and after", async () => {
    const { endCursor } = (await listEvents(workspace.ctx, {})).pageInfo;
    const bystander = await crossed();
    const seen: number[] = [];
    let after = endCursor;
    const pull = async () => {
      const page = await listEvents(workspace.ctx, { after, first: 1 });
      seen.push(...page.nodes.map(indexOf));
      after = page.pageInfo.endCursor;
      return seen.length === 2;
    };
    await pull();
    await bystander.query("commit");
    await eventually(pull);
    expect(seen).toEqual([1, 2]);
  });

  test("are queued for webhooks in that order, whatever a batch holds", async () => {
    await prepareFanOut();
    await eventually(async () => !(await fanOutEvents()).isBehind);
    const input = { label: "CRM", url: "http://127.0.0.1:9/", event: "ANY_EVENT" } as const;
    const { id: webhookId } = await createWebhook(workspace.ctx, input);
    const queued = async () => {
      await fanOutEvents(1);
      const rows = await database().webhookDelivery.findMany({ where: { webhookId }, include: { event: true } });
      return rows.map(({ event }) => indexOf(event)).sort();
    };
    const bystander = await crossed();
    for (let i = 0; i < 5; i++) expect([[], [1]]).toContainEqual(await queued());
    await bystander.query("commit");
    await eventually(async () => {
      const indexes = await queued();
      expect(indexes).not.toEqual([2]);
      return indexes.length === 2;
    });
  });

  test("stand in the log where no reader has passed them by", async () => {
    const start = await logEnd();
    const bystander = await crossed();
    const { events: before } = await readLog(start, 100);
    await bystander.query("commit");
    let rest: Awaited<ReturnType<typeof readLog>> = { events: [], isBehind: true };
    await eventually(async () => !(rest = await readLog(before.at(-1) ?? start, 100)).isBehind);
    const places = [...before, ...rest.events].map(({ seq }) => seq);
    expect(places).toHaveLength(2);
    expect(places).toEqual(places.toSorted((a, b) => Number(a - b)));
  });
});
