import type { Ctx } from "../ctx.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import { adminIds } from "../mail/admins.ts";
import { enqueue } from "../work/queue.ts";
import { log } from "../log.ts";
import { inEnglish, type Said } from "../say.ts";

/**
 * The provider refuses the channel's credentials. The channel goes into error and its sends wait. The portal shows it and each admin gets
 * one email until it is fixed. Only an active channel with exactly the refused credentials changes, so a late
 * response cannot affect newer credentials. It is no error if another process changed the channel first.
 * @param ctx in the transaction of the refused request.
 * @param refused the encrypted credentials as stored.
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
    "a channel is in error; its sends wait",
  );
  await emit(ctx, { name: "WORKSPACE_CHANGED" });
  await mailAdmins(ctx, integrationId);
}

/** What a provider says, in English, and when: ISO 8601. */
export type ProviderNotice = { text: string; at: string };

/**
 * Emails the workspace's admins about a channel in error, or what its provider says.
 * @param ctx in the transaction of what they are told.
 */
export async function mailAdmins(ctx: Ctx, integrationId: string, notice: ProviderNotice | null = null): Promise<void> {
  const { workspaceId } = ctx;
  for (const userId of await adminIds(ctx)) {
    await enqueue(ctx, "mail-channel-error", { workspaceId, integrationId, userId, notice });
  }
}
