import pg from "pg";
import { isDatabaseAway } from "../../database-away.ts";
import { explain } from "../run.ts";
import { fail, hostOf, type Found } from "./finding.ts";

const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;

/** A read-only connection, or why there is none. */
export async function openDatabase(url: string): Promise<{ db: pg.Client } | { found: Found }> {
  const db = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    application_name: "omnichannel doctor",
  });
  // If the connection breaks later, the running check fails.
  db.on("error", () => undefined);
  try {
    await db.connect();
    await db.query("set default_transaction_read_only = on");
    return { db };
  } catch (error) {
    await db.end().catch(() => undefined);
    return { found: whyNot(error, url) };
  }
}

function whyNot(error: unknown, url: string): Found {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const where = hostOf(url);
  if (code === "28P01" || code === "28000") {
    return fail(
      "database-password-wrong",
      `PostgreSQL at ${where} refuses the user or the password of DATABASE_URL`,
      "Correct user and password in DATABASE_URL (special characters percent-encoded), and see pg_hba.conf for this machine's address",
    );
  }
  if (code === "3D000") {
    return fail(
      "database-missing",
      `PostgreSQL at ${where} answers, and has no database of the name in DATABASE_URL`,
      "Correct the name in DATABASE_URL, or create the database, and run npm run migrate",
    );
  }
  if (code === "53300") return usedUp(`PostgreSQL at ${where} takes no further connection`);
  if (code === "57P03") {
    return fail(
      "database-starting",
      `PostgreSQL at ${where} is starting, stopping or recovering`,
      "Wait; if it lasts, read the database server's log",
    );
  }
  const reason = explain(error);
  const isAway = isDatabaseAway(error) || /timeout|EAI_AGAIN/i.test(`${code} ${reason}`);
  return fail(
    isAway ? "database-unreachable" : "database-refuses",
    `PostgreSQL at ${where} ${isAway ? "does not answer" : "refuses"}: ${reason}`,
    "See that it runs, that host and port in DATABASE_URL are right, and that no firewall stands between",
  );
}

export function usedUp(cause: string): Found {
  return fail(
    "connections-used-up",
    cause,
    "Raise max_connections (or the limit of the database or role), or lower DATABASE_POOL: a web process may hold DATABASE_POOL + 1, a worker DATABASE_POOL + 8",
  );
}
