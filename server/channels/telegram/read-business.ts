import { z } from "zod";
import { say } from "../../say.ts";
import type { InboundChange } from "../inbound.ts";
import { externalId, id, user } from "./shapes.ts";

const connection = z.object({
  user,
  is_enabled: z.boolean(),
  rights: z.object({ can_reply: z.boolean().optional() }).optional().catch(undefined),
});

const deleted = z.object({
  business_connection_id: z.string().min(1),
  chat: z.object({ id }),
  message_ids: z.array(id),
});

/** The owner of a business account connected the bot with it, changed what the bot may do there, or disconnected it. */
export function readConnection(given: unknown): InboundChange | null {
  const parsed = connection.safeParse(given);
  if (!parsed.success) return null;
  const { user: owner, is_enabled, rights } = parsed.data;
  const name = [owner.first_name, owner.last_name].filter(Boolean).join(" ") || owner.username || owner.id;
  const mayAnswer = is_enabled && rights?.can_reply === true;
  const words = mayAnswer
    ? say("provider.tg.businessOn", { name })
    : say(is_enabled ? "provider.tg.businessReads" : "provider.tg.businessOff", { name });
  // Its date is the time of the connection, even when something changes later. The time of receipt is used instead.
  return { kind: "account", at: null, notice: { words, isUrgent: !mayAnswer } };
}

/** Messages that the owner or the contact deleted in a chat of a business account. */
export function readDeletions(given: unknown): InboundChange[] {
  const parsed = deleted.safeParse(given);
  if (!parsed.success) return [];
  const { message_ids, ...place } = parsed.data;
  return message_ids.map((message_id) => ({
    kind: "deletion",
    at: null,
    externalMessageId: externalId({ ...place, message_id }),
  }));
}
