import type { PoolClient } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction, pool } from "../db.ts";
import type { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { logEnd, readLog } from "../events/log.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { cancelBroadcast } from "./cancel-broadcast.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { createBroadcast } from "./create-broadcast.ts";
import { launchBroadcast } from "./launch-broadcast.ts";
import { launchDueBroadcasts } from "./launch-due-broadcasts.ts";
import { leftOutOf } from "./left-out.ts";
import { listBroadcastRecipients } from "./list-broadcast-recipients.ts";
import { preflightBroadcast } from "./preflight-broadcast.ts";
import { retryBroadcast } from "./retry-broadcast.ts";

/** Lowers the threshold, so every workspace counts as very large. */
const NONE_ARE_FEW = 0;
/** Three batches; 4,600 of the contacts are recipients. */
const CLIENTS = 5_000;
const LEFT_OUT = [
  { reason: "archived", count: 100 },
  { reason: "unreachable", count: 50 },
  { reason: "sameAddress", count: 250 },
];

let ctx: Ctx;
let workspaceId: number;
let integrationId: string;
beforeEach(async () => {
  ({ ctx, workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  await database().$executeRaw`
    insert into "Client" ("workspaceId", id, "externalClientId", "deletedAt")
    select ${workspaceId}::int, gen_random_uuid(), case when n > 50 then 'client-' || n end, case when n > 4900 then now() end
    from generate_series(1, ${CLIENTS}::int) n`;
  // Makes pairs with the same address: each of these contacts has written under the id of the contact 250 further. A contact without an
  // identity uses its id as the address.
  await database().$executeRaw`
    insert into "ClientIdentity" ("workspaceId", scope, "externalId", "clientId")
    select c."workspaceId", ${`custom:${integrationId}`}, 'client-' || (substr(c."externalClientId", 8)::int + 250), c.id
    from "Client" c where c."workspaceId" = ${workspaceId} and substr(c."externalClientId", 8)::int between 51 and 300`;
});

const now = () => ({ ...ctx, now: new Date() });
const draft = (scheduledAt: Date | null = null) =>
  createBroadcast(now(), { name: "Sale", integrationId, templateName: "sale", scheduledAt });
const read = ({ id }: { id: string }) =>
  database().broadcast.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
const recipientsOf = ({ id }: { id: string }) =>
  database().broadcastRecipient.findMany({
    where: { workspaceId, broadcastId: id },
    select: { clientId: true, messageId: true, error: true },
    orderBy: { clientId: "asc" },
  });
const countRecipients = ({ id }: { id: string }) =>
  database().broadcastRecipient.count({ where: { workspaceId, broadcastId: id } });
const due = async () => {
  const made = await draft(new Date(Date.now() + 3_600_000));
  return database().broadcast.update({
    where: { workspaceId_id: { workspaceId, id: made.id } },
    data: { scheduledAt: new Date() },
  });
};

/** Called before each batch after the first is stored. Launches in this file wait for it. */
let betweenBatches: (connection: PoolClient) => Promise<void>;
beforeEach(() => {
  betweenBatches = async () => {};
  const connect = pool().connect.bind(pool()) as (...args: unknown[]) => Promise<PoolClient>;
  vi.spyOn(pool(), "connect").mockImplementation((async (...args: unknown[]) => {
    const connection = await connect(...args);
    // pool.query connects with a callback; only the launches' own connections are watched.
    if (args.length > 0) return connection;
    const query = connection.query.bind(connection) as (...args: unknown[]) => Promise<unknown>;
    let fetched = 0;
    const watched = async (...asked: unknown[]) => {
      if (String(asked[0]).startsWith("fetch") && fetched++ > 0) await betweenBatches(connection);
      return query(...asked);
    };
    const release = connection.release.bind(connection);
    connection.query = watched as typeof connection.query;
    connection.release = (error) => {
      connection.query = query as typeof connection.query;
      release(error);
    };
    return connection;
  }) as never);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database().broadcast.updateMany({ where: { workspaceId, state: "inProgress" }, data: { state: "completed" } });
});

/** Starts a launch that stops once this many batches are stored, until `goOn` is called. */
async function pause(launch: () => Promise<unknown>, stored = 1) {
  const stood = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let batches = 0;
  betweenBatches = async () => {
    if (++batches < stored) return;
    stood.resolve();
    await gate.promise;
  };
  let isOver = false;
  const launched = launch().finally(() => (isOver = true));
  launched.catch(() => {});
  await stood.promise;
  return { launched, goOn: gate.resolve, isOver: () => isOver };
}

describe("the audience of a very large broadcast", () => {
  test("is the one that a small broadcast would have, with the same words in the same places", async () => {
    const small = await launchBroadcast(now(), await draft());
    const large = await launchBroadcast(now(), await draft(), NONE_ARE_FEW);
    expect(large).toMatchObject({ state: "inProgress", totalCount: 4_600, error: null });
    expect(leftOutOf(large.leftOut)).toEqual(LEFT_OUT);
    const own = { id: "", createdAt: null, startedAt: null };
    expect({ ...large, ...own }).toEqual({ ...small, ...own });
    const recipients = await recipientsOf(large);
    expect(recipients).toHaveLength(4_600);
    expect(recipients).toEqual(await recipientsOf(small));
    const audits = await database().auditEntry.findMany({ where: { workspaceId, action: "launchBroadcast" } });
    expect(audits).toHaveLength(2);
    expect(audits[1]?.after).toEqual(audits[0]?.after);
  });

  test("fails whole when nothing can be sent, and the retry of all of them is left to a worker", async () => {
    const set = (state: "error" | "active") =>
      database().integration.update({ where: { workspaceId_id: { workspaceId, id: integrationId } }, data: { state } });
    await set("error");
    const failed = await launchBroadcast(now(), await draft(), NONE_ARE_FEW);
    expect(failed).toMatchObject({ state: "failed", startedAt: null, totalCount: 4_600 });
    const errors = new Set((await recipientsOf(failed)).map(({ error }) => error));
    expect(errors).toEqual(new Set(["The channel Shop is in error; put its credentials right first"]));

    await expect(retryBroadcast(now(), failed, null, NONE_ARE_FEW)).rejects.toMatchObject({
      code: "CONFLICT",
      message: failed.error,
    });
    await set("active");
    const asked = () => retryBroadcast(now(), { id: failed.id }, "once", NONE_ARE_FEW);
    const retry = await asked();
    expect(retry).toMatchObject({ state: "scheduled", retryOfId: failed.id, totalCount: 0 });
    expect(await asked()).toEqual(retry);
    expect(await preflightBroadcast(now(), { id: retry.id })).toMatchObject({ recipientCount: 4_600, leftOut: [] });
    await launchDueBroadcasts(NONE_ARE_FEW);
    expect(await read(retry)).toMatchObject({ state: "inProgress", totalCount: 4_600, leftOut: {} });
    expect(await countRecipients(retry)).toBe(4_600);
    await expect(retryBroadcast(now(), failed, null, NONE_ARE_FEW)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("is nobody's business before the launch: no list, count or reader of events sees or feels it", async () => {
    const broadcast = await draft();
    const { launched, goOn, isOver } = await pause(() => launchBroadcast(now(), broadcast, NONE_ARE_FEW));
    expect(await countRecipients(broadcast)).toBeGreaterThan(0);
    expect(await read(broadcast)).toMatchObject({ state: "draft", totalCount: 0, leftOut: null });
    expect(await countOutcomes(now(), broadcast.id)).toMatchObject({ total: 0, waiting: 0 });
    const page = await listBroadcastRecipients(now(), { broadcastId: broadcast.id });
    expect(page.nodes).toEqual([]);
    expect(await page.pageInfo.count()).toBe(0);

    const end = await logEnd();
    await inTransaction(now(), (tx) => emit(tx, { name: "BROADCAST_CHANGED" }));
    // A reader of the log also waits for transactions in other databases of the cluster.
    const isTold = async () => (await readLog(end, 100)).events.some(({ name }) => name === "BROADCAST_CHANGED");
    await eventually(isTold).finally(() => {
      expect(isOver()).toBe(false);
      goOn();
    });
    expect(await launched).toMatchObject({ state: "inProgress", totalCount: 4_600 });
  });
});

describe("while it is being stored", () => {
  test("fifty launches at once start it once; a worker leaves it to them", async () => {
    const broadcast = await due();
    const launch = () => launchBroadcast(now(), broadcast, NONE_ARE_FEW);
    const { launched, goOn } = await pause(launch);
    const refusals = Promise.allSettled(Array.from({ length: 49 }, launch));
    await launchDueBroadcasts(NONE_ARE_FEW);
    for (const each of await refusals) {
      expect(each).toMatchObject({ reason: { code: "CONFLICT", message: "This broadcast is being launched" } });
    }
    expect(await read(broadcast)).toMatchObject({ state: "scheduled" });
    goOn();
    expect(await launched).toMatchObject({ state: "inProgress", totalCount: 4_600 });
    expect(await countRecipients(broadcast)).toBe(4_600);
    const audits = { workspaceId, action: "launchBroadcast" };
    expect(await database().auditEntry.count({ where: audits })).toBe(1);
  });

  test("fifty that race from the first moment start it once", async () => {
    const broadcast = await draft();
    const launch = () => launchBroadcast(now(), broadcast, NONE_ARE_FEW);
    const answers = await Promise.allSettled(Array.from({ length: 50 }, launch));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusals = answers.flatMap((each) => (each.status === "rejected" ? [each.reason as AppError] : []));
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 49 }, () => "CONFLICT"));
    expect(await read(broadcast)).toMatchObject({ state: "inProgress", totalCount: 4_600 });
    expect(await countRecipients(broadcast)).toBe(4_600);
  });

  test.each([1, 3])(
    "one cancelled after %i batches of 3 is a draft, stays one, and keeps no recipients",
    async (stored) => {
      const broadcast = await due();
      const { launched, goOn } = await pause(() => launchBroadcast(now(), broadcast, NONE_ARE_FEW), stored);
      expect(await cancelBroadcast(now(), broadcast)).toMatchObject({ state: "draft", scheduledAt: null });
      goOn();
      await expect(launched).rejects.toMatchObject({
        code: "CONFLICT",
        message: "This broadcast was cancelled while it was being launched",
      });
      expect(await read(broadcast)).toMatchObject({ state: "draft", totalCount: 0 });
      expect(await countRecipients(broadcast)).toBe(0);
    },
  );

  test("a worker that finds it cancelled leaves it a draft", async () => {
    const broadcast = await due();
    const { launched, goOn } = await pause(() => launchDueBroadcasts(NONE_ARE_FEW));
    await cancelBroadcast(now(), broadcast);
    goOn();
    await launched;
    expect(await read(broadcast)).toMatchObject({ state: "draft" });
    expect(await countRecipients(broadcast)).toBe(0);
    betweenBatches = async () => {};
    expect(await launchBroadcast(now(), broadcast, NONE_ARE_FEW)).toMatchObject({ totalCount: 4_600 });
  });
});

describe("a launch that dies", () => {
  const killed = async (connection: PoolClient) => {
    const { rows } = await connection.query<{ pid: number }>("select pg_backend_pid() as pid");
    await database().$queryRaw`select pg_terminate_backend(${rows[0]?.pid}::int)`;
  };

  test("in the middle leaves one that can be launched again, with the audience of then", async () => {
    const broadcast = await due();
    betweenBatches = killed;
    await expect(launchBroadcast(now(), broadcast, NONE_ARE_FEW)).rejects.toThrow();
    expect(await read(broadcast)).toMatchObject({ state: "scheduled", totalCount: 0 });
    const left = await recipientsOf(broadcast);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(4_600);
    expect((await listBroadcastRecipients(now(), { broadcastId: broadcast.id })).nodes).toEqual([]);

    // One stored recipient must no longer get it. The stored recipients also make this a large launch, whatever the number of contacts.
    const gone = left[0]?.clientId ?? "";
    await database().client.update({
      where: { workspaceId_id: { workspaceId, id: gone } },
      data: { deletedAt: new Date() },
    });
    betweenBatches = async () => {};
    await launchDueBroadcasts();
    const launched = await read(broadcast);
    expect(launched).toMatchObject({ state: "inProgress", totalCount: 4_599 });
    const recipients = (await recipientsOf(broadcast)).map(({ clientId }) => clientId);
    expect(recipients).toHaveLength(4_599);
    expect(recipients).not.toContain(gone);
  });

  test("of an error leaves nothing behind", async () => {
    const broadcast = await draft();
    betweenBatches = () => Promise.reject(new Error("broken"));
    await expect(launchBroadcast(now(), broadcast, NONE_ARE_FEW)).rejects.toThrow("broken");
    expect(await read(broadcast)).toMatchObject({ state: "draft" });
    expect(await countRecipients(broadcast)).toBe(0);
    betweenBatches = async () => {};
    expect(await launchBroadcast(now(), broadcast, NONE_ARE_FEW)).toMatchObject({ totalCount: 4_600 });
  });

  test("without its connection, when all is stored, starts nothing: another may have begun", async () => {
    const broadcast = await draft();
    let process = 0;
    betweenBatches = async (connection) => {
      const { rows } = await connection.query<{ pid: number }>("select pg_backend_pid() as pid");
      process = rows[0]?.pid ?? 0;
    };
    const transact = database().$transaction.bind(database()) as (...args: unknown[]) => Promise<Broadcast>;
    const transaction = vi.spyOn(database(), "$transaction").mockImplementationOnce(async (...args: unknown[]) => {
      await database().$queryRaw`select pg_terminate_backend(${process}::int, 5000)`;
      return transact(...args);
    });
    await expect(launchBroadcast(now(), broadcast, NONE_ARE_FEW)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The launch lost its connection to the database; launch the broadcast again",
    });
    transaction.mockRestore();
    expect(await read(broadcast)).toMatchObject({ state: "draft", totalCount: 0 });
    expect(await countRecipients(broadcast)).toBe(4_600);
    expect(await launchBroadcast(now(), broadcast)).toMatchObject({ state: "inProgress", totalCount: 4_600 });
    expect(await countRecipients(broadcast)).toBe(4_600);
  });
});
