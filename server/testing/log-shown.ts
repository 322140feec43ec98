import { pool } from "../db.ts";
import { eventually } from "./receiver.ts";

/**
 * Waits until readers of the event log see all that was written by now. What is under way in the databases of tests beside this one
 * holds it back as well, for seconds: a time limit on what somebody hears begins behind this.
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
