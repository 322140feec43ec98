import { reserveCredit } from "../credits/message-credit.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { convEvent, statusEvents, type NewEvent } from "../events/events.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import { trailText } from "../observe/trail.ts";
import { say } from "../say.ts";
import { appendMessage, type NewMessage } from "./append-message.ts";
import { tellRead } from "./tell-read.ts";

/**
 * Who waits first when a channel's sends queue up. `gateway` is what came through POST /core/v1/messages. A broadcast's message is
 * lifted to what is queued behind it in its conversation, so this does not tell whether a send is a broadcast's: `broadcastId` does.
 */
export const PRIORITY = { reply: 0, notification: 1, gateway: 1, broadcast: 2 } as const;

/** How long sends are retried, in minutes (decisions section 5). Every try of a Gateway send costs: seven in that time. */
export const GIVE_UP_MINUTES = { reply: 15, notification: 24 * 60, gateway: 15, broadcast: 24 * 60 } as const;

/**
 * Accepts a message of ours into an open conversation whose row is locked: stored as pending, queued for its channel, told as
 * OUTGOING_MESSAGE. Sending happens in the background, in the order of acceptance. A Gateway send takes the credit of its first
 * attempt with it. In the playground, whose channel leads nowhere, it is `delivered` as soon as it is stored (decisions section 10).
 * @param how `opened`: the message opened its conversation, which is told before it (NEW_CONV).
 * @throws AppError INSUFFICIENT_CREDITS for a Gateway send; the caller's transaction must then be rolled back.
 */
export async function queueMessage(
  ctx: Ctx,
  { conv, integration, client }: { conv: Conversation; integration: Integration; client: Client },
  message: Omit<NewMessage, "isAgent" | "status">,
  { kind, opened = false }: { kind: keyof typeof PRIORITY; opened?: boolean },
): Promise<Message> {
  const status = conv.isPlayground ? "delivered" : "pending";
  const stored = await appendMessage(ctx, conv, { ...message, isAgent: true, status });
  if (!stored) throw new Error("a message without an external id cannot be a repetition");
  if (!conv.isPlayground) await queue(ctx, conv, stored, kind);
  await emit(ctx, ...acceptedEvents({ conv, integration, client, message: stored }, opened, status));
  if (isAnswer(kind) && !conv.isPlayground) await tellRead(ctx, { conv, integration }, "replied");
  // Last, since it locks the account for every other send of the workspace.
  if (costsCredits(kind) && (await reserveCredit(ctx, stored.id)) === null) throw noCredits();
  return stored;
}

/** Gives a stored message its place among the channel's sends. */
async function queue(ctx: Ctx, conv: Conversation, stored: Message, kind: keyof typeof PRIORITY): Promise<void> {
  // A broadcast's messages that wait before this one in the conversation go as early as it does. One that a worker holds goes now.
  await ctx.db.$executeRaw`
    with before as materialized (
      select q."messageId" from "SendQueue" q
      where q."workspaceId" = ${ctx.workspaceId} and q."convId" = ${conv.id}::uuid and q."broadcastId" is not null
        and q.priority > ${PRIORITY[kind]} and q."leaseToken" is null
      for update skip locked
    ), lifted as (
      update "SendQueue" q set priority = ${PRIORITY[kind]} from before
      where q."workspaceId" = ${ctx.workspaceId} and q."messageId" = before."messageId"
    )
    insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "giveUpAt",
      "costsCredits", trail)
    values (${ctx.workspaceId}, ${stored.id}::uuid, ${conv.integrationId}::uuid, ${conv.id}::uuid, ${stored.seq}, ${PRIORITY[kind]},
      ${stored.broadcastId}::uuid, now() + make_interval(mins => ${GIVE_UP_MINUTES[kind]}), ${costsCredits(kind)}, ${trailText()})`;
  ctx.wakes?.add("sends");
  if (kind === "reply") ctx.wakes?.add("replies");
}

/** What is told of a message of ours that was accepted, and before it of its conversation where that opened with it. */
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

type AcceptedParts = { conv: Conversation; integration: Integration; client: Client; message: AcceptedMessage };

/** As much of a message as is told. */
export type AcceptedMessage = Pick<
  Message,
  | "workspaceId"
  | "id"
  | "clientId"
  | "type"
  | "content"
  | "caption"
  | "isAgent"
  | "createdAt"
  | "externalMessageId"
  | "sourceType"
  | "sourceUrl"
>;

/** Whether every attempt of such a send costs a credit (decisions section 9). */
export function costsCredits(kind: keyof typeof PRIORITY): boolean {
  return kind === "gateway";
}

/** Whether somebody who was written to writes back. */
function isAnswer(kind: keyof typeof PRIORITY): boolean {
  return kind === "reply" || kind === "notification";
}

/** What a Gateway send without a credit is told. */
export function noCredits(): AppError {
  return new AppError("INSUFFICIENT_CREDITS", say("refusal.noCredits"));
}
