import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack, type Pack } from "tar-stream";
import { systemCtx } from "../auth/system-ctx.ts";
import { blobs } from "../blobs/blobs.ts";
import { spool } from "../blobs/spool.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction, pool } from "../db.ts";
import type { ClientDataRequest } from "../generated/prisma/client.ts";
import { countMessagesOf, type Whose } from "../messages/forget-words.ts";
import { keepArchive, storedFiles, type StoredFile } from "../uploads/archives.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";
import { uploadUrl } from "../uploads/upload-link.ts";
import { archiveNameOf, beginRequest, noteProgress, personOf } from "./data-request.ts";
import type pg from "pg";

/**
 * Exports all data of a contact into one archive (tar): `contact.json`, and its files under `files/`, with the names at the end of their
 * addresses. An interrupted run starts again.
 */
export async function runExport(workspaceId: number, requestId: string): Promise<void> {
  const ctx = systemCtx(workspaceId, "export-client-data");
  const request = await beginRequest(ctx, requestId, "export");
  if (!request) return;
  const person = await personOf(ctx, request.clientId);
  const messages = await countMessagesOf(ctx, person);
  await noteProgress(ctx, request, { totalCount: messages });

  let doneCount = 0;
  const report = async (count: number) => {
    if (count === 0) return;
    doneCount += count;
    await noteProgress(ctx, request, { doneCount });
  };
  const record = await writeRecord(workspaceId, person, (part, count) => report(part === "messages" ? count : 0));
  try {
    const files = await storedFiles(ctx, record.addresses);
    await noteProgress(ctx, request, { totalCount: messages + files.length });
    const archive = await spool(packed(record, files, () => report(1)));
    try {
      await keep(ctx, request, archive.path, archive.sizeBytes);
    } finally {
      await rm(archive.path, { force: true });
    }
  } finally {
    await rm(record.path, { force: true });
  }
}

async function keep(ctx: Ctx, request: ClientDataRequest, path: string, sizeBytes: number): Promise<void> {
  const fileName = archiveNameOf(request);
  // Store the row first: bytes without a row would never be found and deleted.
  await keepArchive(ctx, { fileName, path, sizeBytes });
  const completedAt = new Date();
  if (await noteProgress(ctx, request, { state: "completed", fileName, completedAt })) return;
  // The contact was erased meanwhile.
  await inTransaction(ctx, (tx) => discardUploads(tx, [uploadUrl(ctx.workspaceId, fileName)]));
}

/** The archive as a stream, which reads the files one after the other. */
function packed(
  record: { path: string; sizeBytes: number },
  files: readonly StoredFile[],
  onFile: () => Promise<void>,
): AsyncIterable<Uint8Array> {
  const tar = pack();
  fill(tar, record, files, onFile).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  // The packed data are bytes, but the library's types do not say so.
  return tar as AsyncIterable<Uint8Array>;
}

async function fill(
  tar: Pack,
  record: { path: string; sizeBytes: number },
  files: readonly StoredFile[],
  onFile: () => Promise<void>,
): Promise<void> {
  await add(tar, "contact.json", record.sizeBytes, createReadStream(record.path));
  const store = await blobs();
  for (const { key, fileName, sizeBytes } of files) {
    await add(tar, `files/${fileName}`, sizeBytes, await store.read(key));
    await onFile();
  }
}

function add(tar: Pack, name: string, size: number, bytes: Readable): Promise<void> {
  return pipeline(bytes, tar.entry({ name, size }));
}

/** Rows in memory at once. */
const BATCH = 500;

/**
 * Writes all data of a person into one JSON file. It reads one snapshot, so the data are of one moment and no writer is blocked.
 * @param onRows called for each batch with the name of the part and its number of rows.
 * @returns the JSON's file, which the caller deletes, and the addresses of the person's files, some of which may be hosted elsewhere.
 */
async function writeRecord(workspaceId: number, person: Whose, onRows: (part: string, count: number) => Promise<void>) {
  const values = [workspaceId, [...person.clientIds], [...person.convIds]];
  const connection = await pool().connect();
  try {
    await connection.query("begin isolation level repeatable read read only");
    const { rows } = await connection.query<{ address: string }>(FILE_ADDRESSES, values);
    const file = await spool(lines(connection, values, onRows));
    return { ...file, addresses: rows.map(({ address }) => address) };
  } finally {
    await connection.query("rollback").catch(() => undefined);
    connection.release();
  }
}

