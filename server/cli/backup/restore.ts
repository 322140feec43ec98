import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, type CopyStreamQuery } from "pg-copy-streams";
import { extract } from "tar-stream";
import { z } from "zod";
import type { BlobStore } from "../../blobs/blob-store.ts";
import { spool } from "../../blobs/spool.ts";
import { decrypted, isEncrypted } from "./age.ts";
import {
  endShape,
  inUnits,
  jobsShape,
  manifestShape,
  NAMES,
  opensHere,
  type Done,
  type End,
  type Manifest,
  type Sum,
  type Tell,
  type WaitingJobs,
} from "./archive.ts";
import { doneOf } from "./back-up.ts";
import { prepareJobs, type JobQueue } from "./put-jobs.ts";
import { stripTables } from "./strip-tables.ts";
import { appliedMigrations, copyIn, quoted, tablesOf, type Table } from "./tables.ts";

type Options = {
  databaseUrl: string;
  store: BlobStore;
  file: string;
  report: Tell;
  /** On abort, the database stays empty. */
  signal: AbortSignal;
  /** Accepts a backup made under another ENCRYPTION_KEY. Its secrets must be entered again. */
  otherKey?: boolean;
  /** The file with the secret keys of an encrypted backup. */
  identities?: string;
};

/** A running restore, with the data read so far. */
type Job = Options & {
  db: pg.Client;
  manifest?: Manifest;
  end?: End;
  jobs: WaitingJobs;
  tables: Map<string, Sum>;
  jobsSum: Sum | null;
  files: { count: number; bytes: number; hash: Hash };
};

/** The bytes of an archive entry. */
type Entry = AsyncIterable<Buffer>;

/** A table whose rows are being copied into the database. */
type Filling = {
  table: Table;
  rows: CopyStreamQuery;
  /** Rejects when the database accepts no more rows. */
  refused: Promise<never>;
  hash: Hash;
  bytes: number;
};

const CUT_OFF = "The backup is not complete: it was cut off, or its end was lost. Nothing was restored.";

/**
 * Restores a backup into an empty database, and its files into the storage. All or nothing: one transaction makes the rows
 * visible at the end, when counts and checksums match. If the restore stops before that, the database stays empty.
 * @throws Error in a sentence: a file that is not a backup, is incomplete or was changed; a database that is not empty, is in
 *   use, or has another schema; another ENCRYPTION_KEY.
 */
export async function restore(options: Options): Promise<Done> {
  const db = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  await db.connect();
  let queue: JobQueue | undefined;
  try {
    await refuseUnlessEmpty(db);
    // Done before the transaction, because the library creates its tables in transactions of its own.
    queue = await prepareJobs(options.databaseUrl);
    await db.query("set timezone = 'UTC'; set datestyle = 'ISO'; set statement_timeout = 0; begin");
    const job: Job = {
      ...options,
      db,
      jobs: [],
      jobsSum: null,
      tables: new Map(),
      files: { count: 0, bytes: 0, hash: createHash("sha256") },
    };
    const end = await readArchive(job);
    await queue.put(job.jobs, db);
    options.signal.throwIfAborted();
    await db.query("commit");
    options.report("measuring the tables");
    await db.query("analyze");
    return doneOf(end);
  } catch (error) {
    await db.query("rollback").catch(() => undefined);
    throw options.signal.aborted ? options.signal.reason : error;
  } finally {
    await queue?.close();
    await db.end().catch(() => undefined);
  }
}

async function refuseUnlessEmpty(db: pg.Client): Promise<void> {
  for (const { name } of await tablesOf(db)) {
    // The first worker that starts creates this table's row.
    if (name === "EventCursor" || name === "BuildFile") continue;
    const { rowCount } = await db.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) throw new Error(`The database is not empty (${name} has rows): restore into a new one.`);
  }
  const { rowCount } = await db.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'omnichannel jobs'",
  );
  if (rowCount) throw new Error("A worker is connected to the database: stop all processes, then restore.");
}

async function bytesOf({ file, identities }: Job): Promise<AsyncIterable<Uint8Array>> {
  if (!(await isEncrypted(file))) return createReadStream(file);
  if (identities === undefined)
    throw new Error("This backup is encrypted: name the file with its age identity, --identity FILE.");
  return decrypted(createReadStream(file), identities);
}

async function readArchive(job: Job): Promise<End> {
  const entries = extract();
  const reading = pipeline(await bytesOf(job), createGunzip(), entries, { signal: job.signal });
  // The reading loop below reports this error.
  reading.catch(() => undefined);
  let filling: Filling | null = null;
  let finish: (() => Promise<void>) | null = null;
  try {
    for await (const source of entries) {
      const { name } = source.header;
      const entry = source as Entry;
      const table = /^tables\/([^/]+)\//.exec(name)?.[1];
      if (filling && filling.table.name !== table) filling = await endTable(job, filling);
      if (name === NAMES.manifest) finish = await begin(job, entry);
      else if (!job.manifest) throw new Error("This file is no backup of the product.");
      else if (table !== undefined) await fill((filling ??= openTable(job, table)), entry);
      else if (name === NAMES.jobs) await readJobs(job, entry);
      else if (name === NAMES.end) job.end = endShape.parse(JSON.parse((await buffer(entry)).toString()));
      else if (name.startsWith(NAMES.file(""))) await putFile(job, name.slice(NAMES.file("").length), entry);
    }
    await reading;
  } catch (error) {
    // Without this, the database would wait for more rows, and the rollback for the database.
    filling?.rows.destroy(new Error("no further rows come"));
    // Reports the original error, not its consequence in the reader.
    const isEcho = error instanceof Error && /destroyed|premature close/i.test(error.message);
    const first: unknown = isEcho ? await reading.catch((told: unknown) => told) : error;
    throw sentenceOf(first ?? error);
  }
  const { end } = job;
  if (!end) throw new Error(CUT_OFF);
  judge(job, end);
  job.report("building indexes and checking references");
  await finish?.();
  return end;
}

