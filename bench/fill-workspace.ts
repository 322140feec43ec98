import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { convSizes } from "./conv-sizes.ts";
import type { Cast } from "./fill-cast.ts";
import { CONV_COLUMNS, MESSAGE_COLUMNS, writeConv, type DrawnConv, type FillFacts } from "./fill-rows.ts";
import * as sql from "./fill-sql.ts";
import { CLIENT_TAGS, COUNTRIES, FIRST_NAMES, LAST_NAMES, makePhrases } from "./fill-words.ts";

export type FillOptions = {
  conversations: number;
  messages: number;
  /** Receives progress messages. */
  say: (line: string) => void;
  signal: AbortSignal;
};

/** Messages per COPY: few enough for memory, many enough that the overhead is negligible. */
const BATCH_MESSAGES = 100_000;
/** Characters per write to the connection. */
const PIECE = 64 * 1024;
const CONVS_PER_CLIENT = 1.25;
/** From this size on, rebuilding the indexes is faster than maintaining them. */
const ANEW_FROM = 50_000;
/** Coprime to the usual sizes. Spreads the long conversations over all numbers. */
const STRIDE = 1_000_003;
const SIZES_AT_ONCE = 100_000;

/**
 * Fills a workspace with conversations of all ages and lengths, in one transaction. If it is stopped or fails, nothing remains.
 * It locks the tables, because large fills drop and rebuild their indexes. It needs a superuser, because triggers and foreign
 * keys are disabled: the statements do their work.
 * @returns seconds taken, of which `indexSeconds` for the indexes.
 */
export async function fillWorkspace(
  databaseUrl: string,
  cast: Cast,
  { conversations, messages, say, signal }: FillOptions,
): Promise<{ seconds: number; indexSeconds: number }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "bench fill" });
  await client.connect();
  const { rows: own } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  let cancelled = Promise.resolve();
  // If the database is down, there is nothing to cancel.
  const cancel = () => {
    cancelled = cancelQuery(databaseUrl, own[0]?.pid).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  const began = performance.now();
  const stopwatch = (): number => Math.round((performance.now() - began) / 100) / 10;
  try {
    await client.query("begin");
    await client.query(`set local session_replication_role = replica; set local maintenance_work_mem = '1GB';
      set local max_parallel_maintenance_workers = 4; set local work_mem = '256MB'; set local synchronous_commit = off; set local jit = off`);
    const indexes = messages >= ANEW_FROM ? await setIndexesAside(client) : [];
    await fillTables(client, cast, convSizes(conversations, messages), say, signal);
    const filled = stopwatch();
    say(`${filled} s: all rows are in; ${indexes.length} indexes are to be built`);
    for (const name of indexes) {
      await client.query(`reindex index "${name}"`);
      say(`${stopwatch()} s: ${name}`);
    }
    await client.query("commit");
    const indexSeconds = Math.round((stopwatch() - filled) * 10) / 10;
    // Refresh the planner's statistics and the visibility map for index-only scans.
    await client.query(`vacuum (analyze) ${sql.TABLES.map((table) => `"${table}"`).join(", ")}`);
    return { seconds: stopwatch(), indexSeconds };
  } finally {
    signal.removeEventListener("abort", cancel);
    // Closing the connection rolls back what was not committed.
    await client.end();
    await cancelled;
  }
}

/** Stops maintaining the indexes. `reindex` rebuilds each and enables it again. A rollback without it restores them too. */
async function setIndexesAside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql.SET_ASIDE, [sql.TABLES]);
  return rows.map(({ name }) => name);
}

