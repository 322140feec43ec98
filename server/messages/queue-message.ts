import { reserveCredit } from "../credits/message-credit.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { convEvent, statusEvents, type NewEvent } from "../events/events.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { say } from "../say.ts";
import { notifyRead } from "../sending/notify-read.ts";
import { asTold, writeMessage, type NewMessage } from "./write-messages.ts";
import { costsCredits, type SendKind } from "../sending/send-queue.ts";

/**
 * Stores an outgoing message as pending in an open conversation whose row is locked, queues it for its channel, and emits
 * OUTGOING_MESSAGE. It is sent in the background, in order of acceptance. A Gateway send reserves the credit of its first attempt.
 * In the playground, whose channel has no provider, the message is `delivered` as soon as it is stored.
 * @param how `opened`: the message opened its conversation, so NEW_CONV is emitted first.
 * @throws AppError INSUFFICIENT_CREDITS for a Gateway send; the caller's transaction must then be rolled back.
 */
export async function queueMessage(
  ctx: Ctx,
  { conv, integration, client }: { conv: Conversation; integration: Integration; client: Client },
  message: Omit<NewMessage, "isAgent" | "status">,
  { kind, opened = false }: { kind: SendKind; opened?: boolean },
): Promise<Message> {
  const status = conv.isPlayground ? "delivered" : "pending";
  const id = newId();
  const row = { ...message, isAgent: true, status } as const;
  const parts = { conv, integration, client, message: asTold(conv, id, row) };
  const send = conv.isPlayground ? null : kind;
  const stored = await writeMessage(ctx, {
    conv,
    id,
    message: row,
    send,
    events: acceptedEvents(parts, opened, status),
  });
  if (isAnswer(kind) && !conv.isPlayground) await notifyRead(ctx, { conv, integration }, "replied");
  // Last, because it locks the account for every other send of the workspace.
  if (costsCredits(kind) && (await reserveCredit(ctx, stored.id)) === null) throw noCredits();
  return stored;
}

/** The events of an accepted outgoing message. If it opened its conversation, NEW_CONV comes first. */
export function acceptedEvents(
  parts: AcceptedParts,
  opened: boolean,
  status: "pending" | "delivered" = "pending",
): NewEvent[] {
  const { conv, integration, message } = parts;
  return [
    ...(opened ? [convEvent("NEW_CONV", parts)] : []),
    convEvent("OUTGOING_MESSAGE", parts),
    ...statusEvents({ message, conv, integration, from: null, to: status, at: message.createdAt }),
  ];
}

type AcceptedParts = Parameters<typeof convEvent>[1] &
  Pick<Parameters<typeof statusEvents>[0], "conv" | "integration"> & { message: ReturnType<typeof asTold> };

/** Whether the send counts as an answer to the contact. */
function isAnswer(kind: SendKind): boolean {
  return kind === "reply" || kind === "notification";
}

/** The error of a Gateway send without a credit. */
export function noCredits(): AppError {
  return new AppError("INSUFFICIENT_CREDITS", say("refusal.noCredits"));
}
