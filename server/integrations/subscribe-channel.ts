import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { readSaid } from "../read-said.ts";
import { inEnglish, say, type SentenceCode } from "../say.ts";
import { credentialsOf } from "./access.ts";
import { ingressUrl } from "./ingress-url.ts";

/** Why nothing comes in: the provider would not take our address, or has not confirmed it yet. A check puts that right by itself. */
const NOT_COMING_IN: readonly string[] = ["check.notComingIn", "check.notConfirmed"] satisfies SentenceCode[];

/** Whether the provider does not take our address, as the channel says of itself. */
export function isNotComingIn({ lastErrorSaid }: Pick<Integration, "lastErrorSaid">): boolean {
  return NOT_COMING_IN.includes(readSaid(lastErrorSaid)?.code ?? "");
}

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
  const error = answer.outcome === "subscribed" ? null : say("check.notComingIn", { why: answer.error });
  const { workspaceId, id } = integration;
  if (error !== null)
    log.warn({ workspaceId, integrationId: id, error: inEnglish(error) }, "a provider does not bring messages");
  return inTransaction(ctx, async (tx) => {
    // A channel whose credentials were refused meanwhile keeps that reason.
    await tx.db.integration.updateMany({
      where: { workspaceId, id, state: { not: "error" } },
      data: { ...lastErrorColumns(error), lastErrorAt: error === null ? null : tx.now },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return tx.db.integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  });
}
