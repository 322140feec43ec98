import { isOperatorsApp } from "../channels/meta/operators-app.ts";
import { channelOf } from "../channels/registry.ts";
import { verb } from "../verb.ts";
import { credentialsOf, integrationOr404 } from "./access.ts";
import { ingressUrl } from "./ingress-url.ts";

export type ChannelSetup = {
  webhookUrl: string | null;
  verifyToken: string | null;
  subscribes: "automatically" | "byHand";
  fields: string[];
  appFields: readonly string[];
};

/**
 * What a user must enter at the provider so that the channel's messages arrive. `automatically`: nothing, this service registered the
 * address. `verifyToken` is the value that the provider sends when it verifies the address; only users get it. `fields` are the ones to
 * subscribe to by hand. `appFields` come only to the webhook of the provider's app, if people set this address there too.
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
    const readAppFields = adapter?.setup?.appFields;
    if (!handshake && !byHand && !readAppFields) {
      const subscribes = adapter?.setup ? "automatically" : "byHand";
      return { webhookUrl, verifyToken: null, subscribes, fields: [], appFields: [] };
    }
    const credentials = await credentialsOf(channel);
    const appFields = readAppFields?.(credentials) ?? [];
    const fields = byHand?.(credentials, channel) ?? null;
    return {
      webhookUrl,
      // The operator's app is registered by us, and its token serves all workspaces.
      verifyToken: isOperatorsApp(credentials) ? null : (handshake?.token(credentials) ?? null),
      subscribes: fields === null && adapter?.setup ? "automatically" : "byHand",
      fields: fields ?? [],
      appFields,
    };
  },
);
