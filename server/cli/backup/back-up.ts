import { createHash, type Hash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { pack, type Pack } from "tar-stream";
import { BlobChanged, type BlobStore } from "../../blobs/blob-store.ts";
import { QUEUES } from "../../work/queue.ts";
import { encryptFor } from "./age.ts";
import {
  FORMAT,
  inUnits,
  keyMark,
  NAMES,
  type Done,
  type End,
  type Manifest,
  type Sum,
  type Tell,
  type WaitingJobs,
} from "./archive.ts";
import { appliedMigrations, copyOut, tablesOf, type Table } from "./tables.ts";

/** Bytes of a table held in memory at a time. tar needs the size of an entry in advance. */
const PIECE_BYTES = 1024 * 1024;

type Options = {
  databaseUrl: string;
  store: BlobStore;
  file: string;
  /** Public keys (`age1…`) of those who can decrypt it. None: it is not encrypted. */
  recipients?: readonly string[];
  report: Tell;
  /** On abort, the written file is deleted and the command ends. */
  signal: AbortSignal;
};

/** A running backup. */
type Job = Options & { db: pg.Client; archive: Pack };

function put({ archive, signal }: Job, name: string, bytes: Buffer): Promise<void> {
  signal.throwIfAborted();
  return new Promise((done, failed) => {
    archive.entry({ name, size: bytes.byteLength, mode: 0o600 }, bytes, (error) => (error ? failed(error) : done()));
  });
}

function putJson(job: Job, name: string, value: unknown): Promise<void> {
  return put(job, name, Buffer.from(JSON.stringify(value)));
}

function sumOf(count: number, bytes: number, hash: Hash): Sum {
  return { count, bytes, sha256: hash.digest("hex") };
}

async function putTable(job: Job, table: Table): Promise<Sum> {
  const rows = job.db.query(copyTo(copyOut(table)));
  const hash = createHash("sha256");
  let piece: Buffer[] = [];
  let size = 0;
  let bytes = 0;
  let number = 0;
  const flush = async () => {
    if (size === 0) return;
    await put(job, NAMES.piece(table.name, number), Buffer.concat(piece));
    [piece, size, number] = [[], 0, number + 1];
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    piece.push(chunk);
    size += chunk.byteLength;
    bytes += chunk.byteLength;
    if (size >= PIECE_BYTES) await flush();
  }
  await flush();
  return sumOf(rows.rowCount, bytes, hash);
}

/** Stores the jobs that are still to be done. Scheduled jobs are created again by themselves. */
async function putJobs(job: Job): Promise<Sum> {
  const { rows: queue } = await job.db.query<{ exists: boolean }>(
    "select to_regclass('pgboss.job') is not null as exists",
  );
  const names = Object.entries(QUEUES).flatMap(([name, entry]) => ("cron" in entry ? [] : [name]));
  const { rows } = queue[0]?.exists
    ? await job.db.query<WaitingJobs[number]>(
        `select name, data, to_json(start_after) #>> '{}' as "startAfter" from pgboss.job
        where state < 'completed' and name = any($1) order by created_on, id`,
        [names],
      )
    : { rows: [] };
  const bytes = Buffer.from(JSON.stringify(rows));
  await put(job, NAMES.jobs, bytes);
  return sumOf(rows.length, bytes.byteLength, createHash("sha256").update(bytes));
}

/** Stores a file's bytes; null if it was deleted after its row was read. */
async function putFile({ archive, store, signal }: Job, key: string, hash: Hash): Promise<number | null> {
  signal.throwIfAborted();
  const stored = await store.stat(key);
  if (!stored) return null;
  const bytes = await store.read(key).catch((error: unknown) => {
    if (error instanceof BlobChanged) return null;
    throw error;
  });
  if (!bytes) return null;
  hash.update(key);
  const entry = archive.entry({ name: NAMES.file(key), size: stored.sizeBytes, mode: 0o600 });
  bytes.on("data", (chunk: Buffer) => hash.update(chunk));
  await pipeline(bytes, entry, { signal });
  return stored.sizeBytes;
}

async function putFiles(job: Job): Promise<Sum> {
  const hash = createHash("sha256");
  const [sum, missing] = [{ count: 0, bytes: 0 }, { count: 0 }];
  await job.db.query(
    `declare uploads no scroll cursor for select "workspaceId" || '/' || "fileName" as key from "Upload" where "storedAt" is not null order by 1`,
  );
  for (;;) {
    const { rows } = await job.db.query<{ key: string }>("fetch 1000 from uploads");
    for (const { key } of rows) {
      const bytes = await putFile(job, key, hash);
      if (bytes === null) missing.count += 1;
      else [sum.count, sum.bytes] = [sum.count + 1, sum.bytes + bytes];
    }
    if (rows.length === 0) break;
    job.report(`files: ${sum.count}, ${inUnits(sum.bytes)}`);
  }
  if (missing.count > 0) job.report(`${missing.count} file(s) are named in the database and not in the storage`);
  return sumOf(sum.count, sum.bytes, hash);
}

async function putAll(job: Job): Promise<End> {
  const tables = await tablesOf(job.db);
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    migrations: await appliedMigrations(job.db),
    key: await keyMark(),
    tables,
  };
  await putJson(job, NAMES.manifest, manifest);
  const end: End = { tables: {}, files: { count: 0, bytes: 0, sha256: "" }, jobs: { count: 0, bytes: 0, sha256: "" } };
  for (const table of tables) {
    const sum = await putTable(job, table);
    end.tables[table.name] = sum;
    if (sum.count > 0) job.report(`${table.name}: ${sum.count} rows, ${inUnits(sum.bytes)}`);
  }
  end.jobs = await putJobs(job);
  end.files = await putFiles(job);
  await putJson(job, NAMES.end, end);
  job.archive.finalize();
  return end;
}

