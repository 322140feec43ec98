import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { archiveClient } from "../clients/archive-client.ts";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { addMessage } from "../messages/add-message.ts";
import { updateMessageStatus } from "../sending/update-message-status.ts";
import { startBroadcasting } from "../work/handlers/run-broadcasts.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { quote } from "../say.ts";
import type { Api } from "../testing/api.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { cancelBroadcast } from "./cancel-broadcast.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { createBroadcast, type BroadcastCreateInput } from "./create-broadcast.ts";
import { launchBroadcast } from "./launch-broadcast.ts";
import { launchDueBroadcasts } from "./launch-due-broadcasts.ts";
import { reportBroadcasts } from "./report-broadcasts.ts";
import { runBroadcasts } from "./run-broadcasts.ts";

const POLL_MS = 50;

let ctx: Ctx;
let workspaceId: number;
let api: Api;
let stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  ({ ctx, workspaceId, api } = await createTestWorkspace());
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
  await database().sendQueue.deleteMany();
  await database().broadcast.updateMany({ data: { state: "completed" } });
});

/** Starts the worker parts that hand messages to channels (`send`) and that make broadcast messages (`broadcast`). */
function send(): void {
  const sending = startSending(POLL_MS);
  stops.push(() => sending.stop(5_000));
}
function broadcast(): void {
  const broadcasting = startBroadcasting(POLL_MS);
  stops.push(() => broadcasting.stop());
}

async function channel(answer?: Parameters<typeof startReceiver>[0]): Promise<{ id: string; receiver: Receiver }> {
  const receiver = await startReceiver(answer);
  stops.push(() => receiver.close());
  const { id } = await createTestIntegration(workspaceId, { endpoint: receiver.url });
  return { id, receiver };
}

/** Sets the channel's rate so that its queue holds at most this many broadcast messages; null: the default rate. */
async function queueOf(integrationId: string, count: number | null): Promise<void> {
  await database().integration.update({
    where: { workspaceId_id: { workspaceId, id: integrationId } },
    data: { ratePerSecond: count === null ? null : count / 5 },
  });
}

async function clients(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    const input = { name: `Carla ${n}`, externalClientId: `c-${n}`, country: "DE" };
    ids.push((await createTestClient(workspaceId, input)).id);
  }
  return ids;
}

/** Repeats rounds until nothing is left to do at once: on a busy machine, a round may end early. */
async function runAll(): Promise<void> {
  let isBehind = true;
  while (isBehind) isBehind = await runBroadcasts();
}

const addClients = (count: number) => database().$executeRaw`
  insert into "Client" ("workspaceId", id, "externalClientId")
  select ${workspaceId}, gen_random_uuid(), 'bulk-' || n from generate_series(1, ${count}::int) n`;
const draft = (integrationId: string, input: Partial<BroadcastCreateInput> = {}) =>
  createBroadcast(ctx, { name: "Sale", integrationId, templateName: "sale", ...input });
async function launched(integrationId: string, input?: Partial<BroadcastCreateInput>): Promise<Broadcast> {
  return launchBroadcast({ ...ctx, now: new Date() }, await draft(integrationId, input));
}
const read = ({ id }: { id: string }) =>
  database().broadcast.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
    include: { recipients: true },
  });
const messages = ({ id }: { id: string }) =>
  database().message.findMany({ where: { workspaceId, broadcastId: id }, orderBy: { createdAt: "asc" } });
