import { beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction, pool } from "../db.ts";
import { quote } from "../say.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { addMessage } from "../messages/add-message.ts";
import { claimReplies, claimSends, type Claim, type ClaimedSend } from "./claim-sends.ts";
import { handBackSends } from "./hand-back-sends.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { PRIORITY } from "./send-queue.ts";
import { settleSend } from "./send-outcome.ts";
import { HORIZON_MS, KEPT_FOR_REPLIES, LATE_MS, WAY_MS } from "./send-pace.ts";

const RATE = 50;
const DISTANCE_MS = (1_000 + LATE_MS.least + WAY_MS) / RATE;

let ctx: Ctx;
let workspaceId: number;
beforeEach(async () => {
  await database().sendQueue.deleteMany();
  ({ ctx, workspaceId } = await createTestWorkspace());
});

const claim = (held = 0, integrationId = "", lateMs = 0): Promise<Claim> =>
  claimSends(new Map(held > 0 ? [[integrationId, held]] : []), 1_000, 0, lateMs);
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const rowOf = (messageId: string) => database().sendQueue.findFirstOrThrow({ where: { workspaceId, messageId } });
const change = (
  messageId: string,
  data: Parameters<ReturnType<typeof database>["sendQueue"]["updateMany"]>[0]["data"],
) => database().sendQueue.updateMany({ where: { workspaceId, messageId }, data });
const accepted = { outcome: "accepted", externalMessageId: null, responseStatus: 200 } as const;

async function channel(ratePerSecond: number | null = null): Promise<string> {
  const { id } = await createTestIntegration(workspaceId);
  await database().integration.updateMany({ where: { workspaceId, id }, data: { ratePerSecond } });
  return id;
}

async function conversation(integrationId: string): Promise<string> {
  const { id: clientId } = await createTestClient(workspaceId);
  return (await createTestConv(workspaceId, { integrationId, clientId })).id;
}

async function reply(convId: string): Promise<string> {
  return (await addMessage({ ...ctx, now: new Date() }, { convId, content: "Hello", type: "text" })).id;
}

/** A broadcast's messages, each in its own conversation unless `into` names one. */
async function broadcast(integrationId: string, count: number, into?: string): Promise<string[]> {
  const { id: broadcastId } = await database().broadcast.create({
    data: { workspaceId, integrationId, name: "Sale", templateName: "sale", state: "draft", createdBy: "SYSTEM" },
  });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = into ?? (await conversation(integrationId));
    const { client, integration, ...conv } = await database().conversation.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id } },
      include: { client: true, integration: true },
    });
    const message = { type: "text", content: "Sale", createdBy: "SYSTEM", broadcastId } as const;
    const queued = await inTransaction(ctx, (tx) =>
      queueMessage(tx, { conv, integration, client }, message, { kind: "broadcast" }),
    );
    ids.push(queued.id);
  }
  return ids;
}

