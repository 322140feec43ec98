import type { InboundChange } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import { holdUnmerged } from "../clients/current-client.ts";
import { findByIdentity } from "../clients/client-identities.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { noteInOpenConvs } from "./note-in-open-convs.ts";
import type { Arrival } from "./not-yet.ts";
import { scopesOfNames } from "./sender-scope.ts";

/**
 * A contact has stopped marketing messages of this channel at the provider, or takes them again. Marketing broadcasts leave them out
 * (audience.ts). It is not the workspace's own opt-out, which only the contact's keyword or a team member changes. The latest of it
 * counts, in whatever order it arrives. Of who has never written, nothing is kept.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeMarketing(
  ctx: Ctx,
  integration: Integration,
  { names, isStopped, at }: Extract<InboundChange, { kind: "marketing" }>,
  { receivedAt }: Arrival,
): Promise<void> {
  const { name: channel } = channelOf(integration.type);
  const entry = JSON.stringify({ isStopped, at: at ?? receivedAt });
  await inTransaction(ctx, async (tx) => {
    let client = null;
    for (const name of names) client ??= await findByIdentity(tx, name);
    if (!client) return;
    await holdUnmerged(tx, client.id);
    // Under all of their names on the channel, because the next notice may name another one.
    const changed = await tx.db.$executeRaw`
      update "ClientIdentity" set marketing = jsonb_set(coalesce(marketing, '{}'), array[${integration.id}], ${entry}::jsonb)
      where "workspaceId" = ${tx.workspaceId} and "clientId" = ${client.id}::uuid and scope = any(${scopesOfNames(integration)})
        and coalesce((marketing -> ${integration.id} ->> 'at')::timestamptz < ${at ?? receivedAt}::timestamptz, true)`;
    if (changed === 0) return;
    await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
    const lines = { on: say("line.marketingStopped", { channel }), off: say("line.marketingResumed", { channel }) };
    await noteInOpenConvs(tx, integration, { clientId: client.id }, lines, isStopped);
  });
}
