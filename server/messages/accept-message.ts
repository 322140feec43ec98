import { once } from "../auth/idempotency.ts";
import { actorAgentId, actorId, type Ctx, isPerson } from "../ctx.ts";
import { convEvent } from "../events/events.ts";
import type { Message } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { convForActor, lockConvForActor } from "../conversations/access.ts";
import { checkOutgoing, readOutgoing, type AddMessageInput } from "./outgoing-message.ts";
import { queueMessage } from "./queue-message.ts";
import { reviveMessage } from "./revive.ts";
import { mustBeSendable, placeOf, type Place } from "./sendable.ts";
import { takeOverByWriting } from "../conversations/take-over.ts";
import { asTold, writeMessage } from "./write-messages.ts";

/**
 * What addMessage does after the permission check. Scheduled messages use it too.
 * @param key the same key and input store one message and get one answer.
 * @throws AppError as addMessage does
 */
export async function acceptMessage(ctx: Ctx, input: AddMessageInput, key: string | null): Promise<Message> {
  return once(ctx, { key, operation: "addMessage", input }, (tx) => storeMessage(tx, input), reviveMessage);
}

/**
 * Stores a message and queues it, without an idempotency check.
 * @param ctx in a transaction.
 * @throws AppError as addMessage does
 */
export async function storeMessage(ctx: Ctx, input: AddMessageInput): Promise<Message> {
  // Run every check that needs no lock before the conversation's row is locked.
  const place = await placeOf(ctx, await convForActor(ctx, input.convId, input.integrationId));
  const outgoing = readOutgoing(input);
  const { externalConversationId: thread } = place.conv;
  await checkOutgoing(ctx, { convId: place.conv.id, channel: place.integration.type, thread }, outgoing);

  const conv = await lockConvForActor(ctx, input.convId, input.integrationId);
  const written = { ...outgoing, ...author(ctx) };
  if (outgoing.type === "note") return addNote(ctx, { ...place, conv }, written);
  mustBeSendable({ ...place, conv }, ctx.now, { isPersons: isPerson(ctx) });
  const taken = await takeOverByWriting(ctx, conv);
  return queueMessage(ctx, { ...place, conv: taken }, written, { kind: "reply" });
}

async function addNote(ctx: Ctx, place: Place, note: Parameters<typeof queueMessage>[2]): Promise<Message> {
  const { conv } = place;
  const id = newId();
  const message = { ...note, isAgent: true, status: "delivered" } as const;
  const events = [convEvent("OUTGOING_MESSAGE", { ...place, message: asTold(conv, id, message) })];
  return writeMessage(ctx, { conv, id, message, send: null, events });
}

/** The message's author. A user or an agent-linked key writes as its agent. A workspace key has no agent. */
export function author(ctx: Ctx): { agentId: string | null; createdBy: string } {
  return { agentId: actorAgentId(ctx.actor), createdBy: actorId(ctx.actor) };
}