/** Claims with several workers at once, until nothing comes for a while. */
async function drain(workers: number): Promise<ClaimedSend[]> {
  const taken: ClaimedSend[] = [];
  const work = async () => {
    for (let empty = 0; empty < 15;) {
      const { sends } = await claim();
      taken.push(...sends);
      empty = sends.length === 0 ? empty + 1 : 0;
      await wait(8);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return taken;
}

describe("slots", () => {
  test("several workers at once: no message twice, and of a channel no two slots nearer than its distance", async () => {
    const [one, two] = [await channel(), await channel(200)];
    const messages = [...(await broadcast(one, 25)), ...(await broadcast(two, 40))];
    const taken = await drain(4);
    expect(taken.map(({ messageId }) => messageId).sort()).toEqual([...messages].sort());
    for (const [id, rate] of [
      [one, RATE],
      [two, 200],
    ] as const) {
      const slots = taken.filter(({ integration }) => integration.id === id).map(({ slotAt }) => slotAt);
      slots.sort((a, b) => a - b);
      const distances = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0));
      // Tolerance: PostgreSQL stores microseconds.
      expect(Math.min(...distances)).toBeGreaterThan((DISTANCE_MS * RATE) / rate - 0.01);
    }
  }, 30_000);

  test("lie in the near future only; one more look is due before they run out", async () => {
    const id = await channel();
    await broadcast(id, 20);
    const { sends, now, lookAgainAt, isFull } = await claim();
    expect(sends).toHaveLength(Math.ceil(HORIZON_MS / DISTANCE_MS));
    const slots = sends.map(({ slotAt }) => slotAt - now);
    expect(Math.min(...slots)).toBeCloseTo(0, 2);
    expect(Math.max(...slots)).toBeLessThan(HORIZON_MS);
    expect(lookAgainAt).toBeGreaterThan(now);
    expect(lookAgainAt).toBeLessThan(now + Math.max(...slots));
    expect(isFull).toBe(false);
  });

  test("that are still far away are given to nobody", async () => {
    const id = await channel(0.3);
    await broadcast(id, 3);
    expect((await claim()).sends).toHaveLength(1);
    const { sends, now, lookAgainAt } = await claim();
    expect(sends).toEqual([]);
    expect(lookAgainAt).toBeGreaterThan(now);
  });

  test("are not saved up: after a pause a channel has no more of them than before", async () => {
    const id = await channel();
    await broadcast(id, 1);
    await claim();
    await wait(300);
    await broadcast(id, 20);
    const { sends, now } = await claim();
    expect(sends).toHaveLength(Math.ceil(HORIZON_MS / DISTANCE_MS));
    expect(sends[0]?.slotAt).toBeGreaterThanOrEqual(now);
  });

  test("keep a channel's own rate, however slow; a rate that is none is the type's own", async () => {
    const slow = await channel(0.5);
    const none = await channel(0);
    const [queued] = [await broadcast(slow, 2), await broadcast(none, 2)];
    const { sends, now, lookAgainAt } = await claim();
    expect(sends.map(({ integration }) => integration.id).sort()).toEqual([slow, none, none].sort());
    expect(queued).toContain(sends.find(({ integration }) => integration.id === slow)?.messageId);
    expect((lookAgainAt ?? 0) - now).toBeGreaterThan(1_900);
  });

  test("a channel that another worker gives out is passed over, looked at again at once, and holds up no other", async () => {
    const [busy, free] = [await channel(), await channel()];
    await broadcast(busy, 1);
    const [inFree] = await broadcast(free, 1);
    const other = await pool().connect();
    await other.query("begin");
    await other.query(`select 1 from "ChannelPace" where "integrationId" = $1 for update`, [busy]);
    const { sends, now, lookAgainAt } = await claim();
    await other.query("rollback");
    other.release();
    expect(sends.map(({ messageId }) => messageId)).toEqual([inFree]);
    expect(lookAgainAt).toBeCloseTo(now, 2);
    expect((await claim()).sends).toHaveLength(1);
  });

  test("go on when the database's clock was put back", async () => {
    const id = await channel();
    await broadcast(id, 1);
    await pool().query(`update "ChannelPace" set "nextSlotAt" = now() + interval '1 hour' where "integrationId" = $1`, [
      id,
    ]);
    const { sends, now } = await claim();
    expect(sends[0]?.slotAt).toBeCloseTo(now, 2);
  });

  test("lie further apart where a worker is late, also for the others, until its late ones are long gone", async () => {
    const id = await channel();
    await broadcast(id, 60);
    const distance = ({ sends }: Claim) => (sends[1]?.slotAt ?? 0) - (sends[0]?.slotAt ?? 0);
    const slow = await claim(0, id, 200);
    expect(slow.usableMs).toBe(200);
    expect(distance(slow)).toBeCloseTo((1_000 + 200 + WAY_MS) / RATE, 2);
    await wait(300);
    const quick = await claim();
    expect(quick.usableMs).toBe(LATE_MS.least);
    expect(distance(quick)).toBeCloseTo((1_000 + 200 + WAY_MS) / RATE, 2);
    await pool().query(`update "ChannelPace" set "lateUntil" = now() where "integrationId" = $1`, [id]);
    await wait(150);
    expect(distance(await claim())).toBeCloseTo(DISTANCE_MS, 2);
    expect((await claim(0, id, 10_000)).usableMs).toBe(LATE_MS.most);
  });
});

