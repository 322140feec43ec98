import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { pruneBulkActions } from "../conversations/prune.ts";
import { runBulkAction } from "./run-bulk-action.ts";
import { requeue } from "../work/handlers/recover.ts";

let workspaceId: number;
let integrationId: string;
let clientId: string;
let mia: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ id: clientId } = await createTestClient(workspaceId, { name: "Maria" }));
  mia = await createTestMember(workspaceId, "AGENT");
});

type Bulk = {
  id: string;
  state: string;
  totalCount: number;
  doneCount: number;
  failedCount: number;
  canUndo: boolean;
  problems: { convId: string; clientName: string; error: string }[];
};
const FIELDS =
  "id kind state totalCount doneCount failedCount undoOfId canUndo error problems { convId clientName error }";
const ACT = `mutation ($input: BulkActInput!) { bulkAct(input: $input) { ${FIELDS} } }`;
const SHOW = `query ($input: BulkActionInput!) { bulkAction(input: $input) { ${FIELDS} } }`;
const CANCEL = `mutation ($input: BulkActionInput!) { cancelBulkAction(input: $input) { ${FIELDS} } }`;
const UNDO = `mutation ($input: BulkActionInput!) { undoBulkAction(input: $input) { ${FIELDS} } }`;

/** Creates open conversations of one contact, each in its own thread. */
async function newConvs(count: number, more: Record<string, unknown> = {}): Promise<string[]> {
  const thread = Math.random().toString(36).slice(2);
  const rows = await database().conversation.createManyAndReturn({
    data: Array.from({ length: count }, (_, n) => ({
      workspaceId,
      integrationId,
      clientId,
      externalConversationId: `${thread}-${n}`,
      ...more,
    })),
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
const convs = (ids: string[]) =>
  database().conversation.findMany({ where: { workspaceId, id: { in: ids } }, orderBy: { id: "asc" } });
const ask = async (input: Record<string, unknown>, as = mia) => (await as.api.ok(ACT, input)) as Bulk;
const show = async ({ id }: Bulk, as = mia) => (await as.api.ok(SHOW, { id })) as Bulk;
const events = (name: string) => database().event.count({ where: { workspaceId, name } });

async function act(input: Record<string, unknown>): Promise<Bulk> {
  const bulk = await ask(input);
  await runBulkAction(workspaceId, bulk.id);
  return show(bulk);
}
async function undo({ id }: Bulk): Promise<Bulk> {
  const bulk = (await mia.api.ok(UNDO, { id })) as Bulk;
  await runBulkAction(workspaceId, bulk.id);
  return show(bulk);
}

describe("bulkAct", () => {
  test("ends what a view shows at that moment, as single ends do, and takes it back", async () => {
    const ids = await newConvs(120, { assigneeId: mia.agentId, needsResponse: false });
    const asked = await ask({ view: "mine", deed: { kind: "end" } });
    expect(asked).toMatchObject({ state: "queued", totalCount: 120, doneCount: 0, canUndo: false });
    const late = await newConvs(1, { assigneeId: mia.agentId });
    // Two workers at once: each conversation is processed by one of them.
    await Promise.all([runBulkAction(workspaceId, asked.id), runBulkAction(workspaceId, asked.id)]);
    const done = await show(asked);
    expect(done).toMatchObject({ state: "completed", doneCount: 120, failedCount: 0, canUndo: true, problems: [] });
    expect((await convs(ids)).every((conv) => conv.ended && conv.endedBy === mia.userId)).toBe(true);
    expect((await convs(late))[0]).toMatchObject({ ended: false });
    expect(await events("ENDING_CONV")).toBe(120);
    const notes = await database().message.groupBy({ by: ["convId"], where: { workspaceId }, _count: true });
    expect(notes.map(({ _count }) => _count)).toEqual(Array.from({ length: 120 }, () => 1));

    expect(await undo(done)).toMatchObject({ kind: "undo", state: "completed", totalCount: 120, doneCount: 120 });
    expect((await convs(ids)).every((conv) => !conv.ended && conv.assigneeId === mia.agentId)).toBe(true);
    expect(await events("ENDING_CONV")).toBe(120);
    expect(await mia.api.refusal(UNDO, { id: done.id })).toMatchObject({ code: "CONFLICT" });
  });

  test("a filter and the list's other choices narrow it", async () => {
    const [tagged] = await newConvs(1, { tags: ["vip"] });
    await newConvs(2);
    const byFilter = { filter: { any: [{ all: [{ field: "tag", op: "is", values: ["vip"] }] }] } };
    expect(await act({ ...byFilter, deed: { kind: "tag", tags: ["found"] } })).toMatchObject({ doneCount: 1 });
    expect((await convs([tagged ?? ""]))[0]?.tags).toEqual(["vip", "found"]);
    expect(await ask({ view: "all", tags: ["vip"], deed: { kind: "end" } })).toMatchObject({ totalCount: 1 });
  });

  test("a conversation with 100 tags gets no further one, and keeps those it has", async () => {
    const tags = Array.from({ length: 100 }, (_, n) => `tag ${n}`);
    const [full = ""] = await newConvs(1, { tags });
    const [other = ""] = await newConvs(1, { tags: ["vip"] });
    const bulk = await act({ ids: [full, other], deed: { kind: "tag", tags: ["more"] } });
    expect(bulk).toMatchObject({ doneCount: 1, failedCount: 1, problems: [{ convId: full }] });
    expect(bulk.problems[0]?.error).toContain("100");
    expect((await convs([full]))[0]?.tags).toEqual(tags);
    expect((await convs([other]))[0]?.tags).toEqual(["vip", "more"]);
    expect(await act({ ids: [full], deed: { kind: "tag", tags: ["tag 7"] } })).toMatchObject({ failedCount: 0 });
  });

  test("what the person may not see, or not do, is a problem of that conversation alone", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    const [open, ended, anas] = await Promise.all([
      newConvs(1),
      newConvs(1, { ended: true, endedAt: new Date(), endedBy: "SYSTEM" }),
      newConvs(1, { assigneeId: ana.agentId }),
    ]);
    const asked = await ask({ ids: [...open, ...ended, ...anas], deed: { kind: "assign", agentId: mia.agentId } });
    expect(asked).toMatchObject({ totalCount: 3, failedCount: 1 });
    await runBulkAction(workspaceId, asked.id);
    expect(await show(asked)).toMatchObject({
      state: "completed",
      doneCount: 1,
      failedCount: 2,
      problems: [{ convId: ended[0], clientName: "Maria", error: expect.stringContaining("has ended") as string }],
    });
    expect((await convs(anas))[0]?.assigneeId).toBe(ana.agentId);
  });

  test("a right that is lost meanwhile holds for what is left, and who has left does nothing more", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    const ids = await newConvs(2);
    const asked = await ask({ ids, deed: { kind: "end" } });
    await database().conversation.updateMany({
      where: { workspaceId, id: ids[0] ?? "" },
      data: { assigneeId: ana.agentId },
    });
    await runBulkAction(workspaceId, asked.id);
    expect(await show(asked)).toMatchObject({
      doneCount: 1,
      failedCount: 1,
      problems: [{ convId: ids[0], clientName: "", error: "Conversation not found" }],
    });
    const last = await ask({ ids: ids.slice(1), deed: { kind: "stage" } });
    await database().membership.deleteMany({ where: { workspaceId, userId: mia.userId } });
    await runBulkAction(workspaceId, last.id);
    expect(await database().bulkAction.findFirst({ where: { workspaceId, id: last.id } })).toMatchObject({
      state: "failed",
      doneCount: 0,
    });
  });

  test("refuses keys, nothing chosen, and deeds that name what is not there", async () => {
    const [id] = await newConvs(1);
    const ana = await createTestAgentKey(workspaceId, "Ana");
    const end = { kind: "end" };
    expect(await ana.api.refusal(ACT, { ids: [id], deed: end })).toMatchObject({ code: "NOT_FOUND" });
    expect(await mia.api.refusal(ACT, { deed: end })).toMatchObject({ code: "BAD_INPUT" });
    expect(await mia.api.refusal(ACT, { view: "ended", deed: end })).toMatchObject({ code: "NOT_FOUND" });
    const of = (deed: Record<string, unknown>) => mia.api.refusal(ACT, { ids: [id], deed });
    expect(await of({ kind: "assign", agentId: clientId })).toMatchObject({ code: "NOT_FOUND" });
    expect(await of({ kind: "stage", stageId: clientId })).toMatchObject({ code: "NOT_FOUND" });
    expect(await of({ kind: "tag" })).toMatchObject({ code: "BAD_INPUT", paths: ["input.deed.tags"] });
    expect(await of({ kind: "snooze", until: "2020-01-01T00:00:00Z" })).toMatchObject({ code: "BAD_INPUT" });
    expect(await database().bulkAction.count({ where: { workspaceId } })).toBe(0);
  });

  test("is its own person's", async () => {
    const ben = await createTestMember(workspaceId, "ADMIN");
    const bulk = await ask({ ids: await newConvs(1), deed: { kind: "end" } });
    for (const operation of [SHOW, CANCEL, UNDO])
      expect(await ben.api.refusal(operation, { id: bulk.id })).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("undo", () => {
  test.each([
    ["assign", (agentId: string) => ({ kind: "assign", agentId })],
    ["tag", () => ({ kind: "tag", tags: ["new", "vip"] })],
    ["untag", () => ({ kind: "untag", tags: ["vip"] })],
    ["snooze", () => ({ kind: "snooze", until: new Date(Date.now() + 86_400_000).toISOString() })],
    ["end", () => ({ kind: "end" })],
    ["unread", () => ({ kind: "unread" })],
    ["read", () => ({ kind: "read" })],
  ] as const)("%s", async (_, deedOf) => {
    const ids = await newConvs(2, { tags: ["vip"], lastSeq: 3 });
    for (const convId of ids)
      await database().message.create({
        data: {
          workspaceId,
          convId,
          clientId,
          integrationId,
          seq: 3,
          type: "text",
          content: "Hi",
          isAgent: false,
          createdBy: clientId,
          status: "delivered",
        },
      });
    const states = async () => ({
      convs: (await convs(ids)).map(({ assigneeId, tags, snoozedUntil, snoozedAt, ended }) => ({
        assigneeId,
        tags,
        snoozedUntil,
        isSnoozed: snoozedAt !== null,
        ended,
      })),
      reads: await database().convRead.count({ where: { workspaceId } }),
    });
    const before = await states();
    const done = await act({ ids, deed: deedOf(mia.agentId) });
    expect(done).toMatchObject({ doneCount: 2, failedCount: 0 });
    expect(await states()).not.toEqual(before);
    expect(await undo(done)).toMatchObject({ doneCount: 2, failedCount: 0 });
    expect(await states()).toEqual(before);
  });

  test("leaves what somebody has changed since, and says so", async () => {
    const ids = await newConvs(2);
    const done = await act({ ids, deed: { kind: "tag", tags: ["refund"] } });
    await database().conversation.updateMany({ where: { workspaceId, id: ids[0] ?? "" }, data: { tags: ["paid"] } });
    expect(await undo(done)).toMatchObject({
      doneCount: 1,
      failedCount: 1,
      problems: [{ convId: ids[0], error: "It was changed meanwhile and stays as it is" }],
    });
    expect((await convs(ids)).map(({ tags }) => tags).sort()).toEqual([[], ["paid"]]);
  });

  test("what a deed did not change is not taken back", async () => {
    const [had, had_not] = [await newConvs(1, { tags: ["refund"] }), await newConvs(1)];
    const done = await act({ ids: [...had, ...had_not], deed: { kind: "tag", tags: ["refund"] } });
    expect(await undo(done)).toMatchObject({ totalCount: 1 });
    expect((await convs(had))[0]?.tags).toEqual(["refund"]);
    expect((await convs(had_not))[0]?.tags).toEqual([]);
  });

  test("not while it is under way, nor of an undo, nor after ten minutes", async () => {
    const bulk = await ask({ ids: await newConvs(1), deed: { kind: "end" } });
    expect(await mia.api.refusal(UNDO, { id: bulk.id })).toMatchObject({ code: "CONFLICT" });
    await runBulkAction(workspaceId, bulk.id);
    const old = { completedAt: new Date(Date.now() - 11 * 60_000) };
    await database().bulkAction.updateMany({ where: { workspaceId, id: bulk.id }, data: old });
    expect((await show(bulk)).canUndo).toBe(false);
    expect(await mia.api.refusal(UNDO, { id: bulk.id })).toMatchObject({ code: "CONFLICT" });
    await database().bulkAction.updateMany({ where: { workspaceId, id: bulk.id }, data: { completedAt: new Date() } });
    expect(await mia.api.refusal(UNDO, { id: (await undo(bulk)).id })).toMatchObject({ code: "CONFLICT" });
  });
});

test("stopped, it does no more; what is done can be undone", async () => {
  const ids = await newConvs(3);
  const bulk = await ask({ ids, deed: { kind: "end" } });
  expect(await mia.api.ok(CANCEL, { id: bulk.id })).toMatchObject({ state: "cancelled", doneCount: 0 });
  await runBulkAction(workspaceId, bulk.id);
  expect((await convs(ids)).some(({ ended }) => ended)).toBe(false);
  expect(await show(bulk)).toMatchObject({ state: "cancelled", canUndo: true });
});

test("stopped and undone at once, what the batch under way does is taken back too", async () => {
  const [convId = ""] = await newConvs(1, { tags: ["refund"] });
  const bulk = await ask({ ids: [convId], deed: { kind: "tag", tags: ["vip"] } });
  const item = { workspaceId, bulkId: bulk.id, convId };
  const before = { was: { tags: ["refund"] }, is: { tags: ["refund", "vip"] } };
  let undoing: Promise<unknown> = Promise.resolve();
  await database().$transaction(async (db) => {
    await db.bulkActionItem.updateMany({ where: item, data: { before, doneAt: new Date() } });
    await mia.api.ok(CANCEL, { id: bulk.id });
    undoing = mia.api.ok(UNDO, { id: bulk.id });
    await Promise.race([undoing, new Promise((passed) => setTimeout(passed, 300))]);
  });
  expect(await undoing).toMatchObject({ totalCount: 1 });
});

test("one that lost its job is queued again, once; old ones are forgotten, undone ones too", async () => {
  const ids = await newConvs(1);
  const bulk = await ask({ ids, deed: { kind: "end" } });
  expect(await requeue("run-bulk-action")).toBe(0);
  await database()
    .$executeRaw`delete from pgboss.job where name = 'run-bulk-action' and data ->> 'bulkId' = ${bulk.id}`;
  expect(await requeue("run-bulk-action")).toBe(1);
  expect(await requeue("run-bulk-action")).toBe(0);
  await runBulkAction(workspaceId, bulk.id);
  await undo(bulk);
  expect(await pruneBulkActions()).toBe(0);
  await database().bulkAction.updateMany({
    where: { workspaceId },
    data: { createdAt: new Date(Date.now() - 8 * 86_400_000) },
  });
  expect(await pruneBulkActions()).toBe(2);
  expect(await database().bulkActionItem.count({ where: { workspaceId } })).toBe(0);
});
