import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, pool } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { noteInboundFault } from "../integrations/note-inbound-fault.ts";
import { whileHeld } from "../work/lease.ts";
import { retryPause } from "../work/retry.ts";
import { log } from "../log.ts";
import type { ClaimedCalls, WaitingCall } from "./claim-provider-calls.ts";
import { Later, NotYet } from "./not-yet.ts";
import { takeElements } from "./take-elements.ts";
import { mendedJson } from "../text-rules.ts";

/** A call is given up after this many attempts. Such a call kills its workers before they can store an error. */
const MOST_ATTEMPTS = 60;
/** The pause of a call that is continued, in which the channel's other calls are taken. */
const LATER_SECONDS = 1;

/**
 * Stores the contents of claimed calls of a channel: each sender's elements in order, senders in parallel, statuses together. Each
 * element is stored on its own and only once, so the calls of a dead worker can simply be processed again. A failed element fails its
 * call, which is retried with growing pauses. All others continue.
 *
 * Never throws. If the outcome of calls cannot be stored, they are claimed again when the lease has expired.
 * @param stopping stops between two elements: the rest is left for the next worker.
 */
export async function takeProviderCalls(claimed: ClaimedCalls, stopping: AbortSignal): Promise<void> {
  const { workspaceId, integrationId, leaseToken } = claimed;
  try {
    const lease = { kind: "providerCalls", workspaceId, id: integrationId, leaseToken } as const;
    await whileHeld(lease, stopping, (signal) => takeHeld(claimed, signal));
  } catch (error) {
    log.warn({ error, workspaceId, integrationId }, "a channel's calls were not taken; they are taken again");
  }
}

async function takeHeld(claimed: ClaimedCalls, signal: AbortSignal): Promise<void> {
  const { workspaceId, integrationId } = claimed;
  const integration = await database().integration.findFirst({
    where: { workspaceId, id: integrationId, deletedAt: null },
  });
  const workspace = await database().workspace.findFirst({ where: { id: workspaceId, deletedAt: null } });
  if (!integration || !workspace) return await dropProviderCalls(claimed);
  const ctx = systemCtx(workspaceId, `incoming-${integration.type.toLowerCase()}`);
  const endless = claimed.calls.filter(({ attemptNo }) => attemptNo > MOST_ATTEMPTS);
  const others = claimed.calls.filter((call) => !endless.includes(call));
  const faults = await takeElements(ctx, integration, others, signal);
  for (const { id } of endless) faults.set(id, new Error("It was begun too often without an end"));
  const outcomes = new Map(claimed.calls.map((call) => [call.id, outcomeOf(call, faults.get(call.id))]));
  await endProviderCalls(claimed, outcomes);
  await reportFailed(ctx, integration, outcomes);
}

function outcomeOf({ id, ageSeconds, attemptNo }: WaitingCall, fault: unknown): CallOutcome {
  if (fault === undefined) return { kind: "done" };
  if (fault instanceof Later) return { kind: "again", afterSeconds: LATER_SECONDS, error: null, isAttempt: false };
  if (fault instanceof NotYet) {
    const afterSeconds = retryPause("providerCallWaiting", attemptNo) ?? 0;
    return { kind: "again", afterSeconds, error: fault.message };
  }
  if (fault instanceof DOMException && fault.name === "AbortError")
    return { kind: "again", afterSeconds: 0, error: null };
  const error = fault instanceof Error ? fault.message : "It failed without a word";
  const afterSeconds = attemptNo > MOST_ATTEMPTS ? null : retryPause("providerCall", attemptNo, { age: ageSeconds });
  if (attemptNo === 1)
    log.warn({ err: fault, providerCallId: id }, "a provider's call was not wholly taken; it is tried again");
  return afterSeconds === null ? { kind: "failed", error } : { kind: "again", afterSeconds, error };
}

async function reportFailed(
  ctx: Ctx,
  { id: integrationId }: Integration,
  outcomes: ReadonlyMap<string, CallOutcome>,
): Promise<void> {
  for (const [providerCallId, outcome] of outcomes) {
    if (outcome.kind !== "failed") continue;
    const { workspaceId } = ctx;
    const { error } = outcome;
    log.error(
      { workspaceId, integrationId, providerCallId, error },
      "a provider's call was given up; its body is kept for 30 days",
    );
    await noteInboundFault(ctx, integrationId, error);
  }
}

/**
 * The outcome of an attempt at a call: everything is stored, it is retried after some seconds, or it is given up. What is only continued
 * does not count as an attempt.
 */
type CallOutcome =
  | { kind: "done" }
  | { kind: "again"; afterSeconds: number; error: string | null; isAttempt?: false }
  | { kind: "failed"; error: string };

/** Stores the outcome of calls that this worker still holds, and releases them. Calls that another worker has claimed are skipped. */
async function endProviderCalls(
  { workspaceId, leaseToken }: ClaimedCalls,
  outcomes: ReadonlyMap<string, CallOutcome>,
): Promise<void> {
  const ended = [...outcomes].map(([id, outcome]) => ({
    id,
    pause: outcome.kind === "again" ? outcome.afterSeconds : null,
    error: outcome.kind === "done" ? null : outcome.error,
    undone: outcome.kind === "again" && outcome.isAttempt === false ? 1 : 0,
  }));
  await pool().query({
    name: "end-provider-calls",
    text: `
      update "ProviderCall" c set "leaseToken" = null, "leaseUntil" = null, error = e.error,
        "doneAt" = case when e.pause is null then now() end, "attemptNo" = c."attemptNo" - e.undone,
        "nextAttemptAt" = now() + make_interval(secs => coalesce(e.pause, 0))
      from json_to_recordset($3::json) as e(id uuid, pause float8, error text, undone int)
      where c."workspaceId" = $1 and c.id = e.id and c."leaseToken" = $2::uuid`,
    values: [workspaceId, leaseToken, mendedJson(ended)],
  });
}

/** Deletes calls of a channel that no longer exists. */
async function dropProviderCalls({ workspaceId, integrationId, leaseToken }: ClaimedCalls): Promise<void> {
  // The lease token belongs to the claim, which may also hold calls of the workspace's other channels.
  await pool().query(
    `delete from "ProviderCall"
     where "workspaceId" = $1 and "integrationId" = $2 and "doneAt" is null and "leaseToken" = $3::uuid`,
    [workspaceId, integrationId, leaseToken],
  );
}
