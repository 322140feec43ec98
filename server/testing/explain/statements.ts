import pg from "pg";

/** A statement as sent to the database. */
export type Statement = { text: string; values: unknown[] };

type Query = (...args: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query };
const ask = prototype.query;

/** Transaction control, notifications, and statements of the queue's library and the test itself. They have no plan to check. */
const NO_QUERY =
  /^\s*(begin|commit|rollback|savepoint|release|set |listen|notify|explain|select pg_notify|lock |create |do )/i;
/** A cursor is explained as its query. */
const CURSOR = /^\s*declare \S+ .*?cursor .*?for /is;
const FETCH = /^\s*(fetch|close) /i;
const OF_THE_LIBRARY = /\bpgboss\./;

/**
 * Runs `act` and returns every statement that this process sent meanwhile, each text with each set of values once. Connections
 * opened before the first call are recorded only if this module was loaded before them.
 */
export async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const heard = new Map<string, Statement>();
  heardBy = ({ text, values }) => {
    if (NO_QUERY.test(text) || OF_THE_LIBRARY.test(text)) return;
    const sql = text.replace(CURSOR, "");
    if (FETCH.test(sql)) return;
    heard.set(`${sql} ${keyOf(values)}`, { text: sql, values });
  };
  try {
    await act();
  } finally {
    heardBy = null;
  }
  return [...heard.values()];
}

let heardBy: ((statement: Statement) => void) | null = null;

prototype.query = function (this: unknown, ...args: unknown[]) {
  const [first, second] = args;
  const config = typeof first === "string" ? { text: first, values: undefined } : (first as Partial<Statement>);
  const values = Array.isArray(second) ? (second as unknown[]) : (config.values ?? []);
  if (typeof config.text === "string") heardBy?.({ text: config.text, values });
  return ask.apply(this, args);
};

const keyOf = (values: unknown[]): string =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
