import type { Ctx } from "../ctx.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import { enqueue } from "../work/queue.ts";
import { log } from "../log.ts";
import { inEnglish, type Said } from "../say.ts";

/**
 * The provider refuses the channel's credentials: the channel goes into error, its sends wait, and the people who can put it right
 * are told (decisions section 5), in the portal and by a mail each, once until it is put right. Only an active channel changes, and only while it has the credentials that were
 * refused: an answer that comes late says nothing of those that somebody has stored since. A lost race is a normal answer.
 * @param ctx in the transaction of what was refused.
 * @param refused as they are stored.
 */
export async function noteChannelError(
  ctx: Ctx,
  { id: integrationId, credentials: refused }: { id: string; credentials: string },
  error: Said,
): Promise<void> {
  const { count } = await ctx.db.integration.updateMany({
    where: { workspaceId: ctx.workspaceId, id: integrationId, state: "active", credentials: refused },
    data: { state: "error", ...lastErrorColumns(error), lastErrorAt: ctx.now },
  });
  if (count === 0) return;
  log.warn(
    { workspaceId: ctx.workspaceId, integrationId, error: inEnglish(error) },
    "a channel refuses its credentials; its sends wait",
  );
  await emit(ctx, { name: "WORKSPACE_CHANGED" });
  const { workspaceId } = ctx;
  const admins = await ctx.db.membership.findMany({
    where: { workspaceId, role: { in: ["OWNER", "ADMIN"] } },
    select: { userId: true },
  });
  // A mail that cannot be delivered to one of them is tried again for them alone.
  for (const { userId } of admins) await enqueue(ctx, "mail-channel-error", { workspaceId, integrationId, userId });
}