describe("who goes first", () => {
  test("an agent's reply, and where a worker's hands are full of a broadcast there is still a place for it", async () => {
    const id = await channel();
    await broadcast(id, 3);
    const full = await claim(20, id);
    expect(full).toMatchObject({ sends: [], isFull: true, lookAgainAt: null });
    const answer = await reply(await conversation(id));
    expect((await claim(20, id)).sends).toMatchObject([{ messageId: answer, priority: PRIORITY.reply }]);
    expect((await claim(20 + KEPT_FOR_REPLIES, id)).sends).toEqual([]);
    expect((await claim(0, id)).sends.map(({ priority }) => priority)).toContain(PRIORITY.broadcast);
  });

  test("a reply finds a place ahead of a broadcast that has all slots up to the horizon", async () => {
    const id = await channel();
    await broadcast(id, 20);
    await claim();
    const answer = await reply(await conversation(id));
    await pool().query(
      `update "ChannelPace" set "nextSlotAt" = clock_timestamp() + make_interval(secs => $1) where "integrationId" = $2`,
      [(1.7 * HORIZON_MS) / 1_000, id],
    );
    const { sends, now } = await claim();
    expect(sends[0]?.messageId).toBe(answer);
    expect((sends[0]?.slotAt ?? 0) - now).toBeLessThan(2 * HORIZON_MS);
  });

  test("a broadcast's message that a reply stands behind goes as early as the reply, and before it", async () => {
    const id = await channel();
    const convId = await conversation(id);
    const others = await broadcast(id, 10);
    const [sale = ""] = await broadcast(id, 1, convId);
    const answer = await reply(convId);
    expect((await rowOf(sale)).priority).toBe(PRIORITY.reply);
    expect((await rowOf(others[0] ?? "")).priority).toBe(PRIORITY.broadcast);
    const { sends } = await claim();
    expect(sends[0]?.messageId).toBe(sale);
    expect(sends.map(({ messageId }) => messageId)).not.toContain(answer);
    await settleSend(sends[0]!, accepted);
    await wait(HORIZON_MS);
    expect((await claim()).sends[0]?.messageId).toBe(answer);
  });

  test("a second broadcast's message lifts nobody", async () => {
    const id = await channel();
    const convId = await conversation(id);
    const [first = ""] = await broadcast(id, 1, convId);
    await broadcast(id, 1, convId);
    expect((await rowOf(first)).priority).toBe(PRIORITY.broadcast);
  });

  test("a reply passes a broadcast's message that waits for another try, which then waits for the reply's outcome", async () => {
    const id = await channel();
    const convId = await conversation(id);
    const [sale = ""] = await broadcast(id, 1, convId);
    const [first] = (await claim()).sends;
    const answer = await reply(convId);
    // While it is at the provider, no message overtakes it.
    expect((await claim()).sends).toEqual([]);
    await settleSend(first!, { outcome: "retry", error: quote("busy"), responseStatus: 503, retryAfterSeconds: 60 });
    const [passing] = (await claim()).sends;
    expect(passing?.messageId).toBe(answer);
    await change(sale, { nextAttemptAt: new Date(Date.now() - 1_000) });
    await wait(2 * DISTANCE_MS);
    expect((await claim()).sends).toEqual([]);
    await settleSend(passing!, accepted);
    expect((await claim()).sends.map(({ messageId }) => messageId)).toEqual([sale]);
  });

  test("a reply passes no other reply, a broadcast's message passes nothing", async () => {
    const id = await channel();
    const [talk, promoted] = [await conversation(id), await conversation(id)];
    const first = await reply(talk);
    const second = await reply(talk);
    const [sale = ""] = await broadcast(id, 1, promoted);
    const [more = ""] = await broadcast(id, 1, promoted);
    for (const messageId of [first, sale]) await change(messageId, { nextAttemptAt: new Date(Date.now() + 60_000) });
    expect((await claim()).sends).toEqual([]);
    for (const messageId of [second, more]) expect((await rowOf(messageId)).attemptNo).toBe(0);
  });
});

