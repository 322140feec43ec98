import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { archiveClient, unarchiveClient } from "../clients/archive-client.ts";
import { patchClient } from "../clients/patch-client.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { addMessage } from "../messages/add-message.ts";
import { endConv } from "../conversations/end-conv.ts";
import { mergeClients } from "../merges/merge-clients.ts";
import { log } from "../log.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { cancelBroadcast } from "./cancel-broadcast.ts";
import { createBroadcast } from "./create-broadcast.ts";
import { launchBroadcast } from "./launch-broadcast.ts";
import { feedBroadcasts, runBroadcasts, notifyProgress } from "./run-broadcasts.ts";

/** Contacts of three broadcasts that are sent while everything else happens. */
const CROWD = 300;

let ctx: Ctx;
let workspaceId: number;
let shop: string;
beforeEach(async () => {
  ({ ctx, workspaceId } = await createTestWorkspace());
  shop = (await createTestIntegration(workspaceId)).id;
});
afterEach(async () => {
  await database().broadcast.updateMany({ data: { state: "completed" } });
});

const inShop = (id: string) => ({ workspaceId_id: { workspaceId, id } });
const addClients = (count: number) => database().$executeRaw`
  insert into "Client" ("workspaceId", id, "externalClientId", name)
  select ${workspaceId}, gen_random_uuid(), 'c-' || n, 'Client ' || n from generate_series(1, ${count}::int) n`;
const clientIds = async () =>
  (await database().client.findMany({ where: { workspaceId }, orderBy: { id: "asc" } })).map(({ id }) => id);
const rate = (ratePerSecond: number, integrationId = shop) =>
  database().integration.update({ where: inShop(integrationId), data: { ratePerSecond } });
async function launched(integrationId = shop): Promise<Broadcast> {
  const draft = await createBroadcast(ctx, { name: "Sale", integrationId, templateName: "sale" });
  return launchBroadcast({ ...ctx, now: new Date() }, draft);
}
const made = ({ id }: { id: string }) => database().message.findMany({ where: { workspaceId, broadcastId: id } });
const recipients = ({ id }: { id: string }) =>
  database().broadcastRecipient.findMany({ where: { workspaceId, broadcastId: id }, orderBy: { clientId: "asc" } });
const waiting = ({ id }: { id: string }) =>
  database().broadcastRecipient.count({ where: { workspaceId, broadcastId: id, messageId: null, error: null } });
