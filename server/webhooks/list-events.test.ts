import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction, pool } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { WebhookEventName } from "../events/payloads.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { listEvents } from "./list-events.ts";
import { sendTestEvent } from "./send-test-event.ts";

const EVENTS = `query ($input: EventsInput!) { events(input: $input) {
  nodes { id event payload createdAt } pageInfo { endCursor hasNextPage } } }`;

type Page = {
  nodes: { id: string; event: string; payload: { index: number }; createdAt: string }[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
});

const pull = (input: Record<string, unknown> = {}) => workspace.api.ok<Page>(EVENTS, input);
const indexes = ({ nodes }: Page) => nodes.map(({ payload }) => payload.index);
const count = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** Writes events in one transaction, as a verb does; each is identified by its index. */
async function happen(indexesOf: number[], name: WebhookEventName = "CLIENT_UPDATED", { ctx } = workspace) {
  await inTransaction(ctx, (tx) =>
    emit(tx, ...indexesOf.map((index) => ({ name, payload: { event: name, workspaceId: ctx.workspaceId, index } }))),
  );
}

/** All events after a cursor. Transactions in databases of other test files may hold the end back for a moment. */
async function pullUntil(last: number, after: string | null, first = 50): Promise<Page["nodes"]> {
  const seen: Page["nodes"] = [];
  let cursor = after;
  await eventually(async () => {
    const { nodes, pageInfo } = await pull({ after: cursor, first });
    seen.push(...nodes);
    cursor = pageInfo.endCursor;
    return seen.at(-1)?.payload.index === last;
  });
  return seen;
}

/** A cursor at the current end of the log. */
async function endOfLog(): Promise<string> {
  return (await pull({ first: 200 })).pageInfo.endCursor;
}

describe("events", () => {
  test("are what a webhook of any event gets, under its webhook-id, oldest first", async () => {
    const start = await endOfLog();
    const other = await createTestWorkspace();
    await happen([1]);
    await happen([98], "CLIENT_UPDATED", other);
    await inTransaction(workspace.ctx, (tx) => emit(tx, { name: "CLIENT_CHANGED" }));
    await happen([99], "MESSAGE_UPDATED_SMPP");
    await happen([2, 3], "NEW_CLIENT");
    const { id } = await createWebhook(workspace.ctx, { label: "CRM", url: "http://127.0.0.1:9/", event: "ANY_EVENT" });
    await sendTestEvent(workspace.ctx, { webhookId: id });
    await happen([4], "NEW_CONV");
    const nodes = await pullUntil(4, start);
    expect(nodes.map(({ event, payload }) => [event, payload.index])).toEqual([
      ["CLIENT_UPDATED", 1],
      ["NEW_CLIENT", 2],
      ["NEW_CLIENT", 3],
      ["NEW_CONV", 4],
    ]);
    const { rows } = await pool().query<{ id: string; createdAt: Date; seq: string }>(
      `select id, "createdAt", seq from "Event" where "workspaceId" = $1 and payload ->> 'index' = '1'`,
      [workspace.workspaceId],
    );
    expect(nodes[0]).toEqual({
      id: `msg_${rows[0]?.id}`,
      event: "CLIENT_UPDATED",
      payload: { event: "CLIENT_UPDATED", workspaceId: workspace.workspaceId, index: 1, seq: Number(rows[0]?.seq) },
      createdAt: rows[0]?.createdAt.toISOString(),
    });
  });

  test("come in pages that repeat nothing and leave nothing out while more happen", async () => {
    const start = await endOfLog();
    await happen(count(0, 20));
    await pullUntil(19, start);
    const seen: number[] = [];
    let after = start;
    for (let page = 0; page < 3; page++) {
      const answer = await pull({ after, first: 6 });
      expect(answer.pageInfo.hasNextPage).toBe(true);
      expect(answer.nodes).toHaveLength(6);
      seen.push(...indexes(answer));
      after = answer.pageInfo.endCursor;
      await happen([20 + page]);
    }
    seen.push(...(await pullUntil(22, after, 6)).map(({ payload }) => payload.index));
    expect(seen).toEqual(count(0, 23));
  });

  test("give a cursor to go on from when there is nothing, and the same place asked twice the same events", async () => {
    const start = await endOfLog();
    const nothing = await pull({ after: start });
    expect(nothing).toEqual({ nodes: [], pageInfo: { endCursor: expect.any(String), hasNextPage: false } });
    await happen([7]);
    const first = await pullUntil(7, nothing.pageInfo.endCursor);
    expect(first).toHaveLength(1);
    expect(await pullUntil(7, nothing.pageInfo.endCursor)).toEqual(first);
    const fromTheOldest = await pull({ after: null });
    expect(fromTheOldest.nodes).toContainEqual(first[0]);
  });

  test("of a transaction that commits late come after the cursors of those that were quicker", async () => {
    const start = await endOfLog();
    const slow = await pool().connect();
    const insert = `insert into "Event" ("workspaceId", id, name, payload) values ($1, gen_random_uuid(), 'NEW_CLIENT', '{"index":0}')`;
    await slow.query("begin");
    await slow.query(insert, [workspace.workspaceId]);
    await happen([1]);
    const held = await pull({ after: start });
    expect(held).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false } });
    await slow.query("commit");
    slow.release();
    const nodes = await pullUntil(1, held.pageInfo.endCursor);
    expect(nodes.map(({ payload }) => payload.index)).toEqual([0, 1]);
  });

  test("pulled by four readers while ten write reach each of them once and in one order", async () => {
    const start = await endOfLog();
    const readers = Promise.all(
      count(0, 4).map(async (reader) => {
        const seen: number[] = [];
        let after: string | null = start;
        await eventually(async () => {
          const page = await listEvents(workspace.ctx, { after, first: 3 + reader });
          seen.push(...page.nodes.map(({ payload }) => (payload as { index: number }).index));
          after = page.pageInfo.endCursor;
          return seen.length >= 200;
        }, 20_000);
        return seen;
      }),
    );
    await Promise.all(
      count(0, 10).map(async (lane) => {
        for (const i of count(0, 20)) await happen([lane * 20 + i]);
      }),
    );
    const [one, ...others] = await readers;
    expect(one?.toSorted((a, b) => a - b)).toEqual(count(0, 200));
    for (const seen of others) expect(seen).toEqual(one);
  });

  test("of one workspace are found by an index, however many the others have", async () => {
    const other = await createTestWorkspace();
    await happen([1]);
    await pool().query(
      `insert into "Event" ("workspaceId", id, name, payload) select $1, gen_random_uuid(), 'NEW_CLIENT', '{"index":0}'
       from generate_series(1, 20000)`,
      [other.workspaceId],
    );
    await happen([2]);
    await pool().query(`analyze "Event"`);
    const { rows } = await pool().query<{ "QUERY PLAN": string }>(
      `explain select id from "Event" e where "workspaceId" = ${workspace.workspaceId} and (txid, seq) > ('0'::xid8, 0)
         and txid < pg_snapshot_xmin(pg_current_snapshot()) and payload is not null and not "isTest"
       order by e.txid, e.seq limit 51`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Event_told_idx");
    expect(await pullUntil(2, null)).toHaveLength(2);
  });
});

