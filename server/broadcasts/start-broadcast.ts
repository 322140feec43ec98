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

/** In workspaces of more clients than this, an audience is stored before the transaction that launches, not in it. */
export const FEW_CLIENTS = 20_000;

/** An audience that is stored already; its `process` is the database's, which no other one has prepared it beside. */
type Prepared = { audience: Audience; problem: string | null; process: number };

/**
 * Puts a broadcast under way and fixes its audience. One that can send nothing at all goes on to `failed` at once: with its reason,
 * its audience as failures, and no startedAt, since nothing has started. Inside a transaction everything is done in it.
 * @param from the states that it may be in; whoever comes second finds it in another.
 * @returns the broadcast as it stands then; null when it was in none of these states, was cancelled meanwhile, or is being launched.
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
    const audience = await prepareAudience(connection, broadcast, integration, problem);
    if (!audience) return null;
    // Not from any state that it may be in: one that is cancelled meanwhile is a draft again, and stays one.
    return inTransaction(ctx, (tx) => start(tx, id, [broadcast.state], { audience, problem, process }));
  });
}

/** Whether the audience may be too large for one transaction, or some of it is stored already, by a launch that died. */
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
  // Asked behind the update: from here on no other launch can touch the recipients, up to here this one has had them alone.
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
