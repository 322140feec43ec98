import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { audit } from "../auth/audit.ts";
import { patchClient } from "../clients/patch-client.ts";
import { database, inTransaction, pool } from "../db.ts";
import { env } from "../env.ts";
import { errorColumns } from "../error-columns.ts";
import { quote } from "../say.ts";
import { listEvents } from "../webhooks/list-events.ts";
import { createTestClient, createTestMember, testCtx } from "../testing/factories.ts";
import { createWorld, type World } from "../testing/isolation/world.ts";
import { eventually } from "../testing/receiver.ts";
import { reserveUpload } from "../uploads/reserve-upload.ts";
import { runErasure } from "./run-erasure.ts";

const ERASE = `mutation ($input: ClientEraseInput!) { eraseClient(input: $input) { id kind state } }`;
const REQUESTS = `query ($input: ClientDataRequestsInput!) { clientDataRequests(input: $input) {
  nodes { id kind state totalCount doneCount completedAt } } }`;

/** Unique to this person and this test run. */
const SENTINEL = `zz${randomUUID().slice(0, 13)}zz`;

/** Columns that name no contact: the workspace's own terms, and which team member did something. */
const NOT_THEIRS = [
  "Conversation.tags",
  "Conversation.endedBy",
  "Conversation.snoozedBy",
  "Message.tags",
  "Message.createdBy",
  // What the provider charges for.
  "Message.price",
  "Client.archivedBy",
  "ClientDataRequest.createdBy",
  "ClientDataRequest.error",
  // Data of the whole workspace: of the channel and of the assistant.
  "CreditEntry.kind",
  "CreditEntry.createdBy",
  "CreditEntry.stripeSessionId",
  "EvalQuestion.createdBy",
  "MailNotice.event",
  "PlaygroundChat.createdBy",
  "PlaygroundChat.phone",
  "PlaygroundChat.replayLines",
  "ScheduledMessage.createdBy",
  "SendAttempt.outcome",
  "Event.name",
  "Event.trail",
];

let world: World;
let workspaceId: number;

beforeAll(async () => {
  world = await createWorld("erase");
  ({ workspaceId } = world);
});

type Column = { table: string; column: string; type: string };

