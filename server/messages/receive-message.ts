import type { InboundMessage } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { noteInbound } from "../integrations/note-inbound.ts";
import { metrics } from "../observe/metrics.ts";
import { span } from "../observe/spans.ts";
import { decideAndWrite, SENDER } from "./facts.ts";
import { isPlainInbound, planInbound } from "./plan-inbound.ts";
import { receiveFromNew } from "./receive-from-new.ts";
import { findRepliedTo, receiveInFull, type Received } from "./receive-in-full.ts";
import { scopeOfSender } from "./sender-scope.ts";
import { writeGuarded } from "./write-messages.ts";

/**
 * Stores a contact's message: contact, conversation, message, routing and their events in one transaction. A repeated message (same
 * channel and externalMessageId, whatever its sender) stores nothing and returns the existing ids.
 *
 * The common case, a known contact with an open conversation, takes one statement instead. So do most first messages.
 * @param ctx outside a transaction, with a system actor.
 * @param openAgain for callers whose channel row may be a second old. It is called before the message takes the full path. The
 * single statements do not need it, because they compare the row with the current channel.
 */
export async function receiveMessage(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
  openAgain: () => Promise<Integration> = () => Promise.resolve(integration),
): Promise<Received> {
  if (ctx.wakes) throw new Error("receiveMessage() opens its own transaction, to be able to undo it");
  const received = await span("receiveMessage", "internal", {}, () => receive(ctx, integration, inbound, openAgain));
  metrics.received.inc({ channel: integration.type });
  return received;
}

async function receive(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
  openAgain: () => Promise<Integration>,
): Promise<Received> {
  noteInbound(integration);
  const known = await receiveIntoOpen(ctx, integration, inbound);
  if (known) return known;
  const sender = `${integration.id} ${inbound.senderId}`;
  const before = generalOf.get(sender);
  const received = receiveOther(ctx, integration, inbound, { before, openAgain });
  generalOf.set(sender, received);
  try {
    return await received;
  } finally {
    if (generalOf.get(sender) === received) generalOf.delete(sender);
  }
}

/**
 * The last message of each sender on the general path in this process. One sender's messages would wait for each other's locks anyway.
 * Waiting here does not occupy a database connection.
 */
const generalOf = new Map<string, Promise<Received>>();

type Way = { before: Promise<Received> | undefined; openAgain: () => Promise<Integration> };

async function receiveOther(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
  { before, openAgain }: Way,
): Promise<Received> {
  await before?.catch(() => undefined);
  // The earlier message has usually created the contact by now.
  const known = before && (await receiveIntoOpen(ctx, integration, inbound));
  return (
    known ?? (await receiveFromNew(ctx, integration, inbound)) ?? (await receiveInFull(ctx, await openAgain(), inbound))
  );
}

/** @returns null if the sender has no open conversation, something else must happen first, or the message is a repetition. */
export async function receiveIntoOpen(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  if (!isPlainInbound(integration, inbound)) return null;
  const { workspaceId } = ctx;
  const place = {
    ...{ integrationId: integration.id, scope: scopeOfSender(integration, inbound), sender: inbound.senderId },
    thread: inbound.externalConversationId ?? "",
  };
  return decideAndWrite(
    SENDER,
    { workspaceId, place },
    async (known) => {
      const replyTo = await findRepliedTo(ctx, integration, known.facts.conv.clientId, inbound);
      return planInbound(integration, inbound, known, replyTo);
    },
    async (write) => {
      const isWritten = (await writeGuarded(workspaceId, write)) !== null;
      const { id, clientId } = write.conv;
      return isWritten ? { messageId: write.id, conversationId: id, clientId } : null;
    },
  );
}
