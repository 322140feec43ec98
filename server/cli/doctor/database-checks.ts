import { migrationNames, pendingOf } from "../../../prisma/pending-migrations.ts";
import { fail, ok, rowOf, rowsOf, warn, type Check, type Found } from "./finding.ts";
import { usedUp } from "./open-database.ts";

const OLDEST_POSTGRES = 15;
/** Shares of all connections: the first gives a warning, the second is a fault. */
const NEARLY = 0.8;
const USED_UP = 0.95;
/** Limits of the difference between two clocks, in seconds. */
const SKEW = { warn: 2, fail: 60 };

/** Judges the difference between another clock and this machine's. @param seconds by how much the other clock is ahead. */
export function judgeClock(whose: string, seconds: number): Found {
  const apart = Math.abs(seconds);
  if (apart <= SKEW.warn) return ok(`${whose} clock and this machine's agree`);
  const cause = `${whose} clock is ${apart.toFixed(0)} s ${seconds > 0 ? "ahead of" : "behind"} this machine's`;
  const remedy =
    "Let all machines keep their time by NTP (chrony, systemd-timesyncd): signatures, sessions and links are judged by it";
  return apart > SKEW.fail ? fail("clock-skew", cause, remedy) : warn("clock-skew", cause, remedy);
}

/** Checks the database server, and whether its schema belongs to this release. */
export const DATABASE_CHECKS: Check[] = [
  {
    name: "database",
    async run({ db }) {
      const { version, number } = await rowOf<{ version: string; number: number }>(
        db,
        "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
      );
      if (number >= OLDEST_POSTGRES * 10_000) return ok(`PostgreSQL ${version}`);
      return fail(
        "database-old",
        `PostgreSQL ${version} is older than ${OLDEST_POSTGRES}`,
        `Move the database to PostgreSQL ${OLDEST_POSTGRES} or later`,
      );
    },
  },
  {
    name: "migrations",
    async run({ db }) {
      const pending = await pendingOf(db);
      if (pending.length > 0) {
        return fail(
          "migrations-pending",
          `the database lacks ${pending.length} migration(s) of this release, the first is ${pending[0]}`,
          "Run npm run migrate with this release, before its processes start",
        );
      }
      const known = migrationNames();
      const rows = await rowsOf<{ name: string }>(
        db,
        "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
      );
      const newer = rows.map(({ name }) => name).filter((name) => !known.includes(name));
      if (newer.length === 0) return ok(`all ${known.length} applied`);
      return fail(
        "migrations-newer",
        `the database has ${newer.length} migration(s) that this release does not know, the last is ${newer.sort().at(-1)}`,
        "A newer release has run on it: start that one, or restore the backup from before the upgrade",
      );
    },
  },
  {
    name: "clock of the database",
    async run({ db, machine }) {
      const before = machine.now().getTime();
      const { at } = await rowOf<{ at: Date }>(db, "select clock_timestamp() as at");
      const after = machine.now().getTime();
      // The database read its clock between `before` and `after`.
      const ahead = at.getTime() > after ? at.getTime() - after : Math.min(0, at.getTime() - before);
      return judgeClock("the database's", ahead / 1_000);
    },
  },
  {
    name: "connections",
    async run({ db }) {
      const { used, most, here, limit } = await rowOf<{ used: number; most: number; here: number; limit: number }>(
        db,
        `select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
          (select count(*) from pg_stat_activity where datid = d.oid and backend_type = 'client backend')::int as here,
          d.datconnlimit as limit
        from pg_database d where d.datname = current_database()`,
      );
      const [taken, room] = limit >= 0 && limit - here < most - used ? [here, limit] : [used, most];
      const words = `${taken} of ${room} connections are taken`;
      if (taken >= room * USED_UP) return usedUp(words);
      if (taken < room * NEARLY) return ok(words);
      return warn(
        "connections-nearly-used-up",
        words,
        "Raise max_connections, or lower DATABASE_POOL, before the next process starts",
      );
    },
  },
];
