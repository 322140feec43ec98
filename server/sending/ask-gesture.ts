import type { Gesture, SendResult } from "../channels/channel.ts";
import { rulesOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { say, type Said } from "../say.ts";
import { ANSWER_MS, providerPlace } from "../conversations/provider-place.ts";

/** What a gesture needs to know about the contact's message. */
export const GESTURED = {
  integration: true,
  client: true,
  conversation: true,
} as const satisfies Prisma.MessageInclude;
export type GesturedMessage = Prisma.MessageGetPayload<{ include: typeof GESTURED }>;

/** The gesture. The message is passed separately. */
export type Doing = { kind: "read" } | { kind: "typing" } | { kind: "reaction"; emoji: string | null };

/**
 * Sends a gesture to the provider, outside any transaction. Never throws: an impossible request returns a refusal with a reason, and an
 * error of ours returns a retry.
 */
export async function askGesture(ctx: Ctx, message: GesturedMessage, doing: Doing): Promise<SendResult> {
  const { integration, client, conversation, externalMessageId } = message;
  const { adapter, gestures, name } = rulesOf(integration.type, conversation.externalConversationId);
  if (!adapter?.gesture || !gestures.includes(doing.kind)) return refused(say("provider.gestureUnknown", { name }));
  if (externalMessageId === null) return refused(say("provider.messageNoId", { name }));
  try {
    const place = await providerPlace(ctx, integration, { client, conversation });
    if ("error" in place) return refused(place.error);
    const { externalConversationId } = conversation;
    const { externalClientId } = place;
    const gesture: Gesture = { externalClientId, externalConversationId, externalMessageId, ...doing };
    return await adapter.gesture(gesture, place.credentials, AbortSignal.timeout(ANSWER_MS));
  } catch (error) {
    log.error({ error, workspaceId: ctx.workspaceId, messageId: message.id }, "a gesture could not be asked for");
    return { outcome: "retry", error: say("sending.ourFault"), responseStatus: null };
  }
}

function refused(error: Said): SendResult {
  return { outcome: "refused", error, responseStatus: null };
}
