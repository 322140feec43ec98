import { pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import { log } from "../log.ts";
import type { ClaimedSend } from "./claim-sends.ts";

// If the previous attempt died with its worker, the send keeps a token, so that the next worker still knows about it.
const HAND_BACK = `
with given as (
  select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::boolean[]) g ("workspaceId", "messageId", "leaseToken", "takesOver")
), back as (
  update "SendQueue" q set "attemptNo" = q."attemptNo" - 1, "leaseUntil" = null,
    "leaseToken" = case when given."takesOver" then q."leaseToken" end
  from given where q."workspaceId" = given."workspaceId" and q."messageId" = given."messageId" and q."leaseToken" = given."leaseToken"
  returning q."workspaceId", q."messageId", q."attemptNo"
)
delete from "SendAttempt" a using back
where a."workspaceId" = back."workspaceId" and a."messageId" = back."messageId" and a."attemptNo" = back."attemptNo" + 1`;

/**
 * Returns claimed sends that were not attempted to the queue, as if they had not been claimed. Fenced by the lease: a send that another
 * worker has taken over stays there. Never throws. A send that cannot be returned is free when its lease expires.
 */
export async function handBackSends(sends: readonly ClaimedSend[]): Promise<void> {
  try {
    await pool().query(HAND_BACK, [
      sends.map(({ workspaceId }) => workspaceId),
      sends.map(({ messageId }) => messageId),
      sends.map(({ leaseToken }) => leaseToken),
      sends.map(({ takesOver }) => takesOver),
    ]);
    signal(["sends"], pool());
  } catch (error) {
    log.warn({ error, count: sends.length }, "sends were not handed back; they are free when their lease has lapsed");
  }
}