/** A connection with a snapshot of the database for the whole backup. It blocks no other transaction. */
async function connectToMoment(databaseUrl: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, keepAlive: true });
  await db.connect();
  // With row_security off, a role that may see only some rows gets an error instead of making an incomplete backup.
  await db.query("set timezone = 'UTC'; set datestyle = 'ISO'; set row_security = off; set statement_timeout = 0");
  await db.query("begin isolation level repeatable read read only");
  return db;
}

/**
 * Writes everything that the product stores into one file: a snapshot of all tables and waiting jobs, while traffic continues,
 * and the files that these rows name. The file gets its name when it is complete. Only its owner may read it, because it
 * contains customer data, in clear text unless it is encrypted for `recipients`. Its secrets are encrypted and useless without ENCRYPTION_KEY, which it does not contain.
 */
export async function backUp(options: Options): Promise<Done> {
  const { databaseUrl, file, signal, recipients = [] } = options;
  const encrypt = encryptFor(recipients);
  const partial = `${file}.part`;
  const db = await connectToMoment(databaseUrl);
  const out = await open(partial, "wx", 0o600).catch(async (error: unknown) => {
    await db.end();
    throw isThere(error)
      ? new Error(`${partial} is there: another backup writes it, or was killed. Then delete it.`)
      : error;
  });
  const archive = pack();
  try {
    const written = pipeline(
      archive,
      createGzip({ level: constants.Z_BEST_SPEED }),
      encrypt,
      out.createWriteStream({ flush: true }),
      { signal },
    );
    // Reports the first failure: a full disk fails in the archive, a lost database in the rows.
    const [end] = await Promise.all([putAll({ ...options, db, archive }), written]).catch((error: unknown) => {
      archive.destroy();
      throw error;
    });
    await rename(partial, file);
    return doneOf(end);
  } catch (error) {
    await rm(partial, { force: true });
    throw signal.aborted ? signal.reason : error;
  } finally {
    await db.end().catch(() => undefined);
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

/** The totals of a complete backup. */
export function doneOf({ tables, files, jobs }: End): Done {
  const sums = Object.values(tables);
  return {
    rows: sums.reduce((all, { count }) => all + count, 0),
    files: files.count,
    jobs: jobs.count,
    bytes: [...sums, files, jobs].reduce((all, { bytes }) => all + bytes, 0),
  };
}