async function ends(which: { id: string }, state: Broadcast["state"]) {
  await eventually(
    async () => (await read(which)).state === state,
    15_000,
    () => `the broadcast did not become ${state}`,
  );
  return read(which);
}
const bodies = ({ receiver }: { receiver: Receiver }) =>
  receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe("a broadcast", () => {
  test("reaches twenty clients at a custom endpoint once each, with their own values filled in, and completes", async () => {
    const shop = await channel((request, response) => {
      const { messageId } = JSON.parse(request.body) as { messageId: string };
      response.end(JSON.stringify({ externalMessageId: `ext-${messageId}` }));
    });
    const ids = await clients(20);
    send();
    broadcast();
    const started = await launched(shop.id, {
      name: "Spring",
      templateName: "sale",
      templateLang: "de",
      templateComponents: [
        { type: "body", parameters: [{ type: "text", text: "Hallo {{name}} ({{country}}) {{other}}" }] },
      ],
    });
    expect(started).toMatchObject({ state: "inProgress", totalCount: 20 });
    const ended = await ends(started, "completed");
    expect(ended).toMatchObject({ totalCount: 20, error: null, startedAt: started.startedAt });
    expect(ended.completedAt?.getTime()).toBeGreaterThan(started.startedAt?.getTime() ?? Infinity);

    const sent = await messages(started);
    expect(sent).toHaveLength(20);
    expect(sent.every(({ status, isAgent, createdBy }) => status === "sent" && isAgent && createdBy === "SYSTEM")).toBe(
      true,
    );
    expect(ended.recipients.map(({ clientId }) => clientId).sort()).toEqual(ids.toSorted());
    expect(ended.recipients.map(({ messageId }) => messageId).sort()).toEqual(sent.map(({ id }) => id).sort());
    expect(
      bodies(shop)
        .map(({ receiptId }) => receiptId)
        .sort(),
    ).toEqual(Array.from({ length: 20 }, (_, index) => `c-${index + 1}`).sort());
    expect(bodies(shop).find(({ receiptId }) => receiptId === "c-7")).toMatchObject({
      type: "template",
      content: "sale",
      template: {
        name: "sale",
        language: "de",
        components: [{ type: "body", parameters: [{ type: "text", text: "Hallo Carla 7 (DE) {{other}}" }] }],
      },
    });
    // The broadcast opened their conversations, which reference it.
    const conv = await api.ok<{ nodes: { broadcastId: string; broadcastName: string; ended: boolean }[] }>(
      "query ($input: ConvsInput!) { convs(input: $input) { nodes { broadcastId broadcastName ended } } }",
      { integrationId: shop.id },
    );
    expect(conv.nodes).toHaveLength(20);
    for (const node of conv.nodes)
      expect(node).toEqual({ broadcastId: started.id, broadcastName: "Spring", ended: false });
    const told = await database().event.groupBy({ by: ["name"], where: { workspaceId }, _count: true });
    const counts = Object.fromEntries(told.map(({ name, _count }) => [name, _count]));
    expect(counts).toMatchObject({ NEW_CONV: 20, OUTGOING_MESSAGE: 20, MESSAGE_UPDATED: 20 });
  });

  test("goes into the open conversation that a client has, which stays no broadcast's", async () => {
    const shop = await channel();
    const [clientId = ""] = await clients(1);
    const conv = await createTestConv(workspaceId, { integrationId: shop.id, clientId });
    send();
    broadcast();
    const ended = await ends(await launched(shop.id), "completed");
    expect((await messages(ended)).map(({ convId }) => convId)).toEqual([conv.id]);
    expect(await database().conversation.findMany({ where: { workspaceId } })).toMatchObject([{ broadcastId: null }]);
  });

  test("is made once per client by workers that run at the same time, and the report accounts for everybody at every moment", async () => {
    const shop = await channel();
    await clients(60);
    for (let worker = 0; worker < 3; worker++) broadcast();
    send();
    const started = await launched(shop.id);
    const today = { startDate: new Date(), endDate: new Date() };
    let polls = 0;
    do {
      const [node] = await reportBroadcasts(ctx, today);
      const { pendingCount = 0, failedCount = 0, successCount = 0 } = node ?? {};
      expect(pendingCount + failedCount + successCount).toBe(60);
      polls += 1;
    } while ((await read(started)).state === "inProgress");
    expect(polls).toBeGreaterThan(3);
    const ended = await ends(started, "completed");
    const made = await messages(ended);
    expect(made).toHaveLength(60);
    expect(new Set(made.map(({ clientId }) => clientId)).size).toBe(60);
    expect(ended.recipients.every(({ messageId, error }) => messageId !== null && error === null)).toBe(true);
    const changes = await database().event.count({ where: { workspaceId, name: "WORKSPACE_CHANGED" } });
    // The channel, the draft, the launch, the end.
    expect(changes).toBe(4);
  });

  test("leaves out who was archived after the launch, and says so", async () => {
    const shop = await channel();
    const [first = ""] = await clients(3);
    const started = await launched(shop.id);
    await archiveClient(ctx, { id: first });
    send();
    broadcast();
    const ended = await ends(started, "completed");
    expect(await messages(ended)).toHaveLength(2);
    expect(ended.recipients.find(({ clientId }) => clientId === first)).toMatchObject({
      messageId: null,
      error: "This contact is archived and gets no messages; unarchive the contact first",
    });
    expect((await countOutcomes(ctx, ended.id)).failed).toBe(1);
  });

  test("completes when its last message settles, and not before", async () => {
    let release: () => void = () => undefined;
    const shop = await channel((request, response, index) => {
      if (index < 4) return void response.end("{}");
      release = () => response.end("{}");
    });
    await clients(5);
    send();
    broadcast();
    const started = await launched(shop.id);
    await shop.receiver.arrived(5);
    await eventually(async () => (await messages(started)).filter(({ status }) => status === "sent").length === 4);
    await new Promise((wait) => setTimeout(wait, 6 * POLL_MS));
    expect(await read(started)).toMatchObject({ state: "inProgress", completedAt: null });
    release();
    await ends(started, "completed");
  });

  test("in which some messages fail is completed, and a delivery that overrules a failure is counted", async () => {
    const shop = await channel((request, response) => {
      const { receiptId } = JSON.parse(request.body) as { receiptId: string };
      if (receiptId === "c-2") return void response.writeHead(422).end('{"error":"unknown customer"}');
      response.end(JSON.stringify({ externalMessageId: `ext-${receiptId}` }));
    });
    await clients(4);
    send();
    broadcast();
    const ended = await ends(await launched(shop.id), "completed");
    expect(ended.error).toBeNull();
    expect((await countOutcomes(ctx, ended.id)).failed).toBe(1);
    const report = { at: null, externalMessageId: "ext-c-3" };
    await updateMessageStatus(ctx, shop.id, { ...report, status: "failed", error: quote("handset is off") });
    expect((await countOutcomes(ctx, ended.id)).failed).toBe(2);
    await updateMessageStatus(ctx, shop.id, { ...report, status: "delivered" });
    expect((await countOutcomes(ctx, ended.id)).failed).toBe(1);
  });

  test("of which nothing could be sent has failed, with the commonest reason", async () => {
    const shop = await channel((_, response, index) =>
      response.writeHead(400).end(JSON.stringify({ error: index === 0 ? "once" : "no such template" })),
    );
    await clients(3);
    send();
    broadcast();
    const ended = await ends(await launched(shop.id), "failed");
    expect(ended.error).toBe("No message could be sent. no such template");
    expect(ended.startedAt).not.toBeNull();
    expect(ended.completedAt).not.toBeNull();
    expect((await countOutcomes(ctx, ended.id)).failed).toBe(3);
  });

  test("passes over a client for whom no message can be made by a fault of ours, and comes back to them", async () => {
    const shop = await channel();
    const [first = ""] = await clients(3);
    const conv = await createTestConv(workspaceId, { integrationId: shop.id, clientId: first });
    const place = { workspaceId_id: { workspaceId, id: conv.id } };
    // An inconsistent row: the number of its next message is already taken.
    await database().message.create({
      data: {
        workspaceId,
        convId: conv.id,
        clientId: first,
        integrationId: shop.id,
        seq: 1,
        content: "Hello",
        type: "text",
        isAgent: false,
        createdBy: "SYSTEM",
        status: "delivered",
      },
    });
    send();
    broadcast();
    const started = await launched(shop.id);
    await shop.receiver.arrived(2);
    expect(await read(started)).toMatchObject({ state: "inProgress" });
    await database().conversation.update({ where: place, data: { lastSeq: 1 } });
    const ended = await ends(started, "completed");
    expect(ended.recipients.every(({ messageId }) => messageId !== null)).toBe(true);
    expect(shop.receiver.received).toHaveLength(3);
  });

  test("waits while its channel is switched off, and goes on when it is switched on", async () => {
    const shop = await channel();
    await clients(3);
    const started = await launched(shop.id);
    const where = { workspaceId_id: { workspaceId, id: shop.id } };
    await database().integration.update({ where, data: { state: "disabled" } });
    expect(await runBroadcasts()).toBe(false);
    expect(await messages(started)).toEqual([]);
    expect(await read(started)).toMatchObject({ state: "inProgress" });
    await database().integration.update({ where, data: { state: "active" } });
    send();
    broadcast();
    await ends(started, "completed");
    expect(shop.receiver.received).toHaveLength(3);
  });

  test("in a workspace that was deleted is neither launched nor sent", async () => {
    const shop = await channel();
    await clients(2);
    const started = await launched(shop.id);
    await database().workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
    expect(await runBroadcasts()).toBe(false);
    expect(await messages(started)).toEqual([]);
  });
});

