import { pool } from "./db.ts";

/** From so many rows on PostgreSQL's wrong guesses cost. */
const WORTH_MEASURING = 50;
/** A table that has become so many times as large is measured again: what was planned for it is planned anew. */
const GROWTH = 4;

/**
 * Measures tables that have grown much since PostgreSQL last measured them. It does so by itself, but looks only once a minute: until
 * then it takes a workspace for a two-hundredth of a new table, plans for a few rows, keeps the plan, and finds each message by
 * reading all of its workspace's – the first broadcast of a new installation gets slower with every message sent; so does one that
 * fills a queue which was empty when it was measured. A table that is locked, or not ours to measure, is passed over.
 * @returns the names of the tables, quoted.
 */
export async function measureTables(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and pg_stat_get_live_tuples(c.oid) >= greatest($1::int, $2::int * c.reltuples)
     order by 1`,
    [WORTH_MEASURING, GROWTH],
  );
  const names = rows.map(({ name }) => name);
  if (names.length > 0) await pool().query(`analyze (skip_locked) ${names.join(", ")}`);
  return names;
}
