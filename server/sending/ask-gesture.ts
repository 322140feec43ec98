import type { Gesture, SendResult } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { log } from "../log.ts";
import { say, type Said } from "../say.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { identitiesOf } from "../messages/identities-of.ts";

/** What a gesture needs to know about the contact's message. */
export const GESTURED = {
  integration: true,
  client: true,
  conversation: true,
} as const satisfies Prisma.MessageInclude;
export type GesturedMessage = Prisma.MessageGetPayload<{ include: typeof GESTURED }>;

/** The gesture. The message is passed separately. */
export type Doing = { kind: "read" } | { kind: "typing" } | { kind: "reaction"; emoji: string | null };

/** Time limit for a provider's response, in milliseconds. */
const ANSWER_MS = 15_000;

/**
 * Sends a gesture to the provider, outside any transaction. Never throws: an impossible request returns a refusal with a reason, and an
 * error of ours returns a retry.
 */
export async function askGesture(ctx: Ctx, message: GesturedMessage, doing: Doing): Promise<SendResult> {
  const { integration, client, conversation, externalMessageId } = message;
  const { adapter, gestures, name } = channelOf(integration.type);
  if (!adapter?.gesture || !gestures.includes(doing.kind)) return refused(say("provider.gestureUnknown", { name }));
  if (integration.deletedAt || integration.state !== "active") {
    return refused(say("provider.channelOff", { name: integration.name }));
  }
  if (externalMessageId === null) return refused(say("provider.messageNoId", { name }));
  try {
    const identities = (await identitiesOf(ctx, [client.id])).get(client.id) ?? {};
    const externalClientId = conversation.clientAddress ?? clientAddress(integration, client, identities);
    if (externalClientId === null) return refused(say("sending.noIdentity"));
    const gesture: Gesture = { externalClientId, externalMessageId, ...doing };
    return await adapter.gesture(gesture, await credentialsOf(integration), AbortSignal.timeout(ANSWER_MS));
  } catch (error) {
    log.error({ error, workspaceId: ctx.workspaceId, messageId: message.id }, "a gesture could not be asked for");
    return { outcome: "retry", error: say("sending.ourFault"), responseStatus: null };
  }
}

function refused(error: Said): SendResult {
  return { outcome: "refused", error, responseStatus: null };
}
