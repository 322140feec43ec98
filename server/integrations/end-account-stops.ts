import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { isOfAccount } from "./account-stops.ts";

/**
 * The provider's stop of a channel's account is over: it is active again, if its account's standing put it in error. Any other error
 * stays.
 * @param ctx in a transaction that has locked the channel.
 */
export async function endAccountStop(
  ctx: Ctx,
  { id, state, lastErrorSaid }: Pick<Integration, "id" | "state" | "lastErrorSaid">,
): Promise<void> {
  const isStopped = state === "error" && isOfAccount(lastErrorSaid);
  await ctx.db.integration.updateMany({
    where: { workspaceId: ctx.workspaceId, id },
    data: {
      stoppedUntil: null,
      ...(isStopped ? { state: "active", ...lastErrorColumns(null), lastErrorAt: null } : {}),
    },
  });
  if (!isStopped) return;
  ctx.wakes?.add("sends");
  await emit(ctx, { name: "WORKSPACE_CHANGED" });
}

/** Ends the stops whose time has passed, in all workspaces. Providers do not say that they end. */
export async function endPassedStops(): Promise<void> {
  const due = await database().$queryRaw<Pick<Integration, "workspaceId" | "id">[]>`
    select "workspaceId", id from "Integration" where "stoppedUntil" <= now() and "deletedAt" is null`;
  for (const { workspaceId, id } of due) {
    try {
      await inTransaction(systemCtx(workspaceId, "check-channels"), async (tx) => {
        const [channel] = await tx.db.$queryRaw<Pick<Integration, "id" | "state" | "lastErrorSaid">[]>`
          select id, state, "lastErrorSaid" from "Integration"
          where "workspaceId" = ${workspaceId} and id = ${id}::uuid and "stoppedUntil" <= now() for no key update`;
        if (channel) await endAccountStop(tx, channel);
      });
    } catch (error) {
      log.warn({ error, workspaceId, integrationId: id }, "a channel was not started again; it is tried again");
    }
  }
}
