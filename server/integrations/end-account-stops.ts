import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";

/**
 * Makes a channel active again that its provider's notice about the account put in error. Any other error stays.
 * @param ctx in a transaction.
 */
export async function endAccountStop(ctx: Ctx, { id }: Pick<Integration, "id">): Promise<void> {
  const count = await ctx.db.$executeRaw`
    update "Integration" set state = 'active', "lastError" = null, "lastErrorSaid" = null, "lastErrorAt" = null
    where "workspaceId" = ${ctx.workspaceId} and id = ${id}::uuid and state = 'error' and "deletedAt" is null
      and "lastErrorSaid" ->> 'code' like 'account.%'`;
  if (count === 0) return;
  ctx.wakes?.add("sends");
  await emit(ctx, { name: "WORKSPACE_CHANGED" });
}

/** Ends the stops whose time has passed, in all workspaces. Providers do not say that they end. */
export async function endPassedStops(): Promise<void> {
  const due = await database().$queryRaw<Pick<Integration, "workspaceId" | "id">[]>`
    select "workspaceId", id from "Integration"
    where state = 'error' and "deletedAt" is null and "lastErrorSaid" ->> 'code' like 'account.%'
      and ("lastErrorSaid" -> 'params' -> 'until' ->> 'time')::timestamptz <= now()`;
  for (const channel of due) {
    await inTransaction(systemCtx(channel.workspaceId, "check-channels"), (tx) => endAccountStop(tx, channel));
  }
}
