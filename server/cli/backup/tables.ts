import pg from "pg";
import { RESTORED_TXID } from "../../events/log.ts";

/** A table's name and its stored (not computed) columns. */
export type Table = { name: string; columns: string[] };

/** Every table of the product except the list of migrations, by name. A partitioned table appears once. */
export async function tablesOf(db: pg.Client): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> '_prisma_migrations'
    group by c.relname order by c.relname`,
  );
  return rows;
}

/** Names of the finished migrations, oldest first; empty for a database without migrations. */
export async function appliedMigrations(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ exists: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  const applied = await db.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null order by 1",
  );
  return applied.rows.map(({ name }) => name);
}

export function quoted(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(", ");
}

/**
 * Positions in the event log are transaction numbers of this database server and meaningless on another one. Events there could
 * wait for years, or be behind readers that have passed them. So a backup gives all events one transaction number lower than any
 * other, and numbers them in the log's order. References to events get the new numbers.
 */
const RENUMBERED: Record<string, Record<string, string>> = {
  Event: { txid: `'${RESTORED_TXID}'::xid8`, seq: "row_number() over (order by txid, seq)" },
  WebhookDelivery: { eventSeq: "n.seq" },
  EventCursor: {
    txid: `'${RESTORED_TXID}'::xid8`,
    seq: `(select count(*) from "Event" e where (e.txid, e.seq) <= (t.txid, t.seq))`,
  },
};

/** A join, because looking up a million deliveries among as many events row by row would take half a day. */
const JOIN: Record<string, string> = {
  WebhookDelivery: ` join (select "workspaceId", id, row_number() over (order by txid, seq) as seq from "Event") n
    on n."workspaceId" = t."workspaceId" and n.id = t."eventId"`,
};

/** Rows that are left out: the marks that the database was itself restored or recovered, and files that every web process stores anew. */
const WHERE: Record<string, string> = {
  EventCursor: " where reader <> 'restored' and reader not like 'recovered %'",
  BuildFile: " where false",
};

/** The statement that exports a table's rows in a form that another database server can import. */
export function copyOut({ name, columns }: Table): string {
  const changed = RENUMBERED[name] ?? {};
  const list = columns.map((column) => changed[column] ?? `t.${pg.escapeIdentifier(column)}`).join(", ");
  const from = `${pg.escapeIdentifier(name)} t${JOIN[name] ?? ""}${WHERE[name] ?? ""}`;
  return `copy (select ${list} from ${from}) to stdout`;
}

export function copyIn({ name, columns }: Table): string {
  return `copy ${pg.escapeIdentifier(name)} (${quoted(columns)}) from stdin`;
}
