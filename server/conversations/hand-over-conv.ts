import { takeOnlineAgent } from "../agents/take-online-agent.ts";
import { findAgent } from "../agents/access.ts";
import { channelOf, isShared } from "../channels/registry.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { handoverOf } from "../integrations/handover-of.ts";
import { say, type Said } from "../say.ts";
import { fullName } from "./display-name.ts";
import { checkContent } from "../messages/message-content.ts";
import { noteAssignment } from "./note-assignment.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { mustBeSendable, placeOf, type Place } from "../messages/sendable.ts";
import { addSystemNote } from "../messages/system-note.ts";

/**
 * Hands an assistant's open conversation over to a person: to the channel's `handover.toAgentId`, else round robin
 * over agents who are online. Otherwise it becomes unassigned, where every agent sees it.
 * Sends the contact the channel's `handover.message` if it may be sent now. The thread says who has the conversation, why, and whether
 * the contact could not be notified. In the playground it becomes unassigned, with the message of a channel that the assistant works on.
 * @param tx the open transaction of a system actor, with the conversation's row locked.
 * @param reason a clause for people: "the assistant Bot was deleted".
 */
export async function handOverConv(tx: Ctx, conv: Conversation, reason: Said): Promise<Conversation> {
  const place = await placeOf(tx, conv);
  const handover = await handoverOf(tx, place.integration, conv.aiId);
  // A playground conversation is not assigned to an agent and takes no one's round-robin turn.
  const isForNobody = place.client.deletedAt !== null || conv.isPlayground;
  const agent = isForNobody ? null : await agentFor(tx, handover.toAgentId);
  const handedOver = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: { assigneeId: agent?.id ?? null, aiId: null, ownerVersion: { increment: 1 } },
  });
  await noteAssignment(tx, conv.id, { assigneeId: agent?.id ?? null, aiId: null });

  // It is written for a private chat.
  const isPrivate = !isShared(place.integration.type, conv.externalConversationId);
  const content = isPrivate ? (handover.message ?? null) : null;
  const obstacle = content === null ? null : obstacleTo(content, { ...place, conv: handedOver }, tx.now);
  const note = await addSystemNote(tx, conv, lineOf(agent && fullName(agent), reason, obstacle));
  if (content !== null && obstacle === null) {
    const message = { type: "text" as const, content, createdBy: SYSTEM };
    await queueMessage(tx, { ...place, conv: handedOver }, message, { kind: "reply" });
  }
  await emit(tx, {
    name: "CONV_CHANGED",
    convId: conv.id,
    clientId: conv.clientId,
    messageId: note.id,
    assigneeId: handedOver.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return handedOver;
}

async function agentFor(tx: Ctx, toAgentId: string | null | undefined) {
  const named = toAgentId ? await findAgent(tx, toAgentId) : null;
  if (named) return named;
  const next = await takeOnlineAgent(tx);
  return next ? findAgent(tx, next) : null;
}

function lineOf(name: string | null, reason: Said, obstacle: Said | null): Said {
  if (obstacle === null)
    return name === null ? say("line.handedToTeam", { reason }) : say("line.handedOver", { name, reason });
  if (name === null) return say("line.handedToTeamUntold", { reason, obstacle });
  return say("line.handedOverUntold", { name, reason, obstacle });
}

/** Why the message cannot be sent now, worded for agents. null: it can be sent. */
function obstacleTo(content: string, place: Place, now: Date): Said | null {
  try {
    const channel = channelOf(place.integration.type);
    checkContent({ type: "text", content, noteType: null }, channel, new URL(env().APP_URL).origin);
    mustBeSendable(place, now);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.said;
    throw error;
  }
}
