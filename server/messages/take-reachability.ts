import type { InboundChange } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import { BUSINESS } from "../channels/telegram/threads.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { noteInOpenConvs } from "./note-in-open-convs.ts";
import { scopesOfNames } from "./sender-scope.ts";

/**
 * A contact has blocked or unblocked the channel. A note in their open conversations there tells the agent before they answer. It opens
 * no conversation and stops no send, because the provider decides. A repetition adds nothing.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeReachability(
  ctx: Ctx,
  integration: Integration,
  { senderId, isReachable }: Extract<InboundChange, { kind: "reachability" }>,
): Promise<void> {
  const { name: channel } = channelOf(integration.type);
  const lines = { on: say("line.blocked", { channel }), off: say("line.unblocked", { channel }) };
  const { workspaceId } = ctx;
  const identities = { some: { workspaceId, scope: { in: scopesOfNames(integration) }, externalId: senderId } };
  // Who blocks a bot can still be answered in the chat of a business account.
  const thread = {
    OR: [{ externalConversationId: null }, { externalConversationId: { not: { startsWith: BUSINESS } } }],
  };
  const convs = { ...thread, client: { identities } };
  await inTransaction(ctx, (tx) => noteInOpenConvs(tx, integration, convs, lines, !isReachable));
}
