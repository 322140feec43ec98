import type { keptUnder } from "../auth/idempotency.ts";
import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx, isPerson } from "../ctx.ts";
import { convEvent } from "../events/events.ts";
import { newId } from "../new-id.ts";
import { author } from "./accept-message.ts";
import type { Known } from "./facts.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";
import { acceptedEvents } from "./queue-message.ts";
import { mustBeSendable } from "./sendable.ts";
import { asTold, type GuardedWrite } from "./write-messages.ts";

/**
 * Plans the write of a message by an agent or a key.
 * @param outgoing to be checked by `checkOutgoing` before the write.
 * @param key of the request; null: none.
 * @returns null if the conversation is not visible, or if something else must happen first: a takeover from an assistant, waking a
 * dormant conversation, or a read receipt. Then the transaction of `storeMessage` does it.
 * @throws AppError as `mustBeSendable` does
 */
export function planOutgoing(
  ctx: Ctx,
  outgoing: OutgoingMessage,
  key: ReturnType<typeof keptUnder> | null,
  { facts, lastClientMessageAt }: Known,
): GuardedWrite | null {
  const { conv, channel, contact } = facts;
  // Events of a conversation with a rating include the rating, which the facts do not hold.
  if (!maySee(ctx, conv) || conv.isRatingAsked) return null;
  const isNote = outgoing.type === "note";
  const isMachine = ctx.actor.kind === "workspaceKey";
  if (!isNote) {
    if (channel.readReceipts === "replied" || (!isMachine && (conv.aiId !== null || conv.dormant))) return null;
    mustBeSendable(sendingOf({ facts, lastClientMessageAt }, ctx.now), ctx.now, { isPersons: isPerson(ctx) });
  }
  const id = newId();
  const message = {
    ...{ ...outgoing, ...author(ctx), isAgent: true },
    status: isNote ? "delivered" : "pending",
  } as const;
  const parts = {
    conv,
    integration: { id: conv.integrationId, type: channel.type },
    client: { id: conv.clientId, externalClientId: contact.externalClientId },
    message: asTold(conv, id, message),
  };
  const agentId = ctx.actor.kind === "user" ? actorAgentId(ctx.actor) : null;
  return {
    ...{ conv, id, message, key, send: isNote ? null : "reply" },
    events: isNote ? [convEvent("OUTGOING_MESSAGE", parts)] : acceptedEvents(parts, false),
    guard: { facts, lastClientMessageAt: isNote ? null : lastClientMessageAt, agentId },
  };
}

/** The same rule as `convsVisibleTo`. */
function maySee(ctx: Ctx, { assigneeId, isPlayground }: Known["facts"]["conv"]): boolean {
  return !isPlayground && (may(ctx, "MANAGE_CONVS") || assigneeId === null || assigneeId === actorAgentId(ctx.actor));
}

function sendingOf({ facts: { conv, channel, contact }, lastClientMessageAt }: Known, now: Date) {
  const since = (is: boolean) => (is ? now : null);
  return {
    conv: { ...conv, otherAppSince: conv.hasOtherApp ? now : null, lastClientMessageAt },
    integration: { ...channel, name: "", deletedAt: since(channel.isDeleted) },
    client: { deletedAt: since(contact.isArchived), optedOutAt: since(contact.isOptedOut) },
  };
}
