import { ClientMerged, holdUnmerged } from "../clients/current-client.ts";
import { lockNames, namesOf, resolveSender } from "../clients/client-identities.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { say } from "../say.ts";
import { asMessage, findReceived, type Received } from "./receive-in-full.ts";
import { senderOf } from "./sender-scope.ts";
import { Repeated, writeMessage } from "./write-messages.ts";

/**
 * Imports an earlier message of a contact, with its own time. It goes into a history conversation, which has ended at its last message
 * and was ended by the importing key. The import assigns and notifies no one, triggers no assistant, no keyword and no webhook. A
 * repeated message returns the existing ids.
 * @param ctx outside a transaction, with a system actor.
 * @param keyId of the importing key.
 * @throws AppError BAD_INPUT (`createdAt`): missing, in the future, or before the last imported message of its thread.
 */
export async function takeHistory(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
  keyId: string,
): Promise<Received> {
  const writtenAt = inbound.providerAt;
  if (!writtenAt) throw badInput("createdAt", say("inbox.historyTime"));
  if (writtenAt > ctx.now) throw badInput("createdAt", say("inbox.historyFuture"));
  for (;;) {
    try {
      return await inTransaction(ctx, (tx) => store(tx, { integration, inbound, keyId, writtenAt }));
    } catch (error) {
      if (error instanceof ClientMerged || isDeadlock(error)) continue;
      const repeated = error instanceof Repeated ? await findReceived(ctx, integration, inbound) : null;
      if (repeated) return repeated;
      throw error;
    }
  }
}

type Brought = { integration: Integration; inbound: InboundMessage; keyId: string; writtenAt: Date };

async function store(tx: Ctx, brought: Brought): Promise<Received> {
  const { integration, inbound, writtenAt } = brought;
  const sender = senderOf(integration, inbound);
  await lockNames(tx, namesOf(sender));
  const before = await findReceived(tx, integration, inbound);
  if (before) return before;
  const { client, isLate } = await resolveSender(tx, sender);
  await holdUnmerged(tx, client.id);
  const conv = await historyOf(tx, client, brought);
  const message = await writeMessage(tx, {
    ...{ conv, message: { ...(await asMessage(tx, integration, client, inbound, isLate)), writtenAt }, send: null },
    events: [],
  });
  await tx.db.conversation.updateMany({
    where: { workspaceId: tx.workspaceId, id: conv.id },
    data: { endedAt: message.createdAt },
  });
  await emit(
    tx,
    { name: "CLIENT_CHANGED", clientId: client.id },
    { name: "CONV_CHANGED", convId: conv.id, clientId: client.id, assigneeId: null, prevAssigneeId: null },
  );
  return { messageId: message.id, conversationId: conv.id, clientId: client.id };
}

/** Returns the thread's history conversation, with its row locked. Creates it if there is none. */
async function historyOf(tx: Ctx, client: Client, { integration, inbound, keyId, writtenAt }: Brought) {
  const { workspaceId } = tx;
  const { externalConversationId } = inbound;
  const place = { integrationId: integration.id, clientId: client.id, externalConversationId };
  const [found] = await tx.db.$queryRaw<Conversation[]>`
    select * from "Conversation"
    where "workspaceId" = ${workspaceId} and "clientId" = ${client.id}::uuid and "integrationId" = ${integration.id}::uuid
      and coalesce("externalConversationId", '') = ${externalConversationId ?? ""}
      and ended and "endedBy" = ${keyId} and "endedAt" = "lastMessageAt"
    order by "createdAt" desc, id desc limit 1
    for no key update`;
  if (!found) {
    return createPastConv(tx, place, keyId, writtenAt);
  }
  const last = await tx.db.message.findFirst({
    where: { workspaceId, convId: found.id, seq: found.lastSeq },
    select: { providerAt: true },
  });
  const lastAt = last?.providerAt ?? found.lastMessageAt;
  if (writtenAt < lastAt) throw badInput("createdAt", say("inbox.historyOrder", { time: lastAt.toISOString() }));
  return found;
}

type PastPlace = { integrationId: string; clientId: string; externalConversationId: string | null };

/** A conversation that begins and ends in the past. @param endedBy the importing key, or SYSTEM. */
export function createPastConv(tx: Ctx, place: PastPlace, endedBy: string, begunAt: Date): Promise<Conversation> {
  const ended = { ended: true, endedBy, endedAt: begunAt };
  // One millisecond earlier, so that the first message gets its own time.
  const lastMessageAt = new Date(begunAt.getTime() - 1);
  const { workspaceId } = tx;
  return tx.db.conversation.create({
    data: { workspaceId, id: newId(), ...place, ...ended, lastMessageAt, createdAt: begunAt },
  });
}
