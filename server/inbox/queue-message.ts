import { reserveCredit } from "../credits/message-credit.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { convEvent, statusEvents } from "../events/events.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import { appendMessage } from "./append-message.ts";
import type { NewMessage } from "./append-message.ts";

/** Who waits first when a channel's sends queue up. `gateway` is what came through POST /core/v1/messages. */
export const PRIORITY = { reply: 0, notification: 1, gateway: 1, broadcast: 2 } as const;

/** How long sends are retried, in minutes (decisions section 5). Every try of a Gateway send costs: seven in that time. */
export const GIVE_UP_MINUTES = { reply: 15, notification: 24 * 60, gateway: 15, broadcast: 24 * 60 } as const;

/**
 * Accepts a message of ours into an open conversation whose row is locked: stored as pending, queued for its channel, told as
 * OUTGOING_MESSAGE. Sending happens in the background, in the order of acceptance. A Gateway send takes the credit of its first
 * attempt with it.
 * @param how `opened`: the message opened its conversation, which is told before it (NEW_CONV).
 * @throws AppError INSUFFICIENT_CREDITS for a Gateway send; the caller's transaction must then be rolled back.
 */
export async function queueMessage(
  ctx: Ctx,
  { conv, integration, client }: { conv: Conversation; integration: Integration; client: Client },
  message: Omit<NewMessage, "isAgent" | "status">,
  { kind, opened = false }: { kind: keyof typeof PRIORITY; opened?: boolean },
): Promise<Message> {
  const stored = await appendMessage(ctx, conv, { ...message, isAgent: true, status: "pending" });
  if (!stored) throw new Error("a message without an external id cannot be a repetition");
  await ctx.db.$executeRaw`
    insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "giveUpAt",
      "costsCredits")
    values (${ctx.workspaceId}, ${stored.id}::uuid, ${conv.integrationId}::uuid, ${conv.id}::uuid, ${stored.seq}, ${PRIORITY[kind]},
      ${stored.broadcastId}::uuid, now() + make_interval(mins => ${GIVE_UP_MINUTES[kind]}), ${kind === "gateway"})`;
  ctx.wakes?.add("sends");
  const parts = { conv, integration, client, message: stored };
  await emit(
    ctx,
    ...(opened ? [convEvent("NEW_CONV", parts)] : []),
    convEvent("OUTGOING_MESSAGE", parts),
    ...statusEvents({ message: stored, conv, integration, from: null, to: "pending", at: stored.createdAt }),
  );
  // Last, since it locks the account for every other send of the workspace.
  if (kind === "gateway" && (await reserveCredit(ctx, stored.id)) === null) throw noCredits();
  return stored;
}

/** What a Gateway send without a credit is told. */
export function noCredits(): AppError {
  return new AppError(
    "INSUFFICIENT_CREDITS",
    "This workspace has no credits left; buy a pack in the portal under Settings, Credits",
  );
}