describe("while a broadcast is under way", () => {
  test("its channel's queue stays short, and an agent's reply passes it", async () => {
    const shop = await channel();
    const [clientId = ""] = await clients(1);
    const { id: broadcastId } = await draft(shop.id);
    await queueOf(shop.id, 100);
    // Messages of another broadcast that are already in the queue.
    await database().$executeRaw`
      with conv as (
        insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "lastSeq")
        select ${workspaceId}, gen_random_uuid(), ${shop.id}::uuid, ${clientId}::uuid, 'bulk-' || n, 1 from generate_series(1, 81) n
        returning *
      ), message as (
        insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy",
          status, "broadcastId")
        select "workspaceId", gen_random_uuid(), id, "clientId", "integrationId", 1, 'sale', 'template', true, 'SYSTEM', 'pending',
          ${broadcastId}::uuid from conv
        returning *
      )
      insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "giveUpAt")
      select "workspaceId", id, "integrationId", "convId", seq, 2, "broadcastId", now() + interval '1 day' from message`;
    await addClients(150);
    const started = await launched(shop.id);
    expect(await runBroadcasts()).toBe(false);
    expect(await messages(started)).toEqual([]);
    await database().sendQueue.deleteMany({
      where: { messageId: (await database().sendQueue.findFirstOrThrow({ where: { workspaceId } })).messageId },
    });
    // Now the queue has room for one second's messages, so it is refilled, once.
    await runAll();
    expect(await messages(started)).toHaveLength(20);
    await runAll();
    expect(await messages(started)).toHaveLength(20);
    await queueOf(shop.id, null);

    const conv = await createTestConv(workspaceId, { integrationId: shop.id, clientId });
    const reply = await addMessage(
      { ...ctx, now: new Date() },
      { integrationId: shop.id, convId: conv.id, content: "Hello", type: "text" },
    );
    send();
    await shop.receiver.arrived(20);
    const first = shop.receiver.received.slice(0, 20).map(({ headers }) => headers["idempotency-key"]);
    expect(first).toContain(reply.id);
  }, 60_000);

  test("a second one, on another channel, is sent side by side", async () => {
    const [one, two] = [await channel(), await channel()];
    await addClients(250);
    const broadcasts = [await launched(one.id), await launched(two.id)];
    // The first one waits for its channel, and the second one does not wait for the first.
    await queueOf(one.id, 100);
    await runAll();
    const lengths = async () => (await Promise.all(broadcasts.map(messages))).map(({ length }) => length);
    expect(await lengths()).toEqual([100, 250]);
    await queueOf(one.id, null);
    await runAll();
    expect(await lengths()).toEqual([250, 250]);
  });
});

