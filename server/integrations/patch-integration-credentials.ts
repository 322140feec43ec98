import { audit } from "../auth/audit.ts";
import type { KnownAccount } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { AppError, badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { NOTHING_HELD } from "./account-stops.ts";
import { credentialsOf, integrationOr404, sealCredentials } from "./access.ts";
import { accountColumns, identifyChannel, isSameAccount, mustBeOnlyChannel } from "./identify-channel.ts";
import { readCredentials } from "./read-credentials.ts";
import { subscribeChannel } from "./subscribe-channel.ts";

export type IntegrationCredentialsPatchInput = { id: string; integrationProperties?: unknown };

/**
 * Changes some of a channel's integrationProperties; omitted keys stay. A channel in error becomes active again with the new credentials,
 * and its waiting sends go out.
 * @throws AppError BAD_INPUT when the result does not fit the channel type or its provider refuses it; PROVIDER_ERROR, CONFLICT as in
 * createIntegration; CONFLICT also for another account's credentials when the channel already has conversations.
 */
export const patchIntegrationCredentials = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: IntegrationCredentialsPatchInput): Promise<Integration> => {
    const { integrationProperties } = input;
    if (
      typeof integrationProperties !== "object" ||
      integrationProperties === null ||
      Array.isArray(integrationProperties)
    ) {
      throw badInput("integrationProperties", say("service.object", { field: "integrationProperties" }));
    }
    const before = await integrationOr404(ctx, input.id);
    const merged = { ...(await credentialsOf(before)), ...integrationProperties };
    return replaceCredentials(ctx, before, merged, Object.keys(integrationProperties));
  },
);

/**
 * Gives a channel new integrationProperties in place of its own.
 * @param changed the names of those that are new, for the audit log.
 * @throws AppError as patchIntegrationCredentials
 */
export async function replaceCredentials(
  ctx: Ctx,
  before: Integration,
  integrationProperties: Record<string, unknown>,
  changed: string[],
): Promise<Integration> {
  // Outside the transaction, because this resolves addresses. It overwrites a change made in between.
  const given = await readCredentials(before.type, integrationProperties);
  const account = await identifyChannel(before.type, given);
  const credentials = await sealCredentials(before, given);
  const patched = await inTransaction(ctx, async (tx) => {
    const now = await integrationOr404(tx, before.id);
    const { id, type, state } = now;
    await mustBeOnlyChannel(tx, { id, type, account });
    if (account) await mustKeepHistory(tx, now, account);
    const row = await tx.db.integration.update({
      where: { workspaceId_id: { workspaceId: tx.workspaceId, id } },
      data: {
        credentials,
        // The credentials may belong to another account, whose templates differ.
        templatesFetchedAt: null,
        // Types without a provider to ask keep their account columns.
        ...(account ? accountColumns(account, tx.now) : {}),
        // They may belong to an account that nothing holds back. If not, the provider's refusals say so.
        ...NOTHING_HELD,
        ...{ stoppedUntil: null, accountToldAt: null },
        patchedAt: tx.now,
        ...(state === "error" ? { state: "active", ...lastErrorColumns(null), lastErrorAt: null } : {}),
      },
    });
    await audit(tx, "patchIntegrationCredentials", row.id, { after: { changed } });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    tx.wakes?.add("sends");
    return row;
  });
  return subscribeChannel(ctx, patched);
}

/**
 * Conversations with one account must not move to another: contacts would get replies from an account they never wrote to. The same
 * account, authorized again, keeps the channel's id and history.
 * @throws AppError CONFLICT
 */
async function mustKeepHistory(tx: Ctx, channel: Integration, account: KnownAccount): Promise<void> {
  if (isSameAccount(channel, account)) return;
  const { workspaceId, id: integrationId } = channel;
  const conv = await tx.db.conversation.findFirst({ where: { workspaceId, integrationId }, select: { id: true } });
  if (!conv) return;
  throw new AppError(
    "CONFLICT",
    say("channels.otherAccount", { found: account.identifier, identifier: String(channel.identifier) }),
  );
}