describe("replies for slots that a worker holds already", () => {
  const claimInto = async (integrationId: string, slots = 5) =>
    (await claimReplies([{ workspaceId, integrationId, slots }])).map(({ messageId }) => messageId);

  test("are leased like any send, with an attempt; the channel's next slot stays where it was", async () => {
    const id = await channel();
    await broadcast(id, 20);
    await claim();
    const pace = () => database().channelPace.findFirstOrThrow({ where: { workspaceId, integrationId: id } });
    const before = await pace();
    const answer = await reply(await conversation(id));
    const [send] = await claimReplies([{ workspaceId, integrationId: id, slots: 5 }]);
    expect(send).toMatchObject({ messageId: answer, priority: PRIORITY.reply, attemptNo: 1, takesOver: false });
    expect(send?.message).toMatchObject({ messageId: answer, content: "Hello", type: "text" });
    expect(await rowOf(answer)).toMatchObject({ attemptNo: 1, leaseToken: send?.leaseToken });
    expect(await database().sendAttempt.count({ where: { workspaceId, messageId: answer } })).toBe(1);
    expect(await pace()).toEqual(before);
    expect(await claimInto(id)).toEqual([]);
    await settleSend(send!, accepted);
    expect(await database().sendQueue.count({ where: { workspaceId, messageId: answer } })).toBe(0);
  });

  test("no more than there are slots, none of other channels, nothing of a broadcast", async () => {
    const [id, other] = [await channel(), await channel()];
    await broadcast(id, 3);
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await reply(await conversation(id)));
    await reply(await conversation(other));
    expect(await claimInto(id, 2)).toEqual(answers.slice(0, 2));
    expect(await claimInto(id)).toEqual(answers.slice(2));
    expect(await claimInto(id)).toEqual([]);
  });

  test("while another worker gives out the channel's slots", async () => {
    const id = await channel();
    const answer = await reply(await conversation(id));
    const other = await pool().connect();
    await other.query("begin");
    await other.query(`select 1 from "ChannelPace" where "integrationId" = $1 for update`, [id]);
    expect(await claimInto(id)).toEqual([answer]);
    await other.query("rollback");
    other.release();
  });

  test("only the first of a conversation, and none beside a broadcast's message", async () => {
    const id = await channel();
    const [talk, promoted] = [await conversation(id), await conversation(id)];
    const [first, second] = [await reply(talk), await reply(talk)];
    await reply(promoted);
    await broadcast(id, 1, promoted);
    expect(await claimInto(id)).toEqual([first]);
    expect(await claimInto(id)).toEqual([]);
    expect((await rowOf(second)).attemptNo).toBe(0);
  });

  test("none of a channel that is paused or switched off, or before their time", async () => {
    const id = await channel();
    const answer = await reply(await conversation(id));
    const pause = (until: Date | null) =>
      database().channelPace.updateMany({ where: { integrationId: id }, data: { pausedUntil: until } });
    await pause(new Date(Date.now() + 60_000));
    expect(await claimInto(id)).toEqual([]);
    await pause(null);
    await database().integration.updateMany({ where: { workspaceId, id }, data: { state: "disabled" } });
    expect(await claimInto(id)).toEqual([]);
    await database().integration.updateMany({ where: { workspaceId, id }, data: { state: "active" } });
    await change(answer, { nextAttemptAt: new Date(Date.now() + 60_000) });
    expect(await claimInto(id)).toEqual([]);
    await change(answer, { nextAttemptAt: new Date() });
    expect(await claimInto(id)).toEqual([answer]);
  });

  test("beside the other claim nobody takes one twice", async () => {
    const id = await channel(500);
    const answers: string[] = [];
    for (let n = 0; n < 30; n++) answers.push(await reply(await conversation(id)));
    const taken: string[] = [];
    const until = Date.now() + 20_000;
    while (taken.length < answers.length && Date.now() < until) {
      const [quick, other] = await Promise.all([claimInto(id, 3), claim()]);
      taken.push(...quick, ...other.sends.map(({ messageId }) => messageId));
    }
    expect(taken.sort()).toEqual([...answers].sort());
  });
});

describe("handing back", () => {
  const attempts = (messageId: string) => database().sendAttempt.count({ where: { workspaceId, messageId } });

  test("leaves a send as it was before its claim", async () => {
    const id = await channel();
    const answer = await reply(await conversation(id));
    const before = await rowOf(answer);
    const { sends } = await claim();
    expect(await attempts(answer)).toBe(1);
    await handBackSends(sends);
    expect(await rowOf(answer)).toEqual(before);
    expect(await attempts(answer)).toBe(0);
    expect((await claim()).sends).toMatchObject([{ messageId: answer, attemptNo: 1, takesOver: false }]);
    expect(await attempts(answer)).toBe(1);
  });

  test("takes nothing from the worker that has taken over, and what another died with is still known", async () => {
    const id = await channel();
    const answer = await reply(await conversation(id));
    const late = (await claim()).sends;
    await change(answer, { leaseUntil: new Date(Date.now() - 1_000) });
    const taken = (await claim()).sends;
    expect(taken).toMatchObject([{ attemptNo: 2, takesOver: true }]);
    await handBackSends(late);
    expect(await rowOf(answer)).toMatchObject({ attemptNo: 2, leaseToken: taken[0]?.leaseToken });
    expect(await attempts(answer)).toBe(2);
    await handBackSends(taken);
    expect((await claim()).sends).toMatchObject([{ attemptNo: 2, takesOver: true }]);
  });
});

test("an attempt says when the provider was asked, as planned and then as it was", async () => {
  const id = await channel();
  const answer = await reply(await conversation(id));
  const [send] = (await claim()).sends;
  const where = { workspaceId_messageId_attemptNo: { workspaceId, messageId: answer, attemptNo: 1 } };
  const planned = await database().sendAttempt.findUniqueOrThrow({ where });
  expect(planned.startedAt.getTime()).toBeCloseTo(send?.slotAt ?? 0, -1);
  const startedAt = new Date(planned.startedAt.getTime() + 7);
  await settleSend({ ...send!, startedAt }, accepted);
  expect(await database().sendAttempt.findUniqueOrThrow({ where })).toMatchObject({ startedAt, outcome: "accepted" });
});
