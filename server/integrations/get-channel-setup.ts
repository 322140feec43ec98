import { channelOf } from "../channels/registry.ts";
import { verb } from "../verb.ts";
import { credentialsOf, integrationOr404 } from "./access.ts";
import { ingressUrl } from "./ingress-url.ts";

export type ChannelSetup = {
  webhookUrl: string | null;
  verifyToken: string | null;
  subscribes: "automatically" | "byHand";
  fields: string[];
};

/**
 * What a person pastes where so that a channel's messages come in. `automatically`: nothing, the provider was told by us.
 * `verifyToken` is what the provider shows when it asks for the address, and stands in the answer to persons only; `fields` are those
 * to subscribe to by hand.
 * @throws AppError NOT_FOUND
 */
export const getChannelSetup = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: { id: string }): Promise<ChannelSetup> => {
    const channel = await integrationOr404(ctx, input.id);
    const { adapter } = channelOf(channel.type);
    const webhookUrl = ingressUrl(channel);
    const isPerson = ctx.actor.kind === "user";
    const handshake = isPerson ? adapter?.inbound?.handshake : undefined;
    const byHand = adapter?.setup?.fieldsByHand;
    if (!handshake && !byHand) {
      return { webhookUrl, verifyToken: null, subscribes: adapter?.setup ? "automatically" : "byHand", fields: [] };
    }
    const credentials = await credentialsOf(channel);
    const fields = byHand?.(credentials) ?? null;
    return {
      webhookUrl,
      verifyToken: handshake?.token(credentials) ?? null,
      subscribes: fields === null && adapter?.setup ? "automatically" : "byHand",
      fields: fields ?? [],
    };
  },
);
