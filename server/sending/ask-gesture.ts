import type { Gesture, SendResult } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { log } from "../log.ts";
import { say, type Said } from "../say.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { identitiesOf } from "../messages/identities-of.ts";

/** What a gesture about a client's message has to know of it. */
export const GESTURED = {
  integration: true,
  client: true,
  conversation: true,
} as const satisfies Prisma.MessageInclude;
export type GesturedMessage = Prisma.MessageGetPayload<{ include: typeof GESTURED }>;

/** What is done, to a message that is named beside it. */
export type Doing = { kind: "read" } | { kind: "typing" } | { kind: "reaction"; emoji: string | null };

/** Longest that a provider may take to answer, in milliseconds. */
const ANSWER_MS = 15_000;

/**
 * Asks the provider to show a gesture, outside any transaction. Never throws: what cannot be asked for is refused in words, and a
 * fault of ours is to be tried again.
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
