import pg from "pg";

/** A statement that drops something, and the statement that creates it again. */
type Pair = { away: string; again: string };

/**
 * Foreign keys (rows arrive table by table), triggers (they would change correct rows) and indexes that no constraint needs (one
 * build is faster than a million inserts). Objects that partitions inherit from their table are left out.
 */
const PAIRS = `
  select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as away,
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as again
  from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype = 'f' and c.conparentid = 0
  union all
  select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
    format('alter table %s enable trigger %I', t.tgrelid::regclass, t.tgname)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0
  union all
  select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and not c.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    and not exists (select from pg_class t where t.oid = i.indrelid and t.relname = '_prisma_migrations')`;

/** The sequences of columns, to continue after the restored rows. */
const SEQUENCES = `
  select s.oid::regclass::text as name, t.oid::regclass::text as "table", a.attname as "column"
  from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace`;

/**
 * Prepares a transaction's tables for a bulk import. The returned function restores them, which also checks all foreign keys,
 * continues the sequences after the imported rows, and marks the event log as restored.
 */
export async function stripTables(db: pg.Client): Promise<() => Promise<void>> {
  const { rows: pairs } = await db.query<Pair>(PAIRS);
  for (const { away } of pairs) await db.query(away);
  return async () => {
    // Indexes first, because foreign key checks use them.
    const again = pairs.map((pair) => pair.again);
    const isIndex = (sql: string) => sql.startsWith("CREATE ");
    for (const sql of [...again.filter(isIndex), ...again.filter((one) => !isIndex(one))]) await db.query(sql);
    const { rows: sequences } = await db.query<{ name: string; table: string; column: string }>(SEQUENCES);
    for (const { name, table, column } of sequences) {
      const last = `max(${pg.escapeIdentifier(column)})`;
      await db.query(`select setval($1, coalesce(${last}, 1), ${last} is not null) from ${table}`, [name]);
    }
    // Event cursors from before the restore are invalid in this log (events/log.ts).
    await db.query(
      `insert into "EventCursor" (reader, txid, seq)
      values ('restored', pg_current_xact_id(), ceil(extract(epoch from clock_timestamp()) * 1000))`,
    );
  };
}
