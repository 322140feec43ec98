import { pool } from "./db.ts";

/** From so many rows on PostgreSQL's wrong guesses cost. */
const WORTH_MEASURING = 50;
/** A table that has become so many times as large is measured again: what was planned for it is planned anew. */
const GROWTH = 4;

/** From so many rows on, or from this share of the table, a workspace that PostgreSQL has not measured is worth it: a sample then finds it. */
const WORTH_KNOWING = { rows: 500, share: 0.001 };

/** What had changed in a table when it was last looked through for workspaces: nothing new is in it until that is more. */
const lookedThrough = new Map<string, number>();

/**
 * Measures tables of which PostgreSQL knows too little for its plans. It does so by itself, but looks only once a minute, and only at
 * what has changed by a tenth. A table that is locked, or not ours to measure, is passed over.
 * @returns the names of the tables, quoted.
 */
export async function measureTables(): Promise<string[]> {
  const grown = await findGrown();
  if (grown.length > 0) await pool().query(`analyze (skip_locked) ${grown.join(", ")}`);
  const withUnknown = await findWithUnknown();
  for (const name of withUnknown) await pool().query(`analyze (skip_locked) ${name} ("workspaceId")`);
  return [...grown, ...withUnknown];
}

/**
 * Tables that have grown much since they were measured. Until then PostgreSQL takes a workspace for a two-hundredth of a new table,
 * plans for a few rows, keeps the plan, and finds each message by reading all of its workspace's – the first broadcast of a new
 * installation gets slower with every message sent; so does one that fills a queue which was empty when it was measured.
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
 * Tables with a workspace that came after they were measured. PostgreSQL takes it for empty where it believes to know all of them:
 * any index will do then, and a row is found by its key, or a list by its order, through all that the workspace has. Beside a
 * hundred thousand conversations of one workspace, the ten thousand of a new one are not the tenth after which it looks again.
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
