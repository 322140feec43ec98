import { pool } from "./db.ts";

/** From this many rows on, PostgreSQL's wrong estimates become expensive. */
const WORTH_MEASURING = 50;
/** A table that has grown by this factor is analyzed again. PostgreSQL then replans statements on it. */
const GROWTH = 4;

/**
 * A workspace without statistics is worth an analysis from this many rows or this share of the table. A sample then includes
 * it.
 */
const WORTH_KNOWING = { rows: 500, share: 0.001 };

/**
 * The number of changes per table at the last search for unknown workspaces. Without further changes there is nothing new to
 * find.
 */
const lookedThrough = new Map<string, number>();

/**
 * Analyzes tables whose statistics are insufficient for good plans. Autovacuum looks only once a minute, and only at tables
 * of which a tenth has changed. Skips tables that are locked or belong to another owner.
 * @returns the quoted names of the tables.
 */
export async function measureTables(): Promise<string[]> {
  const grown = await findGrown();
  if (grown.length > 0) await pool().query(`analyze (skip_locked) ${grown.join(", ")}`);
  const withUnknown = await findWithUnknown();
  for (const name of withUnknown) await pool().query(`analyze (skip_locked) ${name} ("workspaceId")`);
  return [...grown, ...withUnknown];
}

/**
 * Tables that have grown much since the last analysis. Without new statistics, PostgreSQL assumes that a workspace holds
 * 1/200 of a new table. It plans for a few rows, keeps the plan, and finds each message by reading all messages of the
 * workspace. The first broadcast of a new installation then gets slower with every message. So does a broadcast that fills a
 * queue which was empty at the last analysis.
 */
async function findGrown(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and pg_stat_get_live_tuples(c.oid) >= greatest($1::int, $2::int * c.reltuples)
     order by 1`,
    [WORTH_MEASURING, GROWTH],
  );
  return rows.map(({ name }) => name);
}

/**
 * Tables with a workspace that was added after the last analysis. If PostgreSQL believes that it knows all workspaces, it
 * takes this one for empty. Any index then seems good enough, and it finds a row or sorts a list by reading all rows of the
 * workspace. The 10,000 conversations of a new workspace next to 100,000 of another stay below the tenth that triggers
 * autovacuum's analysis.
 */
async function findWithUnknown(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string; known: number[]; changed: number; worth: number }>(
    `select * from (
       select c.oid::regclass::text as name, s.most_common_vals::text::int[] as known,
         pg_stat_get_mod_since_analyze(c.oid)::float8 as changed, greatest($1::int, ($2::float8 * c.reltuples)::int) as worth
       from pg_class c join pg_stats s on s.schemaname = current_schema() and s.tablename = c.relname and s.attname = 'workspaceId'
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
         and s.n_distinct = cardinality(s.most_common_freqs)) t
     where changed >= worth order by name`,
    [WORTH_KNOWING.rows, WORTH_KNOWING.share],
  );
  const found: string[] = [];
  for (const { name, known, changed, worth } of rows) {
    if (lookedThrough.get(name) === changed) continue;
    lookedThrough.set(name, changed);
    if (await hasUnknown(name, known, worth)) found.push(name);
  }
  return found;
}

async function hasUnknown(name: string, known: number[], worth: number): Promise<boolean> {
  const { rows } = await pool().query<{ has: boolean }>(
    `with recursive each (id) as (
       (select "workspaceId" from ${name} order by 1 limit 1)
       union all
       select next."workspaceId" from each cross join lateral (
         select t."workspaceId" from ${name} t where t."workspaceId" > each.id order by 1 limit 1) next
     )
     select exists (select from each where id <> all($1::int[])
       and exists (select from ${name} t where t."workspaceId" = each.id offset $2::int)) as has`,
    [known, worth - 1],
  );
  return rows[0]?.has ?? false;
}