describe("cancelling one that is under way", () => {
  test("sends nothing more: who waits gets nothing, what is queued fails with the reason, what is at the provider ends", async () => {
    const open: (() => void)[] = [];
    const shop = await channel((_, response) => void open.push(() => response.end("{}")));
    await addClients(150);
    const started = await launched(shop.id);
    await queueOf(shop.id, 100);
    await runAll();
    expect(await messages(started)).toHaveLength(100);
    await queueOf(shop.id, null);
    send();
    await shop.receiver.arrived(20);

    const cancelled = await cancelBroadcast(ctx, started);
    expect(cancelled).toMatchObject({ state: "inProgress", error: "Cancelled", completedAt: null });
    broadcast();
    await new Promise((wait) => setTimeout(wait, 4 * POLL_MS));
    expect(await read(started)).toMatchObject({ state: "inProgress" });
    for (const answer of open) answer();
    const ended = await ends(started, "completed");
    expect(ended.error).toBe("Cancelled: 130 of 150 messages were not sent");
    expect(shop.receiver.received).toHaveLength(20);
    const statuses = Map.groupBy(await messages(started), ({ status }) => status);
    expect(statuses.get("sent")).toHaveLength(20);
    const stopped = statuses.get("failed") ?? [];
    expect(stopped).toHaveLength(80);
    expect(new Set(stopped.map(({ error }) => error))).toEqual(
      new Set(["The broadcast was cancelled before this message was sent"]),
    );
    expect(ended.recipients.filter(({ error }) => error === "Cancelled")).toHaveLength(50);
    expect((await countOutcomes(ctx, started.id)).failed).toBe(130);
    const told = await database().event.count({
      where: { workspaceId, name: "MESSAGE_UPDATED", messageId: { in: stopped.map(({ id }) => id) } },
    });
    expect(told).toBe(80);
    expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
  }, 30_000);

  test("stops what waits for another try, and says that it had been tried", async () => {
    const shop = await channel((_, response) => response.writeHead(503, { "retry-after": "30" }).end());
    await clients(2);
    send();
    const started = await launched(shop.id);
    await runAll();
    await eventually(
      async () => (await database().sendQueue.count({ where: { workspaceId, attemptNo: 1, leaseToken: null } })) === 2,
    );
    expect(await cancelBroadcast(ctx, started)).toMatchObject({
      state: "completed",
      error: "Cancelled: 2 of 2 messages were not sent",
    });
    for (const { error } of await messages(started)) {
      expect(error).toBe("The broadcast was cancelled while this message was being tried again");
    }
  });

  test("leaves nobody a message that workers were making at the same moment", async () => {
    const shop = await channel();
    await addClients(1_000);
    const started = await launched(shop.id);
    for (let worker = 0; worker < 3; worker++) broadcast();
    await eventually(async () => (await messages(started)).length > 20);
    await cancelBroadcast(ctx, started);
    const made = (await messages(started)).length;
    const ended = await ends(started, "completed");
    expect(made).toBeLessThan(1_000);
    expect(await messages(started)).toHaveLength(made);
    expect(ended.error).toBe("Cancelled: 1000 of 1000 messages were not sent");
    expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
    for (const { messageId, error } of ended.recipients)
      expect([messageId === null, error !== null]).toEqual(messageId ? [false, false] : [true, true]);
    expect(shop.receiver.received).toEqual([]);
  }, 30_000);

  test("is brought to its end by a worker when the process that was asked died right after", async () => {
    const shop = await channel();
    await addClients(130);
    const started = await launched(shop.id);
    await queueOf(shop.id, 100);
    await runAll();
    await queueOf(shop.id, null);
    await database().broadcast.update({
      where: { workspaceId_id: { workspaceId, id: started.id } },
      data: { cancelledAt: new Date(), error: "Cancelled" },
    });
    send();
    broadcast();
    const ended = await ends(started, "completed");
    expect(ended.error).toMatch(/^Cancelled: \d+ of 130 messages were not sent$/);
    expect(ended.recipients.filter(({ error }) => error === "Cancelled")).toHaveLength(30);
    expect(await messages(started)).toHaveLength(100);
  }, 30_000);

  test("lets go of more recipients than one statement takes, while a worker winds down too", async () => {
    const shop = await channel();
    await addClients(2_500);
    const started = await launched(shop.id);
    await Promise.all([cancelBroadcast(ctx, started), runBroadcasts(), runBroadcasts()]);
    broadcast();
    const ended = await ends(started, "completed");
    expect(ended.error).toBe("Cancelled: 2500 of 2500 messages were not sent");
    for (const { messageId, error } of ended.recipients) expect(messageId === null).toBe(error === "Cancelled");
    expect(shop.receiver.received).toEqual([]);
  }, 30_000);

  test("leaves other broadcasts on the channel alone", async () => {
    const shop = await channel();
    await clients(2);
    const [stopped, kept] = [await launched(shop.id), await launched(shop.id)];
    await runAll();
    expect(await cancelBroadcast(ctx, stopped)).toMatchObject({ state: "completed" });
    send();
    broadcast();
    expect(await ends(kept, "completed")).toMatchObject({ error: null });
    expect(shop.receiver.received).toHaveLength(2);
  });
});

