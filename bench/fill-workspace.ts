import { randomBytes } from "node:crypto";
import pg from "pg";
import { convSizes } from "./conv-sizes.ts";
import type { Cast } from "./fill-cast.ts";
import * as sql from "./fill-sql.ts";
import { CLIENT_TAGS, CONV_TAGS, COUNTRIES, FIRST_NAMES, LAST_NAMES, makePhrases } from "./fill-words.ts";

export type FillOptions = {
  conversations: number;
  messages: number;
  /** What is being done, for a person who waits. */
  say: (line: string) => void;
  signal: AbortSignal;
};

/** What is written by one statement: few enough for memory, many enough that a statement costs nothing beside them. */
const BATCH_MESSAGES = 40_000;
const CONVS_PER_CLIENT = 1.25;
/** From here on building the indexes anew is quicker than keeping them up. */
const ANEW_FROM = 50_000;
/** Coprime to the usual sizes: spreads the long conversations over all numbers. */
const STRIDE = 1_000_003;
const SIZES_AT_ONCE = 100_000;

/**
 * Fills a workspace with conversations of all ages and lengths, in one transaction: stopped half way, or failed, it leaves nothing
 * behind. It takes the tables for itself, since large fills drop their indexes and build them anew. Needs a superuser, because
 * triggers and references are not asked row by row: what they would do, the statements do.
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
  // Where the database has gone there is nothing to cancel.
  const cancel = () => void cancelQuery(databaseUrl, own[0]?.pid).catch(() => undefined);
  signal.addEventListener("abort", cancel);
  const began = performance.now();
  const stopwatch = (): number => Math.round((performance.now() - began) / 100) / 10;
  try {
    await client.query("begin");
    await client.query(`set local session_replication_role = replica; set local maintenance_work_mem = '1GB';
      set local work_mem = '256MB'; set local synchronous_commit = off; set local jit = off`);
    const indexes = messages >= ANEW_FROM ? await dropIndexes(client) : [];
    await fillTables(client, cast, convSizes(conversations, messages), say, signal);
    const filled = stopwatch();
    say(`${filled} s: all rows are in; ${indexes.length} indexes are to be built`);
    for (const { name, definition } of indexes) {
      await client.query(definition);
      say(`${stopwatch()} s: ${name}`);
    }
    await client.query("commit");
    const indexSeconds = Math.round((stopwatch() - filled) * 10) / 10;
    // The planner's figures, and the map that index-only reads go by.
    await client.query(`vacuum (analyze) ${sql.TABLES.map((table) => `"${table}"`).join(", ")}`);
    return { seconds: stopwatch(), indexSeconds };
  } finally {
    signal.removeEventListener("abort", cancel);
    // The end of the connection undoes what was not committed.
    await client.end();
  }
}

async function dropIndexes(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(sql.INDEXES, [sql.TABLES]);
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return rows;
}

async function fillTables(
  client: pg.Client,
  { workspaceId, agents, channels, stageIds, clientStageIds }: Cast,
  longestFirst: Int32Array,
  say: FillOptions["say"],
  signal: AbortSignal,
): Promise<void> {
  const run = randomBytes(4).toString("hex");
  const now = new Date();
  const sizes = scattered(longestFirst);
  const clients = Math.ceil(sizes.length / CONVS_PER_CLIENT);
  const agentIds = agents.map(({ id }) => id);
  const userIds = agents.map(({ userId }) => userId);
  const types = channels.map(({ type }) => type);

  await client.query(sql.HELPERS);
  await client.query(sql.PHRASES, [makePhrases()]);
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
  await client.query(sql.IDENTITIES, [workspaceId, types, channels.map(({ scope }) => scope)]);
  say(`${clients} contacts are in`);

  const asked = [workspaceId, channels.map(({ id }) => id), types, agentIds, userIds, run];
  const progress = progressOf(
    sizes.reduce((sum, size) => sum + size, 0),
    say,
  );
  for (const { from, to, count } of batches(sizes)) {
    signal.throwIfAborted();
    await client.query(sql.MESSAGES, [...asked, from, to, stageIds, CONV_TAGS, now]);
    progress(count);
  }
  await client.query(sql.ASSIGNMENTS, [workspaceId, agentIds, run]);
  await client.query(sql.READS, [workspaceId, agentIds]);
}

/** Running totals of shares; the last is left out, so that nothing falls behind it. */
function sums(shares: number[]): number[] {
  let sum = 0;
  return shares.slice(0, -1).map((share) => (sum += share));
}

/** The sizes by the numbers of their conversations: length says nothing of age and channel. The longest is number 0. */
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

/** Tells each two seconds how far it is. */
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
  await client.query("select pg_cancel_backend($1)", [pid]).finally(() => client.end());
}