/** Every text column of the tables that refer to a contact, a conversation or a message. */
async function textColumns(): Promise<(Column & { by: string })[]> {
  const { rows } = await pool().query<Column & { by: string }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, (
      select k.attname from pg_attribute k where k.attrelid = c.oid and k.attname in ('clientId', 'convId', 'messageId')
      order by k.attname limit 1) as by
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and format_type(a.atttypid, a.atttypmod) in ('text', 'text[]', 'json', 'jsonb', 'bytea')
      and (c.relname in ('Client', 'Conversation', 'Message')
        or exists (select from pg_attribute k where k.attrelid = c.oid and k.attname in ('clientId', 'convId', 'messageId')))
    order by 1, 2`);
  return rows.filter(({ table, column }) => !NOT_THEIRS.includes(`${table}.${column}`));
}

const PLANTED: Record<string, string> = {
  text: `'${SENTINEL}-' || gen_random_uuid()`,
  "text[]": `array['${SENTINEL}']`,
  json: `json_build_object('event', 'X', 'words', '${SENTINEL}')`,
  jsonb: `jsonb_build_object('words', '${SENTINEL}')`,
  bytea: `convert_to('${SENTINEL}', 'UTF8')`,
};

/** Writes the sentinel into every text of the person's rows, and returns the columns. */
async function plant(clientId: string, convId: string): Promise<string[]> {
  const planted: string[] = [];
  for (const { table, column, type, by } of await textColumns()) {
    const own = table === "Client" ? "id = $2" : table === "Conversation" ? "id = $3" : null;
    const inMessages = `"messageId" in (select m.id from "Message" m where m."workspaceId" = $1 and m."convId" = $3)`;
    const where = own ?? (by === "clientId" ? `"clientId" = $2` : by === "convId" ? `"convId" = $3` : inMessages);
    const { rowCount } = await pool().query(
      `update "${table}" set "${column}" = ${PLANTED[type]} where "workspaceId" = $1 and ${where} and $2::uuid is not null and $3::uuid is not null`,
      [workspaceId, clientId, convId],
    );
    if (rowCount) planted.push(`${table}.${column}`);
  }
  return planted;
}

/** The columns that contain the sentinel, in every table of the database, including those of pg-boss. */
async function found(text: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
  );
  const places: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await pool().query<{ row: string }>(
      `select t::text as row from ${name} t where t::text like $1 or t::text like $2`,
      [`%${text}%`, `%${Buffer.from(text).toString("hex")}%`],
    );
    places.push(...hits.map(({ row }) => `${name}: ${row.slice(0, 200)}`));
  }
  return places;
}

async function filesWith(text: string): Promise<string[]> {
  const folder = join(env().DATA_DIR, "uploads");
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const hits: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (bytes.includes(text)) hits.push(path);
  }
  return hits;
}

/** A contact with a row in every table that may refer to it. */
async function newPerson(): Promise<{ clientId: string; convId: string }> {
  const conv = await world.newConv();
  const { clientId, id: convId, messageId } = conv;
  const db = database();
  const { integration: integrationId, assistant: aiId, agent: agentId } = world.ids;
  await world.newDraft({ convId, agentId });
  await world.newScheduled({ convId, agentId });
  await db.messageVersion.create({
    data: { workspaceId, messageId, versionNo: 1, content: "x", replacedAt: new Date() },
  });
  await db.messageReaction.create({ data: { workspaceId, messageId, isAgent: false, emoji: "x", at: new Date() } });
  await db.sendAttempt.create({
    data: { workspaceId, messageId, attemptNo: 1, outcome: "refused", ...errorColumns(quote("x")) },
  });
  await db.assistantAnswer.create({
    data: {
      workspaceId,
      aiId,
      convId,
      clientMessageId: messageId,
      outcome: "handedOver",
      reason: "x",
      details: {},
      durationMs: 1,
    },
  });
  await db.evalQuestion.create({
    data: { workspaceId, aiId, convId, question: "x", expects: {}, createdBy: world.userId },
  });
  const broadcastId = world.ids.broadcast;
  await db.broadcastRecipient.create({ data: { workspaceId, broadcastId, clientId, error: "x" } });
  await db.providerCall.create({
    data: { workspaceId, integrationId, body: Buffer.from(`{"from":"${SENTINEL}-number"}`), doneAt: new Date() },
  });
  await db.idempotencyKey.create({
    data: {
      workspaceId,
      callerId: "x",
      key: clientId,
      requestHash: Buffer.from("x"),
      response: { id: clientId, name: SENTINEL },
    },
  });
  await db.importJobRowError.create({
    data: { workspaceId, jobId: world.ids.importJob, row: 77, message: `${SENTINEL}-number is no phone number` },
  });
  await inTransaction(testCtx(workspaceId), async (tx) => {
    await audit(tx, "exportClients", null, { after: { search: `${SENTINEL} smith` } });
    const filter = { phone: `${SENTINEL}-number` };
    await audit(tx, "createSegment", null, { after: { filter: JSON.stringify(filter) } });
    await tx.db.segment.create({ data: { workspaceId, name: "One person", filter, createdBy: world.userId } });
    await tx.db.$executeRaw`
      insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId")
      values (${workspaceId}, gen_random_uuid(), 'INCOMING_MESSAGE', '{}', ${convId}::uuid, ${clientId}::uuid)`;
    await tx.db.$executeRaw`
      insert into "WebhookDelivery" ("workspaceId", id, "webhookId", "eventId", "eventSeq", state, error, "nextAttemptAt")
      select ${workspaceId}, gen_random_uuid(), ${world.ids.webhook}::uuid, e.id, e.seq, 'failed', ${SENTINEL}, null
      from "Event" e where e."workspaceId" = ${workspaceId} and e."clientId" = ${clientId}::uuid`;
    await tx.db.$executeRaw`
      insert into "WebhookAttempt" ("workspaceId", "deliveryId", "attemptNo", "startedAt", "durationMs", "responseBody", error)
      select "workspaceId", id, 1, now(), 5, ${SENTINEL}, ${SENTINEL} from "WebhookDelivery"
      where "workspaceId" = ${workspaceId} and error = ${SENTINEL}`;
  });
  return { clientId, convId };
}

/** A file of the person, with the sentinel in its bytes and its name. */
async function giveFile(clientId: string, convId: string): Promise<void> {
  const { url } = await inTransaction(testCtx(workspaceId), async (tx) => {
    const file = await reserveUpload(tx, { mimeType: "text/plain", fileName: `${SENTINEL}.txt`, url: null });
    await tx.db.message.create({
      data: {
        workspaceId,
        convId,
        clientId,
        integrationId: world.ids.integration,
        seq: 900,
        content: file.url,
        type: "document",
        isAgent: false,
        createdBy: clientId,
        status: "delivered",
      },
    });
    return file;
  });
  const fileName = url.split("/").at(-1) ?? "";
  await putBytes(fileName, Buffer.from(`${SENTINEL} in a file`));
}

async function putBytes(fileName: string, bytes: Buffer): Promise<void> {
  const { blobs } = await import("../blobs/blobs.ts");
  const { spool } = await import("../blobs/spool.ts");
  const { path } = await spool(Readable.from([bytes]));
  await (await blobs()).keep(`${workspaceId}/${fileName}`, path, "text/plain");
  await database().upload.updateMany({
    where: { workspaceId, fileName },
    data: { storedAt: new Date(), sizeBytes: bytes.byteLength },
  });
}

/** @returns the request's id. */
async function erase(clientId: string): Promise<string> {
  const { id } = await world.api.ok<{ id: string }>(ERASE, { id: clientId });
  await runErasure(workspaceId, id);
  return id;
}

describe("eraseClient", () => {
  test("leaves nothing of a person in any table or file, and every other row as it was", async () => {
    const person = await newPerson();
    const planted = await plant(person.clientId, person.convId);
    // The erasure finds some rows only by the person's words, so these must be set.
    await database().client.update({
      where: { workspaceId_id: { workspaceId, id: person.clientId } },
      data: { phone: `${SENTINEL}-number`, name: SENTINEL },
    });
    await giveFile(person.clientId, person.convId);
    for (const needed of ["Message.content", "Client.name", "Event.payload", "Draft.text", "AssistantAnswer.details"])
      expect(planted).toContain(needed);
    expect((await found(SENTINEL)).length).toBeGreaterThan(15);
    expect(await filesWith(SENTINEL)).not.toEqual([]);

    const counts = () =>
      Promise.all([
        database().message.count({ where: { workspaceId } }),
        database().conversation.count({ where: { workspaceId } }),
        database().client.count({ where: { workspaceId } }),
        database().broadcastRecipient.count({ where: { workspaceId } }),
        database().assistantAnswer.count({ where: { workspaceId, outcome: "handedOver" } }),
      ]);
    const [messages, ...others] = await counts();
    const requestId = await erase(person.clientId);
    expect(await found(SENTINEL)).toEqual([]);
    expect(await filesWith(SENTINEL)).toEqual([]);
    // The system message that the conversation ended adds one message.
    expect(await counts()).toEqual([messages + 1, ...others]);
    expect((await world.api.ok<{ nodes: unknown[] }>(REQUESTS, { clientId: person.clientId })).nodes).toMatchObject([
      { kind: "erasure", state: "completed" },
    ]);
    const [entry] = await database().auditEntry.findMany({ where: { workspaceId, action: "eraseClient" } });
    expect(entry).toMatchObject({ targetId: person.clientId, before: null, after: { requestId } });
  });

  test("whoever was merged into the contact goes with it; a second asker gets the same request; a merged one is refused", async () => {
    const { clientId } = await world.newMerge();
    const request = await world.api.ok<{ id: string }>(ERASE, { id: clientId });
    expect(await world.api.ok(ERASE, { id: clientId })).toMatchObject({ id: request.id });
    const [source] = await database().client.findMany({ where: { workspaceId, mergedIntoId: clientId } });
    expect(await world.api.refusal(ERASE, { id: source?.id ?? "" })).toMatchObject({ code: "BAD_INPUT" });
    await runErasure(workspaceId, request.id);
    await runErasure(workspaceId, request.id);
    const rows = await database().client.findMany({
      where: { workspaceId, OR: [{ id: clientId }, { mergedIntoId: clientId }] },
    });
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ name: null, phone: null, email: null, externalClientId: null });
    expect(await database().clientMerge.count({ where: { workspaceId, clientId } })).toBe(0);
  });

  test("an event keeps its id, place and kind, and says that it was emptied", async () => {
    const client = await createTestClient(workspaceId, { name: "Ada", email: "ada@example.com", tags: ["vip"] });
    const told = async () =>
      (await listEvents(testCtx(workspaceId), { first: 100 })).nodes.find(
        ({ payload }) => (payload as { id?: string }).id === client.id,
      );
    await patchClient(testCtx(workspaceId), { id: client.id, surname: "Lovelace" });
    // The log waits for every older transaction of the server, including those of other tests' databases.
    await eventually(async () => (await told()) !== undefined);
    const before = await told();
    expect(before?.payload).toMatchObject({ event: "CLIENT_UPDATED", name: "Ada", tags: ["vip"] });
    await erase(client.id);
    const after = await told();
    expect(after?.id).toBe(before?.id);
    expect(after?.payload).toMatchObject({
      event: "CLIENT_UPDATED",
      id: client.id,
      name: null,
      tags: [],
      erased: true,
    });
    const again = await createTestClient(workspaceId, { externalClientId: client.externalClientId ?? randomUUID() });
    expect(again.id).not.toBe(client.id);
  });

  test("is for whoever manages the workspace", async () => {
    const client = await createTestClient(workspaceId);
    const member = await createTestMember(workspaceId, "AGENT_PLUS");
    expect(await member.api.refusal(ERASE, { id: client.id })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  });
});