describe("a scheduled broadcast", () => {
  const soon = (ms: number) => new Date(Date.now() + ms);

  test("is launched when its time is reached, once, whatever number of workers look", async () => {
    const shop = await channel();
    await clients(3);
    const scheduledAt = soon(800);
    const scheduled = await draft(shop.id, { scheduledAt });
    for (let worker = 0; worker < 3; worker++) broadcast();
    send();
    await new Promise((wait) => setTimeout(wait, 400));
    expect(await read(scheduled)).toMatchObject({ state: "scheduled", startedAt: null });
    const ended = await ends(scheduled, "completed");
    const lateMs = (ended.startedAt?.getTime() ?? 0) - scheduledAt.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(5_000);
    expect(shop.receiver.received).toHaveLength(3);
    const launches = await database().auditEntry.findMany({ where: { workspaceId, action: "launchBroadcast" } });
    expect(launches).toMatchObject([{ actorKind: "system", before: { state: "scheduled" }, after: { totalCount: 3 } }]);
  });

  test("starts late, and once, when no worker ran at its time", async () => {
    const shop = await channel();
    await clients(2);
    const scheduled = await draft(shop.id, { scheduledAt: soon(60_000) });
    await database().broadcast.updateMany({ where: { workspaceId }, data: { scheduledAt: soon(-3_600_000) } });
    send();
    broadcast();
    broadcast();
    await ends(scheduled, "completed");
    expect(shop.receiver.received).toHaveLength(2);
  });

  test("that can send nothing fails by itself, and keeps no other from its time", async () => {
    const shop = await channel();
    const off = await channel();
    await clients(1);
    await database().integration.updateMany({ where: { workspaceId, id: off.id }, data: { state: "disabled" } });
    const failing = await draft(off.id, { scheduledAt: soon(60_000) });
    const fine = await draft(shop.id, { scheduledAt: soon(60_000) });
    await database().broadcast.updateMany({ where: { workspaceId }, data: { scheduledAt: soon(-1_000) } });
    send();
    broadcast();
    await ends(fine, "completed");
    expect(await ends(failing, "failed")).toMatchObject({
      startedAt: null,
      totalCount: 1,
      error: "The channel Shop is not active; switch it on first",
    });
  });

  test("is launched although twenty that are due before it cannot be, each time", async () => {
    const shop = await channel();
    await clients(1);
    const due = await Promise.all(Array.from({ length: 21 }, () => draft(shop.id, { scheduledAt: soon(60_000) })));
    const last = due.at(-1)?.id ?? "";
    for (const [index, { id }] of due.entries()) {
      const place = { workspaceId_id: { workspaceId, id } };
      await database().broadcast.update({ where: place, data: { scheduledAt: soon(index - 60_000) } });
    }
    await database().$executeRawUnsafe(`
      create function no_launch() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger no_launch before update on "Broadcast" for each row
        when (new.state = 'inProgress' and new.id <> '${last}') execute function no_launch()`);
    try {
      await launchDueBroadcasts();
      const states = await Promise.all(due.map(async (each) => (await read(each)).state));
      expect(states).toEqual([...Array<string>(20).fill("scheduled"), "inProgress"]);
    } finally {
      await database().$executeRaw`drop function no_launch cascade`;
    }
    await launchDueBroadcasts();
    expect(await database().broadcast.count({ where: { workspaceId, state: "inProgress" } })).toBe(21);
  });
});