async function fillTables(
  client: pg.Client,
  cast: Cast,
  longestFirst: Int32Array,
  say: FillOptions["say"],
  signal: AbortSignal,
): Promise<void> {
  const { workspaceId, agents, channels, clientStageIds } = cast;
  const run = randomBytes(4).toString("hex");
  const now = new Date();
  const sizes = scattered(longestFirst);
  const clients = Math.ceil(sizes.length / CONVS_PER_CLIENT);
  const agentIds = agents.map(({ id }) => id);
  const types = channels.map(({ type }) => type);

  await client.query(sql.HELPERS);
  for (let from = 0; from < sizes.length; from += SIZES_AT_ONCE) {
    await client.query(sql.SIZES, [from, [...sizes.subarray(from, from + SIZES_AT_ONCE)]]);
  }
  await client.query(sql.CONVS, [now, clients, sums(channels.map(({ share }) => share)), agents.length, run]);
  await client.query(sql.CLIENTS_OF_CONVS, [run]);
  await client.query(sql.KEYS);
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from "Client" where "workspaceId" = $1`,
    [workspaceId],
  );
  await client.query(sql.CLIENTS, [
    workspaceId,
    FIRST_NAMES,
    LAST_NAMES,
    COUNTRIES.map(({ calling }) => calling),
    COUNTRIES.map(({ code }) => code),
    COUNTRIES.map(({ city }) => city),
    sums(COUNTRIES.map(({ of100 }) => of100 / 100)),
    CLIENT_TAGS,
    clientStageIds,
    run,
    rows[0]?.count ?? 0,
  ]);
  await client.query(sql.PEOPLE, [workspaceId]);
  await client.query(sql.KEY_OF_PEOPLE);
  await client.query(sql.IDENTITIES, [workspaceId, types, channels.map(({ scope }) => scope)]);
  say(`${clients} contacts are in`);

  const facts = { cast, run, phrases: makePhrases(), now: now.getTime() };
  const progress = progressOf(
    sizes.reduce((sum, size) => sum + size, 0),
    say,
  );
  for (const { from, to, count } of batches(sizes)) {
    signal.throwIfAborted();
    await copyConvs(client, facts, await client.query<DrawnConv>(sql.DRAWN, [from, to]));
    progress(count);
  }
  await client.query(sql.ASSIGNMENTS, [workspaceId, agentIds, run]);
  await client.query(sql.READS, [workspaceId, agentIds]);
}

/** Writes conversations and their messages. The next rows are built while the database takes the previous ones. */
async function copyConvs(client: pg.Client, facts: FillFacts, { rows }: pg.QueryResult<DrawnConv>): Promise<void> {
  let convs = "";
  function* messages() {
    let lines = "";
    for (const conv of rows) {
      // A long conversation fills many pieces by itself.
      const pieces: string[] = [];
      convs += writeConv(facts, conv, (line) => {
        lines += line;
        if (lines.length < PIECE) return;
        pieces.push(lines);
        lines = "";
      });
      yield* pieces;
    }
    yield lines;
  }
  await copy(client, `"Message" (${MESSAGE_COLUMNS})`, messages());
  await copy(client, `"Conversation" (${CONV_COLUMNS})`, [convs]);
}

async function copy(client: pg.Client, into: string, pieces: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces, { objectMode: true }), client.query(copyFrom(`copy ${into} from stdin`)));
}

/** Running totals of the shares, without the last one, so that every draw falls into a share. */
function sums(shares: number[]): number[] {
  let sum = 0;
  return shares.slice(0, -1).map((share) => (sum += share));
}

/** The sizes by conversation number, so that length is independent of age and channel. The longest is number 0. */
function scattered(longestFirst: Int32Array): Int32Array {
  const { length } = longestFirst;
  const byNo = new Int32Array(length);
  longestFirst.forEach((size, rank) => (byNo[(rank * STRIDE) % length] = size));
  if (byNo.includes(0)) throw new Error(`--conversations must not be a multiple of ${STRIDE}`);
  return byNo;
}

function* batches(sizes: Int32Array): Generator<{ from: number; to: number; count: number }> {
  let from = 0;
  let count = 0;
  for (const [no, size] of sizes.entries()) {
    count += size;
    if (count < BATCH_MESSAGES && no + 1 < sizes.length) continue;
    yield { from, to: no + 1, count };
    from = no + 1;
    count = 0;
  }
}

/** Reports progress every two seconds. */
function progressOf(total: number, say: FillOptions["say"]): (count: number) => void {
  const began = performance.now();
  let done = 0;
  let told = began;
  return (count) => {
    done += count;
    const now = performance.now();
    if (now - told < 2_000 && done < total) return;
    told = now;
    const perSecond = Math.round((done / (now - began)) * 1_000);
    say(`${done} of ${total} messages (${Math.floor((done / total) * 100)} %), ${perSecond} a second`);
  };
}

async function cancelQuery(databaseUrl: string, pid: number | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_cancel_backend($1)", [pid]);
  } finally {
    await client.end();
  }
}
