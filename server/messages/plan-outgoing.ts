import { validate as isUuid } from "uuid";
import type { keptUnder } from "../auth/idempotency.ts";
import { may } from "../auth/permissions.ts";
import { channelOf } from "../channels/registry.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { newId } from "../new-id.ts";
import { author, type AddMessageInput } from "./accept-message.ts";
import type { Known } from "./facts.ts";
import { checkContent } from "./message-content.ts";
import { acceptedEvents } from "./queue-message.ts";
import { mustBeSendable } from "./sendable.ts";
import { asTold, type GuardedWrite } from "./write-messages.ts";

/** Whether the message is a text that references nothing to look up. */
export function isPlainText(input: AddMessageInput): boolean {
  const { type, caption, noteType, replyToMessageId, mentions, convId, integrationId = null } = input;
  const isAlone = !caption && !noteType && !replyToMessageId && (mentions ?? []).length === 0;
  return type === "text" && isAlone && isUuid(convId) && (integrationId === null || isUuid(integrationId));
}

/**
 * Plans the write of a text by an agent or a key.
 * @param key of the request; null: none.
 * @returns null if the message may be refused, or if something else must happen first: a takeover from an assistant, waking a dormant
 * conversation, or a read receipt. Then the transaction of `storeMessage` does it, or throws the error.
 */
export function planOutgoing(
  ctx: Ctx,
  input: AddMessageInput,
  key: ReturnType<typeof keptUnder> | null,
  { facts, lastClientMessageAt }: Known,
): GuardedWrite | null {
  const { conv, channel, contact } = facts;
  if (!maySee(ctx, conv) || (input.integrationId ?? conv.integrationId) !== conv.integrationId) return null;
  const isMachine = ctx.actor.kind === "workspaceKey";
  if (!isMachine && (conv.aiId !== null || conv.dormant)) return null;
  // Events of a conversation with a rating include the rating, which the facts do not hold.
  if (conv.isRatingAsked || channel.readReceipts === "replied") return null;
  const place = { conv: { ...conv, lastClientMessageAt }, channel, contact };
  if (!isSendable(ctx, input.content, place)) return null;
  const id = newId();
  const text = { type: "text", content: input.content.toWellFormed(), ...author(ctx) } as const;
  const message = { ...text, isAgent: true, status: "pending" } as const;
  const parts = {
    conv,
    integration: { id: conv.integrationId, type: channel.type },
    client: { id: conv.clientId, externalClientId: contact.externalClientId },
    message: asTold(conv, id, message),
  };
  const agentId = ctx.actor.kind === "user" ? actorAgentId(ctx.actor) : null;
  const guard = { facts, lastClientMessageAt, agentId };
  return { conv, id, message, send: "reply", events: acceptedEvents(parts, false), guard, key };
}

/** The same rule as `convsVisibleTo`. */
function maySee(ctx: Ctx, { assigneeId, isPlayground }: Known["facts"]["conv"]): boolean {
  return !isPlayground && (may(ctx, "MANAGE_CONVS") || assigneeId === null || assigneeId === actorAgentId(ctx.actor));
}

type Sending = Pick<Known["facts"], "channel" | "contact"> & {
  conv: { ended: boolean; lastClientMessageAt: Date | null };
};

function isSendable(ctx: Ctx, content: string, { conv, channel, contact }: Sending): boolean {
  const since = (is: boolean) => (is ? ctx.now : null);
  const integration = { ...channel, name: "", deletedAt: since(channel.isDeleted) };
  const client = { deletedAt: since(contact.isArchived), optedOutAt: since(contact.isOptedOut) };
  try {
    checkContent({ type: "text", content, noteType: null }, channelOf(channel.type), new URL(env().APP_URL).origin);
    mustBeSendable({ conv, integration, client }, ctx.now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
