import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { convEvent, statusEvents } from "../events/events.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import { appendMessage } from "./append-message.ts";
import type { NewMessage } from "./append-message.ts";

/** Who waits first when a channel's sends queue up. */
export const PRIORITY = { reply: 0, notification: 1, broadcast: 2 } as const;

/** How long sends are retried, in minutes (decisions section 5). */
export const GIVE_UP_MINUTES = { reply: 15, notification: 24 * 60, broadcast: 24 * 60 } as const;

/**
 * Accepts a message of ours into an open conversation whose row is locked: stored as pending, queued for its channel, told as
 * OUTGOING_MESSAGE. Sending happens in the background, in the order of acceptance.
 * @param how `opened`: the message opened its conversation, which is told before it (NEW_CONV).
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
    insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "giveUpAt")
    values (${ctx.workspaceId}, ${stored.id}::uuid, ${conv.integrationId}::uuid, ${conv.id}::uuid, ${stored.seq}, ${PRIORITY[kind]},
      now() + make_interval(mins => ${GIVE_UP_MINUTES[kind]}))`;
  ctx.wakes?.add("sends");
  const parts = { conv, integration, client, message: stored };
  await emit(
    ctx,
    ...(opened ? [convEvent("NEW_CONV", parts)] : []),
    convEvent("OUTGOING_MESSAGE", parts),
    ...statusEvents({ message: stored, conv, integration, from: null, to: "pending", at: stored.createdAt }),
  );
  return stored;
}
