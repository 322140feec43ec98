import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { Prisma, type Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { IS_OF_ACCOUNT } from "./account-stops.ts";

const HAS_PASSED = Prisma.sql`"stoppedUntil" <= now()`;

/**
 * Makes a channel active again that its provider's notice about the account put in error. Any other error stays.
 * @param ctx in a transaction.
 * @param which further condition on the channel.
 */
export async function endAccountStop(ctx: Ctx, id: string, which: Prisma.Sql = Prisma.sql`true`): Promise<void> {
  const count = await ctx.db.$executeRaw`
    update "Integration" set state = 'active', "lastError" = null, "lastErrorSaid" = null, "lastErrorAt" = null
    where "workspaceId" = ${ctx.workspaceId} and id = ${id}::uuid and state = 'error' and "deletedAt" is null
      and ${IS_OF_ACCOUNT} and ${which}`;
  if (count === 0) return;
  ctx.wakes?.add("sends");
  await emit(ctx, { name: "WORKSPACE_CHANGED" });
}

/** Ends the stops whose time has passed, in all workspaces. Providers do not say that they end. */
export async function endPassedStops(): Promise<void> {
  const due = await database().$queryRaw<Pick<Integration, "workspaceId" | "id">[]>`
    select "workspaceId", id from "Integration"
    where state = 'error' and "deletedAt" is null and ${IS_OF_ACCOUNT} and ${HAS_PASSED}`;
  for (const { workspaceId, id } of due) {
    try {
      await inTransaction(systemCtx(workspaceId, "check-channels"), (tx) => endAccountStop(tx, id, HAS_PASSED));
    } catch (error) {
      log.warn({ error, workspaceId, integrationId: id }, "a channel was not started again; it is tried again");
    }
  }
}