describe("a cursor", () => {
  const encoded = (text: string) => Buffer.from(text).toString("base64url");
  const daysAgo = (days: number) => (Date.now() - days * 86_400_000).toString(36);

  test.each([
    [""],
    ["rubbish"],
    [encoded("1 1")],
    [`${encoded("1 1")}.`],
    [`${encoded("1 1")}.zzzzzzzzzzz`],
    [`${encoded("99999999999999999999 1")}.${Date.now().toString(36)}`],
    [`${encoded("999999999999 1")}.${Date.now().toString(36)}`],
  ])("%j is none", async (after) => {
    expect(await workspace.api.refusal(EVENTS, { after })).toEqual({
      code: "BAD_INPUT",
      message: "after must be an endCursor that this list has answered",
      paths: ["input.after"],
    });
  });

  test("older than the log says so; one that is nearly as old is taken", async () => {
    expect(await workspace.api.refusal(EVENTS, { after: `${encoded("3 1")}.${daysAgo(30.1)}` })).toEqual({
      code: "BAD_INPUT",
      message: "after is older than the 30 days that events are kept; leave it out to begin at the oldest",
      paths: ["input.after"],
    });
    await happen([1]);
    expect(await pullUntil(1, `${encoded("3 1")}.${daysAgo(29.9)}`)).toHaveLength(1);
  });

  test("of a page that is not full is as young as the page, that of a full one as old as its last event", async () => {
    const month = new Date(Date.now() - 28 * 86_400_000);
    await happen([1, 2]);
    await pool().query(`update "Event" set "createdAt" = $1 where "workspaceId" = $2`, [month, workspace.workspaceId]);
    await pullUntil(2, null);
    const timeOf = ({ pageInfo }: Page) => Number.parseInt(pageInfo.endCursor.split(".")[1] ?? "", 36);
    expect(timeOf(await pull({ first: 1 }))).toBe(month.getTime());
    expect(Math.abs(timeOf(await pull({ first: 2 })) - Date.now())).toBeLessThan(10_000);
  });

  test("of the oldest that are kept leads on for a day, however old they are", async () => {
    const start = new Date();
    await happen([1, 2]);
    await pool().query(`update "Event" set "createdAt" = now() - interval '30.5 days' where "workspaceId" = $1`, [
      workspace.workspaceId,
    ]);
    await pullUntil(2, null);
    const { endCursor: after } = (await pull({ first: 1 })).pageInfo;
    expect(indexes(await pull({ after }))).toEqual([2]);
    const at = (hours: number) => ({ ...workspace.ctx, now: new Date(start.getTime() + hours * 3_600_000) });
    await expect(listEvents(at(23), { after })).resolves.toMatchObject({ nodes: [{ payload: { index: 2 } }] });
    await expect(listEvents(at(25), { after })).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  test("of another workspace leads to nothing of it", async () => {
    const other = await createTestWorkspace();
    const theirs = (await other.api.ok<Page>(EVENTS)).pageInfo.endCursor;
    await happen([5], "CLIENT_UPDATED", other);
    await happen([6]);
    expect((await pullUntil(6, theirs)).map(({ payload }) => payload.index)).toEqual([6]);
  });
});

test("first is 1 to 200", async () => {
  for (const first of [0, -1, 201]) {
    expect(await workspace.api.refusal(EVENTS, { first })).toMatchObject({ code: "BAD_INPUT", paths: ["input.first"] });
  }
  const start = await endOfLog();
  await happen(count(0, 60));
  await pullUntil(59, start);
  expect((await pull({ after: start })).nodes).toHaveLength(50);
  expect((await pull({ after: start, first: 200 })).nodes).toHaveLength(60);
});

test("below admin nothing is told", async () => {
  const [plus, agent] = [
    await createTestMember(workspace.workspaceId, "AGENT_PLUS"),
    await createTestAgentKey(workspace.workspaceId),
  ];
  for (const { api } of [plus, agent]) expect((await api.refusal(EVENTS)).code).toBe("FORBIDDEN_ROLE");
  await expect(listEvents(testCtx(workspace.workspaceId), {})).resolves.toMatchObject({ nodes: [] });
});
