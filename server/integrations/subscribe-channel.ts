import type { SetupRefusal, Subscribed } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { readSaid } from "../read-said.ts";
import { inEnglish, say, type Said, type SentenceCode } from "../say.ts";
import { credentialsOf } from "./access.ts";
import { ingressUrl } from "./ingress-url.ts";

/** Why no messages arrive: the provider refused the address or has not confirmed it yet. A check fixes this by itself. */
const NOT_COMING_IN: readonly string[] = ["check.notComingIn", "check.notConfirmed"] satisfies SentenceCode[];

/** Whether the channel's last error says that the provider does not accept the address. */
export function isNotComingIn({ lastErrorSaid }: Pick<Integration, "lastErrorSaid">): boolean {
  return NOT_COMING_IN.includes(readSaid(lastErrorSaid)?.code ?? "");
}

function errorOf(answer: Subscribed | SetupRefusal): Said | null {
  if (answer.outcome !== "subscribed") return say("check.notComingIn", { why: answer.error });
  return answer.missing ? say("check.commentsNotComingIn", { why: answer.missing }) : null;
}

/**
 * Registers the channel's address with its provider, so that contacts' messages arrive there, and comments if the channel wants them.
 * A refusal is not thrown: the channel can send, and shows why no messages arrive. Switching the channel on again repeats the registration.
 * @param ctx outside a transaction, after the channel's row is stored, so that incoming calls find it.
 */
export async function subscribeChannel(ctx: Ctx, integration: Integration): Promise<Integration> {
  const setup = channelOf(integration.type).adapter?.setup;
  const address = ingressUrl(integration);
  if (!setup || address === null) return integration;
  const answer = await setup.subscribe(await credentialsOf(integration), address, integration);
  const error = errorOf(answer);
  const { workspaceId, id } = integration;
  if (error !== null)
    log.warn({ workspaceId, integrationId: id, error: inEnglish(error) }, "a provider does not bring everything");
  return inTransaction(ctx, async (tx) => {
    // A channel whose credentials were refused meanwhile keeps that error.
    await tx.db.integration.updateMany({
      where: { workspaceId, id, state: { not: "error" } },
      data: { ...lastErrorColumns(error), lastErrorAt: error === null ? null : tx.now },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return tx.db.integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  });
}
