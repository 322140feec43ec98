import { pool } from "../db.ts";
import { mended } from "../text-rules.ts";
import type { ClaimedCalls } from "./claim-provider-calls.ts";

/** What came of an attempt at a call: all of it is stored, it is tried again after some seconds, or it is given up. */
export type CallOutcome =
  | { kind: "done" }
  | { kind: "again"; afterSeconds: number; error: string | null }
  | { kind: "failed"; error: string };

/** Stores what came of calls that are still held here, and lets go of them. One that another worker has taken up is its own. */
export async function endProviderCalls(
  { workspaceId, leaseToken }: ClaimedCalls,
  outcomes: ReadonlyMap<string, CallOutcome>,
): Promise<void> {
  const ended = [...outcomes].map(([id, outcome]) => ({
    id,
    pause: outcome.kind === "again" ? outcome.afterSeconds : null,
    error: outcome.kind === "done" ? null : outcome.error,
  }));
  await pool().query({
    name: "end-provider-calls",
    text: `
      update "ProviderCall" c set "leaseToken" = null, "leaseUntil" = null, error = e.error,
        "doneAt" = case when e.pause is null then now() end,
        "nextAttemptAt" = now() + make_interval(secs => coalesce(e.pause, 0))
      from json_to_recordset($3::json) as e(id uuid, pause float8, error text)
      where c."workspaceId" = $1 and c.id = e.id and c."leaseToken" = $2::uuid`,
    values: [workspaceId, leaseToken, JSON.stringify(mended(ended))],
  });
}

/** Forgets calls of a channel that is not there any more. */
export async function dropProviderCalls({ workspaceId, integrationId, leaseToken }: ClaimedCalls): Promise<void> {
  // The token is the claim's: calls of other channels of the workspace may be held by it.
  await pool().query(
    `delete from "ProviderCall"
     where "workspaceId" = $1 and "integrationId" = $2 and "doneAt" is null and "leaseToken" = $3::uuid`,
    [workspaceId, integrationId, leaseToken],
  );
}
