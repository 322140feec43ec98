import type pg from "pg";
import { spool } from "../blobs/spool.ts";
import { pool } from "../db.ts";
import type { Whose } from "../inbox/forget-words.ts";
import { FILE_ADDRESSES, RECORD } from "./record-sql.ts";

/** Rows in memory at once. */
const BATCH = 500;

export type WrittenRecord = {
  /** The JSON, in a file of its own, which the caller deletes. */
  path: string;
  sizeBytes: number;
  /** Of the person's files, in no order; some may lie elsewhere. */
  addresses: string[];
};

/**
 * Writes everything that is kept of a person into one JSON file, as of one moment: it is read in one snapshot, which holds nobody up.
 * @param onRows hears of each batch, with how many rows of how it is called.
 */
export async function writeRecord(
  workspaceId: number,
  person: Whose,
  onRows: (part: string, count: number) => Promise<void>,
): Promise<WrittenRecord> {
  const values = [workspaceId, [...person.clientIds], [...person.convIds]];
  const connection = await pool().connect();
  try {
    await connection.query("begin isolation level repeatable read read only");
    const { rows } = await connection.query<{ address: string }>(FILE_ADDRESSES, values);
    const file = await spool(lines(connection, values, onRows));
    return { ...file, addresses: rows.map(({ address }) => address) };
  } finally {
    await connection.query("rollback").catch(() => undefined);
    connection.release();
  }
}

async function* lines(
  connection: pg.PoolClient,
  values: unknown[],
  onRows: (part: string, count: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`{\n"exportedAt": ${JSON.stringify(new Date())}`);
  for (const [part, sql] of Object.entries(RECORD)) {
    yield Buffer.from(`,\n"${part}": [`);
    let separator = "\n";
    for await (const rows of rowsOf(connection, sql, values)) {
      if (rows.length > 0) yield Buffer.from(separator + rows.join(",\n"));
      if (rows.length > 0) separator = ",\n";
      await onRows(part, rows.length);
    }
    yield Buffer.from("\n]");
  }
  yield Buffer.from("\n}\n");
}

/** The rows of a query, some hundred at a time, each as its JSON. */
async function* rowsOf(connection: pg.PoolClient, sql: string, values: unknown[]): AsyncGenerator<string[]> {
  await connection.query(`declare part no scroll cursor for ${sql}`, values);
  for (;;) {
    const { rows } = await connection.query<{ row: string }>(`fetch ${BATCH} from part`);
    yield rows.map(({ row }) => row);
    if (rows.length < BATCH) break;
  }
  await connection.query("close part");
}
