import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import type { BroadcastState } from "../generated/prisma/enums.ts";
import { fixAudience } from "./audience.ts";
import { whyNothingCanBeSent } from "./why-nothing-can-be-sent.ts";

const NOBODY =
  "No client matches: all filters must hold, and archived clients, test numbers and clients whom this channel cannot reach are left out";

/**
 * Puts a broadcast under way and fixes its audience, in the open transaction. One that can send nothing at all goes on to `failed`
 * at once: with its reason, its audience as failures, and no startedAt, since nothing has started.
 * @param from the states that it may be in; whoever comes second finds it in another.
 * @returns the broadcast as it stands then; null when it was in none of these states.
 */
export async function startBroadcast(tx: Ctx, id: string, from: readonly BroadcastState[]): Promise<Broadcast | null> {
  const { workspaceId } = tx;
  const [launched] = await tx.db.$queryRaw<Broadcast[]>`
    update "Broadcast" set state = 'inProgress', "startedAt" = ${tx.now}
    where "workspaceId" = ${workspaceId} and id = ${id}::uuid and state::text = any (${from})
    returning *`;
  if (!launched) return null;
  const place = { workspaceId_id: { workspaceId, id } };
  const integration = await tx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: launched.integrationId } },
  });
  const problem = await whyNothingCanBeSent(tx, launched, integration);
  const totalCount = await fixAudience(tx, launched, integration, problem);
  const error = problem ?? (totalCount === 0 ? NOBODY : null);
  const broadcast = await tx.db.broadcast.update({
    where: place,
    data: { totalCount, ...(error ? { state: "failed", error, startedAt: null, completedAt: tx.now } : {}) },
  });
  await audit(tx, "launchBroadcast", id, {
    before: { state: broadcast.scheduledAt ? "scheduled" : "draft" },
    after: { state: broadcast.state, totalCount, error },
  });
  await emit(tx, { name: "WORKSPACE_CHANGED" });
  tx.wakes?.add("broadcasts");
  return broadcast;
}
