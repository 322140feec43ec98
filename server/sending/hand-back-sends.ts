import { pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import { log } from "../log.ts";
import type { ClaimedSend } from "./claim-sends.ts";

// One whose attempt before this died with its worker keeps a token: whoever takes it still learns of that.
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
 * Gives sends back that no provider was asked for, as if they had not been claimed. Fenced by the lease: what another worker has
 * taken over stays with it. Never throws; what cannot be given back is free when its lease has lapsed.
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