async function deadlocks(): Promise<number> {
  const [row] = await database().$queryRaw<{ count: number }[]>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`;
  return row?.count ?? 0;
}

/** Repeats rounds until nothing is left to do at once: on a busy machine, a round may end early. */
async function runAll(): Promise<void> {
  let isBehind = true;
  while (isBehind) isBehind = await runBroadcasts();
}

/** The invariants of a broadcast at any moment, whatever runs concurrently. */
async function mustBeWhole(broadcast: { id: string }): Promise<void> {
  const messages = await made(broadcast);
  const all = await recipients(broadcast);
  // A contact merged from two has the messages of both.
  expect(all.flatMap(({ messageId }) => messageId ?? []).sort()).toEqual(messages.map(({ id }) => id).sort());
  expect(all.filter(({ messageId, error }) => messageId !== null && error !== null)).toEqual([]);
  const queue = await database().sendQueue.findMany({ where: { workspaceId, broadcastId: broadcast.id } });
  const pending = messages.filter(({ status }) => status === "pending");
  expect(queue.map(({ messageId }) => messageId).sort()).toEqual(pending.map(({ id }) => id).sort());
  const told = await database().event.groupBy({
    by: ["messageId"],
    where: { workspaceId, name: "OUTGOING_MESSAGE", messageId: { in: messages.map(({ id }) => id) } },
    _count: true,
  });
  expect(told.map(({ _count }) => _count)).toEqual(Array(messages.length).fill(1));
}

/** In every conversation, messages are numbered without gaps and in order of time, and the conversation's row agrees. */
async function convsMustBeWhole(): Promise<void> {
  const wrong = await database().$queryRaw<unknown[]>`
    select c.id from "Conversation" c
    join lateral (
      select count(*) as count, max(seq) as seq, bool_and("isLater") as ordered from (
        select seq, coalesce("createdAt" > lag("createdAt") over (order by seq), true) as "isLater" from "Message" m
        where m."workspaceId" = c."workspaceId" and m."convId" = c.id) m
    ) m on true
    where c."workspaceId" = ${workspaceId} and (m.count <> c."lastSeq" or m.seq <> c."lastSeq" or not m.ordered)`;
  expect(wrong).toEqual([]);
  const doubled = await database().$queryRaw<unknown[]>`
    select "clientId" from "Conversation" where "workspaceId" = ${workspaceId} and not ended
    group by "clientId", "integrationId", "externalConversationId" having count(*) > 1`;
  expect(doubled).toEqual([]);
}

describe("a set of recipients", () => {
  test("in which some cannot be served by a fault of ours is made for all others, who are behind them too; later for them", async () => {
    await addClients(230);
    await rate(100);
    const ids = await clientIds();
    const poisoned = [ids[0], ids[57], ids[58], ids[229]].map((id) => id ?? "");
    for (const clientId of poisoned) {
      // An inconsistent row: the number of its next message is already taken.
      const conv = await database().conversation.create({ data: { workspaceId, integrationId: shop, clientId } });
      const message = { workspaceId, convId: conv.id, clientId, integrationId: shop, seq: 1, content: "Hello" };
      await database().message.create({
        data: { ...message, type: "text", isAgent: false, createdBy: "SYSTEM", status: "delivered" },
      });
    }
    const broadcast = await launched();
    await runAll();
    const left = (await recipients(broadcast)).filter(({ messageId }) => messageId === null);
    expect(left.map(({ clientId }) => clientId)).toEqual(poisoned);
    expect(left.map(({ error }) => error)).toEqual([null, null, null, null]);
    await mustBeWhole(broadcast);
    expect(await runBroadcasts()).toBe(false);
    await database().conversation.updateMany({
      where: { workspaceId, clientId: { in: poisoned } },
      data: { lastSeq: 1 },
    });
    await eventually(async () => {
      await runBroadcasts();
      return (await waiting(broadcast)) === 0;
    });
    await mustBeWhole(broadcast);
    await convsMustBeWhole();
  });

  test("waits for no client and no conversation that somebody else has in hand, and comes back to them", async () => {
    await addClients(120);
    const [first = "", second = "", third = ""] = await clientIds();
    const conv = await database().conversation.create({
      data: { workspaceId, integrationId: shop, clientId: second },
    });
    const broadcast = await launched();
    await inTransaction(ctx, async (tx) => {
      await tx.db.$queryRaw`select from "Client" where id = ${first}::uuid for no key update`;
      await tx.db.$queryRaw`select from "Conversation" where id = ${conv.id}::uuid for no key update`;
      await tx.db.$queryRaw`select from "BroadcastRecipient" where "clientId" = ${third}::uuid for update`;
      await runAll();
      const left = (await recipients(broadcast)).filter(({ messageId }) => messageId === null);
      expect(left.map(({ clientId }) => clientId)).toEqual([first, second, third]);
    });
    await runAll();
    expect(await waiting(broadcast)).toBe(0);
    expect((await made(broadcast)).find(({ clientId }) => clientId === second)?.convId).toBe(conv.id);
  });

  test("that two broadcasts of one channel have in common opens one conversation per client", async () => {
    await addClients(150);
    await rate(1_000);
    const [one, two] = [await launched(), await launched()];
    await eventually(async () => {
      await Promise.all([runBroadcasts(), runBroadcasts(), runBroadcasts()]);
      return (await waiting(one)) + (await waiting(two)) === 0;
    }, 60_000);
    expect(await database().conversation.count({ where: { workspaceId } })).toBe(150);
    await mustBeWhole(one);
    await mustBeWhole(two);
    await convsMustBeWhole();
    expect(await deadlocks()).toBe(0);
  }, 70_000);

  test("is made once per client by five workers, while agents and clients write and contacts change, merge and leave", async () => {
    await database().agent.updateMany({ where: { workspaceId }, data: { isAvailable: false } });
    for (const name of ["Ana", "Bo", "Cy"]) {
      await database().agent.create({
        data: { workspaceId, userId: randomUUID(), name, lastSeenAt: new Date(Date.now() + 600_000) },
      });
    }
    const other = (await createTestIntegration(workspaceId, { name: "Other" })).id;
    for (const id of [shop, other]) await rate(1_000, id);
    await addClients(CROWD);
    const ids = await clientIds();
    const customers = customerSystem(shop);
    // A third of them already have an open conversation.
    await database().$executeRaw`
      insert into "Conversation" ("workspaceId", id, "integrationId", "clientId")
      select "workspaceId", gen_random_uuid(), ${shop}::uuid, id from "Client" where "workspaceId" = ${workspaceId}
      order by random() limit ${CROWD / 3}::int`;
    const broadcasts = [await launched(shop), await launched(other), await launched(shop)];

    const at = <T>(items: readonly T[], index: number) => items[index % items.length] as T;
    const acts = [
      (n: number) => customers.text(`c-${(n % CROWD) + 1}`, `Hello ${n}`),
      (n: number) => archiveClient(ctx, { id: at(ids, n) }),
      (n: number) => unarchiveClient(ctx, { id: at(ids, n) }),
      (n: number) => patchClient(ctx, { id: at(ids, n), name: `Renamed ${n}` }),
      (n: number) => mergeClients(ctx, { id: at(ids, n), sourceIds: [at(ids, n + 7), at(ids, n + 191)] }),
      async (n: number) => {
        const convs = await database().conversation.findMany({ where: { workspaceId, ended: false }, take: 50 });
        const conv = convs[n % Math.max(convs.length, 1)];
        if (!conv) return;
        const { id: convId, integrationId } = conv;
        if (n % 3 === 0) await endConv(ctx, { convId, integrationId });
        else await addMessage({ ...ctx, now: new Date() }, { convId, integrationId, content: `Hi ${n}`, type: "text" });
      },
    ];
    let isOver = false;
    let count = 0;
    const disturb = async (seed: number) => {
      for (const [kind, n] of fc.sample(fc.tuple(fc.nat(acts.length - 1), fc.nat(10_000)), { seed, numRuns: 2_000 })) {
        if (isOver) return;
        // Refusals are expected, and on a busy machine timeouts: only the stored result counts.
        await Promise.resolve(acts[kind]?.(n)).then(
          () => (count += 1),
          () => undefined,
        );
      }
    };
    const seed = Date.now() % 1e6;
    const disturbances = [1, 2, 3, 4].map((n) => disturb(seed + n));
    const worker = async () => {
      // An error ends a worker's round, not the worker (work/pump.ts).
      while (!isOver) await runBroadcasts().catch(() => undefined);
    };
    const workers = Array.from({ length: 5 }, worker);
    await eventually(
      async () => (await Promise.all(broadcasts.map(waiting))).every((left) => left === 0),
      60_000,
      () => `the messages were not made (seed ${seed})`,
    );
    isOver = true;
    await Promise.all([...disturbances, ...workers]);

    console.info(`five workers, ${count} acts beside them, seed ${seed}, deadlocks ${await deadlocks()}`);
    expect(count).toBeGreaterThan(10);
    for (const broadcast of broadcasts) {
      await mustBeWhole(broadcast);
      const all = await recipients(broadcast);
      expect(all).toHaveLength(CROWD);
      // Whom the system archives has opted out, and a merge hands that on.
      const reasons = new Set(all.flatMap(({ error }) => error ?? []));
      for (const reason of reasons)
        expect(reason).toMatch(
          /^This contact (is archived|opted out|was merged|cannot be reached on the channel Other)/,
        );
    }
    await convsMustBeWhole();
    expect(await deadlocks()).toBe(0);
  }, 120_000);

  test("is cancelled at any moment: nobody has a message in the queue after it", async () => {
    await addClients(600);
    await rate(1_000);
    for (const afterMs of [0, 20, 60, 150]) {
      const broadcast = await launched();
      const working = Promise.all([runBroadcasts(), runBroadcasts(), runBroadcasts()]);
      await new Promise((wait) => setTimeout(wait, afterMs));
      await cancelBroadcast(ctx, broadcast);
      await working;
      const all = await recipients(broadcast);
      expect(all).toHaveLength(600);
      for (const { messageId, error } of all) expect(messageId === null).toBe(error === "Cancelled");
      expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
      await mustBeWhole(broadcast);
    }
    await convsMustBeWhole();
  }, 60_000);
});

test("a broadcast that cannot be read keeps no other from its recipients", async () => {
  await addClients(10);
  const unreadable = await launched();
  await database().broadcast.update({ where: inShop(unreadable.id), data: { templateName: "" } });
  const other = await launched((await createTestIntegration(workspaceId, { name: "Other" })).id);
  const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);
  await runAll();
  expect(errors).toHaveBeenCalledWith(expect.objectContaining({ broadcastId: unreadable.id }), expect.any(String));
  errors.mockRestore();
  expect(await made(other)).toHaveLength(10);
  expect(await waiting(unreadable)).toBe(10);
});

describe("a channel's queue", () => {
  test("is given what the channel sends in five seconds, by its own rate or its type's", async () => {
    await addClients(400);
    const slow = (await createTestIntegration(workspaceId, { name: "Slow" })).id;
    await rate(0.5, slow);
    const broadcasts = [await launched(shop), await launched(slow)];
    await runAll();
    const counts = await Promise.all(broadcasts.map(async (each) => (await made(each)).length));
    expect(counts).toEqual([250, 3]);
    await rate(100);
    await runAll();
    expect(await made(broadcasts[0] ?? { id: "" })).toHaveLength(400);
  });

  test("is not full of messages that are tried again, until they are very many", async () => {
    await addClients(400);
    await rate(2);
    const broadcast = await launched();
    for (let round = 1; round <= 12; round++) {
      await runBroadcasts();
      expect(await made(broadcast)).toHaveLength(Math.min(round, 10) * 10);
      await database().sendQueue.updateMany({ where: { workspaceId }, data: { attemptNo: 1 } });
    }
  });

  test("is shared by the broadcasts of its channel", async () => {
    await addClients(100);
    await rate(10);
    const broadcasts = [await launched(), await launched()];
    await runBroadcasts();
    const counts = await Promise.all(broadcasts.map(async (each) => (await made(each)).length));
    expect(counts).toEqual([25, 25]);
  });
});

test("progress is told once a second, while there is any", async () => {
  await createTestClient(workspaceId);
  await addClients(300);
  await rate(10);
  const told = () => database().event.count({ where: { workspaceId, name: "BROADCAST_CHANGED" } });
  const second = () => new Promise((wait) => setTimeout(wait, 1_050));
  await launched();
  await second();
  await notifyProgress();
  await feedBroadcasts();
  expect(await told()).toBe(0);
  await second();
  for (let look = 0; look < 5; look++) await notifyProgress();
  expect(await told()).toBe(1);
  await second();
  await notifyProgress();
  expect(await told()).toBe(1);
  await database().$executeRaw`
    delete from "SendQueue" where "workspaceId" = ${workspaceId} and "messageId" in (
      select "messageId" from "SendQueue" where "workspaceId" = ${workspaceId} limit 3)`;
  await second();
  await notifyProgress();
  expect(await told()).toBe(2);
});
