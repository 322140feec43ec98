import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { credentialsOf } from "./access.ts";
import { ingressUrl } from "./ingress-url.ts";

/** How a channel's `lastError` begins where its provider would not take our address: what a check puts right by itself. */
export const NOT_COMING_IN = "Messages do not come in";

/** The same where the provider says that it brings them elsewhere, or cannot: somebody else may have meant that. */
export const NOT_BROUGHT = "Messages are not brought here";

/** What the channel says of itself until its provider has confirmed the address; it stays if the process dies in between. */
export const NOT_SUBSCRIBED = `${NOT_COMING_IN} yet: the provider has not confirmed our address`;

/**
 * Has the channel's provider bring what clients write to the channel's address. A refusal is no error of the caller's: the
 * channel can send, and shows why nothing comes in. Switching it on again repeats it.
 * @param ctx outside a transaction, after the channel's row was stored: what the provider brings then finds it.
 */
export async function subscribeChannel(ctx: Ctx, integration: Integration): Promise<Integration> {
  const setup = channelOf(integration.type).adapter?.setup;
  const address = ingressUrl(integration);
  if (!setup || address === null) return integration;
  const answer = await setup.subscribe(await credentialsOf(integration), address);
  const error = answer.outcome === "subscribed" ? null : `${NOT_COMING_IN}: ${answer.error}`;
  const { workspaceId, id } = integration;
  if (error !== null) log.warn({ workspaceId, integrationId: id, error }, "a provider does not bring messages");
  return inTransaction(ctx, async (tx) => {
    // A channel whose credentials were refused meanwhile keeps that reason.
    await tx.db.integration.updateMany({
      where: { workspaceId, id, state: { not: "error" } },
      data: { lastError: error, lastErrorAt: error === null ? null : tx.now },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return tx.db.integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  });
}
