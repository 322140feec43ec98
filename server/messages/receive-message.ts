import type { InboundMessage } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { noteInbound } from "../integrations/note-inbound.ts";
import { metrics } from "../observe/metrics.ts";
import { span } from "../observe/spans.ts";
import { decideAndWrite, SENDER } from "./facts.ts";
import { isPlainInbound, planInbound } from "./plan-inbound.ts";
import { receiveFromNew } from "./receive-from-new.ts";
import { receiveInFull, type Received } from "./receive-in-full.ts";
import { scopeOfSender } from "./sender-scope.ts";
import { writeGuarded } from "./write-messages.ts";

/**
 * Stores a client's message: client, conversation, message, routing and their events in one transaction. A message that came
 * before (same channel and externalMessageId, whatever its sender) is answered with the ids it has, and stores nothing.
 *
 * The ordinary message – a known client's, into an open conversation – takes one statement instead, and so does the first one of most.
 * @param ctx outside a transaction, with a system actor.
 * @param openAgain of a caller who was let in by a row that may be a second old: asked before anything else than the one statement,
 * which holds the row against the channel as it is, is made of it.
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
 * The last message of each sender that goes the general way in this process. One sender's wait for each other's locks anyway; here
 * they do so without a connection each, which everybody else would miss.
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
  // Mostly they are known by now.
  const known = before && (await receiveIntoOpen(ctx, integration, inbound));
  return (
    known ?? (await receiveFromNew(ctx, integration, inbound)) ?? (await receiveInFull(ctx, await openAgain(), inbound))
  );
}

/** @returns null when there is no open conversation of theirs, something else has to happen first, or it is a repetition. */
export async function receiveIntoOpen(
  { workspaceId }: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  if (!isPlainInbound(integration, inbound)) return null;
  const place = {
    ...{ integrationId: integration.id, scope: scopeOfSender(integration, inbound), sender: inbound.senderId },
    thread: inbound.externalConversationId ?? "",
  };
  return decideAndWrite(
    SENDER,
    { workspaceId, place },
    (known) => planInbound(integration, inbound, known),
    async (write) => {
      const isWritten = (await writeGuarded(workspaceId, write)) !== null;
      const { id, clientId } = write.conv;
      return isWritten ? { messageId: write.id, conversationId: id, clientId } : null;
    },
  );
}