function sentenceOf(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "Z_DATA_ERROR" || (error instanceof Error && /tar header/i.test(error.message)))
    return new Error("This file is no backup of the product, or its bytes were changed.");
  if (code === "Z_BUF_ERROR" || (error instanceof Error && /unexpected end/i.test(error.message)))
    return new Error(CUT_OFF);
  return error;
}

/** Checks whether the backup fits this database, and removes what slows down the import. */
async function begin(job: Job, entry: Entry): Promise<() => Promise<void>> {
  const parsed = manifestShape.safeParse(JSON.parse((await buffer(entry)).toString()));
  if (!parsed.success) throw new Error("This backup is of a form that this release does not know.");
  const manifest = parsed.data;
  const here = await appliedMigrations(job.db);
  if (here.join() !== manifest.migrations.join()) {
    throw new Error(
      `The backup is of the schema ${manifest.migrations.at(-1)}, the database of ${here.at(-1) ?? "none"}: restore with the release that made it, then upgrade.`,
    );
  }
  if (!job.otherKey && !(await opensHere(manifest.key))) {
    throw new Error(
      "The backup was made under another ENCRYPTION_KEY: its secrets would be lost. Set that key, or name it in ENCRYPTION_KEYS_OLD; if it is gone, restore with --other-key and enter every credential anew.",
    );
  }
  job.manifest = manifest;
  await job.db.query(`lock table ${quoted(manifest.tables.map(({ name }) => name))} in access exclusive mode`);
  // Writes are locked out now. Rows added since the first check would mix with the restored ones.
  await refuseUnlessEmpty(job.db);
  await job.db.query(`delete from "EventCursor"`);
  return stripTables(job.db);
}

function openTable({ db, manifest }: Job, name: string): Filling {
  const table = manifest?.tables.find((one) => one.name === name);
  if (!table) throw new Error(`The backup has rows of a table that it does not name: ${name}.`);
  const rows = db.query(copyFrom(copyIn(table)));
  const refused = once(rows, "error").then(([error]) => Promise.reject(error as Error));
  // The code that waits for the rows reports this error.
  refused.catch(() => undefined);
  return { table, rows, refused, hash: createHash("sha256"), bytes: 0 };
}

async function fill(filling: Filling, entry: Entry): Promise<void> {
  const { rows, refused, hash } = filling;
  for await (const chunk of entry) {
    hash.update(chunk);
    filling.bytes += chunk.byteLength;
    if (!rows.write(chunk)) await Promise.race([once(rows, "drain"), refused]);
  }
}

async function endTable(job: Job, { table, rows, refused, hash, bytes }: Filling): Promise<null> {
  const finished = once(rows, "finish");
  rows.end();
  await Promise.race([finished, refused]);
  job.tables.set(table.name, { count: rows.rowCount, bytes, sha256: hash.digest("hex") });
  job.report(`${table.name}: ${rows.rowCount} rows, ${inUnits(bytes)}`);
  return null;
}

async function readJobs(job: Job, entry: Entry): Promise<void> {
  const bytes = await buffer(entry);
  job.jobs = jobsShape.parse(JSON.parse(bytes.toString()));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  job.jobsSum = { count: job.jobs.length, bytes: bytes.byteLength, sha256 };
}

const KEY = /^\d+\/[\w.-]+$/;

async function putFile(job: Job, key: string, entry: Entry): Promise<void> {
  const { files, store, db } = job;
  if (!KEY.test(key)) throw new Error(`The backup has a file of a name that is none of ours: ${key}.`);
  files.hash.update(key);
  const hashed = async function* () {
    for await (const chunk of entry) {
      files.hash.update(chunk);
      yield chunk;
    }
  };
  const { path, sizeBytes } = await spool(hashed());
  const [workspaceId, fileName] = key.split("/");
  const { rows } = await db.query<{ type: string }>(
    `select "contentType" as type from "Upload" where "workspaceId" = $1 and "fileName" = $2`,
    [workspaceId, fileName],
  );
  const type = z.string().parse(rows[0]?.type, { error: () => `no upload is called ${key}` });
  // The file exists from an interrupted restore. Names are never reused and stored files never change.
  if (!(await store.keep(key, path, type))) {
    await rm(path, { force: true });
    if ((await store.stat(key))?.sizeBytes !== sizeBytes)
      throw new Error(`The storage has another file under ${key}: restore into a storage of this installation alone.`);
  }
  files.count += 1;
  files.bytes += sizeBytes;
  if (files.count % 1_000 === 0) job.report(`files: ${files.count}, ${inUnits(files.bytes)}`);
}

/** Throws unless all data matches the archive's counts and checksums. */
function judge({ tables, files, jobsSum }: Job, end: End): void {
  const isSame = (one: Sum | null | undefined, other: Sum) =>
    one?.count === other.count && one.bytes === other.bytes && one.sha256 === other.sha256;
  const empty: Sum = { count: 0, bytes: 0, sha256: createHash("sha256").digest("hex") };
  for (const [name, sum] of Object.entries(end.tables)) {
    if (isSame(tables.get(name) ?? empty, sum)) continue;
    throw new Error(`The backup is damaged: ${name} is not as it was written. Nothing was restored.`);
  }
  const filesSum = { count: files.count, bytes: files.bytes, sha256: files.hash.digest("hex") };
  if (!isSame(filesSum, end.files) || !isSame(jobsSum, end.jobs)) {
    throw new Error("The backup is damaged: files or jobs are not as they were written. Nothing was restored.");
  }
}
