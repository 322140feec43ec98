import { pool } from "../db.ts";
import { eventually } from "./receiver.ts";

/**
 * Waits until readers of the event log see everything written so far. Open transactions in the databases of parallel tests delay
 * this for seconds, so a time limit on received events must start after it.
 */
export async function logShown(): Promise<void> {
  const next = await pool().query<{ xid: string }>("select pg_snapshot_xmax(pg_current_snapshot())::text as xid");
  const isShown = async () => {
    const { rows } = await pool().query<{ is: boolean }>(
      "select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as is",
      [next.rows[0]?.xid],
    );
    return rows[0]?.is ?? false;
  };
  await eventually(isShown, 60_000, () => "others hold the event log back");
}