async function* lines(
  connection: pg.PoolClient,
  values: unknown[],
  onRows: (part: string, count: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`{\n"exportedAt": ${JSON.stringify(new Date())}`);
  for (const [part, sql] of Object.entries(RECORD)) {
    yield Buffer.from(`,\n"${part}": [`);
    let separator = "\n";
    for await (const rows of rowsOf(connection, sql, values)) {
      if (rows.length > 0) yield Buffer.from(separator + rows.join(",\n"));
      if (rows.length > 0) separator = ",\n";
      await onRows(part, rows.length);
    }
    yield Buffer.from("\n]");
  }
  yield Buffer.from("\n}\n");
}

/** The rows of a query as JSON, in batches of some hundred. */
async function* rowsOf(connection: pg.PoolClient, sql: string, values: unknown[]): AsyncGenerator<string[]> {
  await connection.query(`declare part no scroll cursor for ${sql}`, values);
  for (;;) {
    const { rows } = await connection.query<{ row: string }>(`fetch ${BATCH} from part`);
    yield rows.map(({ row }) => row);
    if (rows.length < BATCH) break;
  }
  await connection.query("close part");
}

/** Columns to leave out: internal ones, and those that repeat other data. */
const LEFT_OUT = `array['workspaceId', 'leaseToken', 'leaseUntil', 'clientSearch', 'seq', 'txid']`;

/** The person's ids. Every query gets all parameters, whichever it needs. */
const PERSON = `(select $1::int as workspace, $2::uuid[] as clients, $3::uuid[] as convs) p`;

const OF_CONTACTS = `t."clientId" = any (p.clients)`;
const OF_CONVS = `t."convId" = any (p.convs)`;
const IN_ORDER = `t."createdAt", t.id`;

/**
 * The queries for a person's data, part by part. Each row is one JSON object in a column `row`. `$1` workspaceId, `$2` the contacts' ids,
 * `$3` their conversations' ids.
 */
const RECORD: Record<string, string> = {
  contacts: rows("Client", "t.id = any (p.clients)"),
  identities: rows("ClientIdentity", OF_CONTACTS),
  toldNames: rows("ToldName", OF_CONTACTS),
  merges: rows("ClientMerge", OF_CONTACTS),
  conversations: rows("Conversation", "t.id = any (p.convs)", IN_ORDER),
  assignments: rows("ConvAssignment", OF_CONVS, IN_ORDER),
  messages: rows("Message", `(${OF_CONTACTS} or ${OF_CONVS})`, IN_ORDER),
  messageVersions: ofMessages("MessageVersion", `t."replacedAt"`),
  reactions: ofMessages("MessageReaction", "t.at"),
  sendAttempts: ofMessages("SendAttempt", `t."startedAt"`),
  scheduledMessages: rows("ScheduledMessage", OF_CONVS),
  drafts: rows("Draft", OF_CONVS, `t."patchedAt"`),
  assistantAnswers: rows("AssistantAnswer", OF_CONVS, IN_ORDER),
  broadcasts: `select (to_jsonb(t) - ${LEFT_OUT} || jsonb_build_object('name', b.name, 'startedAt', b."startedAt"))::text as row
    from ${PERSON}, "BroadcastRecipient" t join "Broadcast" b on b."workspaceId" = t."workspaceId" and b.id = t."broadcastId"
    where t."workspaceId" = p.workspace and t."clientId" = any (p.clients) order by b."createdAt"`,
  // Events only for the portal have no payload: they just say that something changed.
  events: rows("Event", `t.payload is not null and (${OF_CONTACTS} or ${OF_CONVS})`, IN_ORDER),
};

/** Addresses of files: contents of messages and of their earlier versions, pictures. */
const FILE_ADDRESSES = `
  select m.content as address from "Message" m
  where m."workspaceId" = $1 and (m."clientId" = any ($2) or m."convId" = any ($3)) and m.type in ('image', 'audio', 'video', 'document')
  union
  select v.content from "MessageVersion" v join "Message" m on m."workspaceId" = v."workspaceId" and m.id = v."messageId"
  where v."workspaceId" = $1 and (m."clientId" = any ($2) or m."convId" = any ($3)) and m.type in ('image', 'audio', 'video', 'document')
  union
  select c."avatarUrl" from "Client" c where c."workspaceId" = $1 and c.id = any ($2) and c."avatarUrl" is not null`;

function rows(table: string, whose: string, order = `t."createdAt"`): string {
  return `select (to_jsonb(t) - ${LEFT_OUT})::text as row from ${PERSON}, "${table}" t
    where t."workspaceId" = p.workspace and ${whose} order by ${order}`;
}

function ofMessages(table: string, order: string): string {
  return `select (to_jsonb(t) - ${LEFT_OUT})::text as row from ${PERSON}, "Message" m
    join "${table}" t on t."workspaceId" = m."workspaceId" and t."messageId" = m.id
    where m."workspaceId" = p.workspace and (m."clientId" = any (p.clients) or m."convId" = any (p.convs)) order by ${order}`;
}
