import { audit } from "../auth/audit.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";
import { sealCredentials } from "./access.ts";
import { accountColumns, identifyChannel, mustBeOnlyChannel } from "./identify-channel.ts";
import { readCredentials } from "./read-credentials.ts";
import { subscribeChannel } from "./subscribe-channel.ts";

export type NewChannel = { name: string; type: IntegrationType; integrationProperties?: unknown };

/**
 * The shared part of createIntegration and connectChannel: checks the credentials with the provider, stores them encrypted, activates the
 * channel and registers it with its provider. The two callers decide who may add which types.
 * @param ctx outside a transaction, because the provider may be slow.
 * @param action the operation, for the audit log.
 * @throws AppError BAD_INPUT for integrationProperties that do not fit the type or that the provider refuses; PROVIDER_ERROR (it does
 * not answer), CONFLICT (its bot or account is already a channel).
 */
export async function addChannel(ctx: Ctx, input: NewChannel, action: string): Promise<Integration> {
  const { type } = input;
  const name = requiredLine("name", input.name);
  const place = { workspaceId: ctx.workspaceId, id: newId() };
  const given = await readCredentials(type, input.integrationProperties ?? {});
  const account = await identifyChannel(type, given);
  const credentials = await sealCredentials(place, given);
  const pending = channelOf(type).adapter?.setup
    ? { ...lastErrorColumns(say("check.notConfirmed")), lastErrorAt: ctx.now }
    : {};
  const columns = account ? accountColumns(account, ctx.now) : {};
  const created = await inTransaction(ctx, async (tx) => {
    await mustBeOnlyChannel(tx, { id: place.id, type, account });
    const row = await tx.db.integration.create({
      data: { ...place, name, type, state: "active", credentials, ...columns, ...pending },
    });
    await audit(tx, action, row.id, { after: { name, type, identifier: row.identifier } });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return row;
  });
  return subscribeChannel(ctx, created);
}
