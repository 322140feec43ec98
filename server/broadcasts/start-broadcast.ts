import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import type { BroadcastState } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { fixAudience, type Audience } from "./audience.ts";
import { isPreparing, prepareAudience, whilePreparing } from "./prepare-audience.ts";
import { nobody, whyNothingCanBeSent } from "./why-nothing-can-be-sent.ts";

/** In workspaces with more contacts than this, the audience is stored before the launching transaction, not in it. */
export const FEW_CLIENTS = 20_000;

/** An audience that is already stored. `process` is the database process that held the lock while it was prepared. */
type Prepared = { audience: Audience; problem: string | null; process: number };

/**
 * Starts a broadcast and fixes its audience. If nothing can be sent at all, it becomes `failed` at once: with the reason, its audience as
 * failures, and no startedAt. Inside a transaction, everything runs in that transaction.
 * @param from the allowed states. A second concurrent start finds another state.
 * @returns the started broadcast; null when it was in none of these states, was cancelled meanwhile, or is being launched.
 */
export async function startBroadcast(
  ctx: Ctx,
  id: string,
  from: readonly BroadcastState[],
  fewClients = FEW_CLIENTS,
): Promise<Broadcast | null> {
  if (ctx.wakes !== null || !(await isLarge(ctx, id, fewClients))) {
    return inTransaction(ctx, (tx) => start(tx, id, from, null));
  }
  return whilePreparing({ workspaceId: ctx.workspaceId, id }, async (connection, process) => {
    const { workspaceId } = ctx;
    const { integration, ...broadcast } = await ctx.db.broadcast.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id } },
      include: { integration: true },
    });
    if (!from.includes(broadcast.state)) return null;
    const problem = await whyNothingCanBeSent(ctx, broadcast, integration);
    const audience = await prepareAudience(ctx, connection, broadcast, integration, problem);
    if (!audience) return null;
    // Only the state read above is allowed, not all of `from`: a broadcast that was cancelled meanwhile is a draft and stays one.
    return inTransaction(ctx, (tx) => start(tx, id, [broadcast.state], { audience, problem, process }));
  });
}

/** Whether the audience may be too large for one transaction, or a launch that died has stored part of it. */
async function isLarge({ db, workspaceId }: Ctx, id: string, fewClients: number): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isLarge: boolean }[]>`
    select (select count(*) from (select from "Client" where "workspaceId" = ${workspaceId} limit ${fewClients + 1}) c) > ${fewClients}
      or exists (
        select from "Broadcast" b join "BroadcastRecipient" r on r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
        where b."workspaceId" = ${workspaceId} and b.id = ${id}::uuid and b.state in ('draft', 'scheduled')) as "isLarge"`;
  return row?.isLarge ?? false;
}

async function start(
  tx: Ctx,
  id: string,
  from: readonly BroadcastState[],
  prepared: Prepared | null,
): Promise<Broadcast | null> {
  const { workspaceId } = tx;
  const [launched] = await tx.db.$queryRaw<Broadcast[]>`
    update "Broadcast" set state = 'inProgress', "startedAt" = ${tx.now}
    where "workspaceId" = ${workspaceId} and id = ${id}::uuid and state::text = any (${from})
    returning *`;
  if (!launched) return null;
  // Checked after the update: until here this launch held the lock, and from here no other launch can touch the recipients.
  if (prepared && !(await isPreparing(tx, prepared.process))) {
    throw new AppError("CONFLICT", say("broadcasts.lostDatabase"));
  }
  const { audience, problem } = prepared ?? (await fix(tx, launched));
  const { totalCount, leftOut } = audience;
  const error = problem ?? (totalCount === 0 ? nobody(launched) : null);
  const broadcast = await tx.db.broadcast.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { totalCount, leftOut, ...(error ? { state: "failed", error, startedAt: null, completedAt: tx.now } : {}) },
  });
  await audit(tx, "launchBroadcast", id, {
    before: { state: broadcast.scheduledAt ? "scheduled" : "draft" },
    after: { state: broadcast.state, totalCount, leftOut, error },
  });
  await emit(tx, { name: "WORKSPACE_CHANGED" });
  tx.wakes?.add("broadcasts");
  return broadcast;
}

async function fix(tx: Ctx, launched: Broadcast): Promise<Omit<Prepared, "process">> {
  const integration = await tx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: launched.integrationId } },
  });
  const problem = await whyNothingCanBeSent(tx, launched, integration);
  return { problem, audience: await fixAudience(tx, launched, integration, problem) };
}
