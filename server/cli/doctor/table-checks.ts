import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { migrationNames } from "../../../prisma/pending-migrations.ts";
import { fail, inWords, ok, rowOf, rowsOf, warn, type Check } from "./finding.ts";

const MIGRATIONS = resolve(import.meta.dirname, "../../../prisma/migrations");
/** In rows. A smaller table is fast in any state. */
const LARGE = 10_000;

/** The indexes that the migrations create and do not drop again. */
export function expectedIndexes(directory = MIGRATIONS): string[] {
  const made = new Set<string>();
  const statement =
    /create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?"(?<made>[^"]+)"|drop\s+index\s+(?:concurrently\s+)?(?:if\s+exists\s+)?(?<gone>"[^;]+)|alter\s+index\s+(?:if\s+exists\s+)?"(?<before>[^"]+)"\s+rename\s+to\s+"(?<after>[^"]+)"/gi;
  for (const name of migrationNames(directory)) {
    const sql = readFileSync(join(directory, name, "migration.sql"), "utf8").replace(/--.*$/gm, "");
    for (const { groups = {} } of sql.matchAll(statement)) {
      if (groups.made) made.add(groups.made);
      for (const [, gone = ""] of (groups.gone ?? "").matchAll(/"([^"]+)"/g)) made.delete(gone);
      if (groups.before && groups.after && made.delete(groups.before)) made.add(groups.after);
    }
  }
  return [...made].sort();
}

/** Checks for what makes the database slow before anything fails. */
export const TABLE_CHECKS: Check[] = [
  {
    name: "indexes",
    async run({ db }) {
      const rows = await rowsOf<{ name: string; valid: boolean }>(
        db,
        `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'`,
      );
      const broken = rows.filter(({ valid }) => !valid).map(({ name }) => name);
      const present = new Set(rows.map(({ name }) => name));
      const missing = expectedIndexes().filter((name) => !present.has(name));
      if (missing.length > 0) {
        return fail(
          "index-missing",
          `${missing.length} index(es) of the migrations are not in the database: ${missing.slice(0, 5).join(", ")}`,
          "Somebody dropped them: create them again as prisma/migrations has them (create index concurrently …)",
        );
      }
      if (broken.length === 0) return ok(`${rows.length} indexes, all valid`);
      return fail(
        "index-invalid",
        `the database does not use ${broken.slice(0, 5).join(", ")}: building it did not end`,
        "Run reindex index concurrently on each of them",
      );
    },
  },
  {
    name: "autovacuum",
    async run({ db }) {
      const { isOn, tables } = await rowOf<{ isOn: boolean; tables: string[] }>(
        db,
        `select current_setting('autovacuum') = 'on' and current_setting('track_counts') = 'on' as "isOn",
          coalesce(array_agg(relname::text) filter (where reloptions::text ~ 'autovacuum_enabled=(false|off|0|no)'), '{}') as tables
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      );
      const remedy = "Switch autovacuum and track_counts on (alter system …, alter table … reset (autovacuum_enabled))";
      if (!isOn) return fail("autovacuum-off", "the server never cleans its tables: they grow and slow down", remedy);
      if (tables.length === 0) return ok("on");
      return fail("autovacuum-off", `it is switched off for ${tables.slice(0, 5).join(", ")}`, remedy);
    },
  },
  {
    name: "dead rows",
    async run({ db }) {
      const rows = await rowsOf<{ name: string; dead: number; live: number }>(
        db,
        `select relname as name, n_dead_tup::float as dead, n_live_tup::float as live from pg_stat_user_tables
        where schemaname = 'public' and n_dead_tup > $1 and n_dead_tup > n_live_tup order by n_dead_tup desc`,
        [LARGE],
      );
      const [worst] = rows;
      if (!worst) return ok("few");
      return warn(
        "dead-rows",
        `${worst.name} has ${worst.dead} dead rows beside ${worst.live} living ones${rows.length > 1 ? `, and ${rows.length - 1} more table(s) are like it` : ""}`,
        "Find what keeps vacuum away (a transaction open for long, an abandoned replication slot), then vacuum the table",
      );
    },
  },
  {
    name: "statistics",
    async run({ db }) {
      const rows = await rowsOf<{ name: string }>(
        db,
        `select relname as name from pg_stat_user_tables where schemaname = 'public' and n_live_tup > $1
        and last_analyze is null and last_autoanalyze is null order by n_live_tup desc`,
        [LARGE],
      );
      if (rows.length === 0) return ok("there for every large table");
      return warn(
        "statistics-missing",
        `the planner knows nothing of ${rows
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")} and may choose slow ways`,
        "Run analyze; let the database role own the tables, so that the product can do it",
      );
    },
  },
  {
    name: "open transactions",
    async run({ db, machine }) {
      const rows = await rowsOf<{ pid: number; who: string; seconds: number }>(
        db,
        `select pid, coalesce(nullif(application_name, ''), usename, 'somebody') as who,
          extract(epoch from clock_timestamp() - xact_start)::float as seconds from pg_stat_activity
        where backend_xid is not null and pid <> pg_backend_pid() and clock_timestamp() - xact_start > make_interval(secs => $1)
        order by xact_start limit 5`,
        [machine.patienceSeconds],
      );
      const [oldest] = rows;
      if (!oldest) return ok("none for long");
      const who = rows.map(({ pid, who }) => `${pid} (${who})`).join(", ");
      return fail(
        "transaction-open-long",
        `process ${who} of the database server has been writing, for up to ${inWords(oldest.seconds)}: webhooks and the live stream wait for its end`,
        `End what holds it, or select pg_terminate_backend(${oldest.pid})`,
      );
    },
  },
];
