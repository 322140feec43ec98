import { channelOf } from "../channels/registry.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { identitiesOf } from "../messages/identities-of.ts";
import { placeOf, type Place } from "../messages/sendable.ts";
import { say, type Said } from "../say.ts";
import { verb } from "../verb.ts";
import { convForActor, lockConvForActor } from "./access.ts";
import { clientAddress } from "./client-address.ts";
import { takeFromOtherApp } from "./other-app.ts";

/** Time limit for the provider's response, in milliseconds. */
const ANSWER_MS = 15_000;

/**
 * Takes a conversation from the other app that answers the contact, at the provider and here, so that it can be answered here. An
 * unassigned one goes to the caller's agent. Where no other app answers, nothing changes.
 * @throws AppError NOT_FOUND, CONFLICT (the provider refuses, or the channel is off)
 */
export const takeOverConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    const conv = await convForActor(ctx, input.convId);
    if (!conv.otherAppSince) return conv;
    await askProvider(ctx, await placeOf(ctx, conv));
    return inTransaction(ctx, async (tx) => {
      const held = await lockConvForActor(tx, input.convId);
      if (!held.otherAppSince) return held;
      const owner = { assigneeId: actorAgentId(tx.actor), aiId: null };
      return takeFromOtherApp(tx, held, { at: new Date(), owner, line: say("line.tookFromOtherApp") });
    });
  },
);

/** Outside any transaction. Where the provider has nothing to ask, the next message takes the conversation. */
async function askProvider(ctx: Ctx, { conv, client, integration }: Place): Promise<void> {
  const { adapter } = channelOf(integration.type);
  if (!adapter?.takeThread) return;
  if (integration.deletedAt || integration.state !== "active") {
    throw refused(say("provider.channelOff", { name: integration.name }));
  }
  const identities = (await identitiesOf(ctx, [client.id])).get(client.id) ?? {};
  const address = conv.clientAddress ?? clientAddress(integration, client, identities);
  if (address === null) throw refused(say("sending.noIdentity"));
  const result = await adapter.takeThread(address, await credentialsOf(integration), AbortSignal.timeout(ANSWER_MS));
  if (result.outcome !== "accepted") throw refused(result.error);
}

function refused(why: Said): AppError {
  return new AppError("CONFLICT", say("refusal.takeOver", { why }));
}
