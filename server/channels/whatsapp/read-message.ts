import { z } from "zod";
import type { InboundChange, InboundMessage } from "../inbound.ts";
import { id, maybeId, maybeText, secondsOf } from "../meta/webhook.ts";
import { readContent } from "./read-content.ts";
import { referral, sourceOf } from "./read-referral.ts";

/** The common fields of a message. Its content is under a key named after its type. */
export const frame = z.looseObject({
  id,
  type: z.string().catch("unknown"),
  from: maybeId,
  from_user_id: maybeId,
  from_parent_user_id: maybeId,
  timestamp: z.unknown().optional(),
  group_id: maybeId,
  context: z.looseObject({ id: maybeId }).optional().catch(undefined),
  referral: referral.optional().catch(undefined),
});
type Frame = z.infer<typeof frame>;

const reaction = z.object({ message_id: id, emoji: maybeText });
const edit = z.object({ original_message_id: id, message: z.looseObject({ type: z.string() }) });
const revoke = z.object({ original_message_id: id });

/** Types that change something existing. They open no conversation. */
export function isChange(type: string): boolean {
  return ["reaction", "edit", "revoke", "system"].includes(type);
}

export function readMessage(given: Frame): Omit<InboundMessage, "senderId" | "profile" | "identities"> {
  const { context } = given;
  return {
    externalMessageId: given.id,
    externalConversationId: null,
    replyTo: context?.id === undefined ? null : { id: context.id, content: null, type: null },
    providerAt: secondsOf(given.timestamp),
    ...(given.referral ? sourceOf(given.referral) : {}),
    ...readContent(given),
  };
}

export function readMessageChange(given: Frame, senderId: string): InboundChange[] {
  const at = secondsOf(given.timestamp);
  const { type } = given;
  if (type === "reaction") {
    const read = reaction.safeParse(given.reaction);
    if (!read.success) return [];
    const { message_id: externalMessageId, emoji } = read.data;
    return [{ kind: "reaction", at, senderId, externalMessageId, emoji: emoji || null }];
  }
  if (type === "edit") {
    const read = edit.safeParse(given.edit);
    if (!read.success) return [];
    const { original_message_id: externalMessageId, message } = read.data;
    return [{ kind: "edit", at, externalMessageId, ...readContent(message) }];
  }
  if (type === "revoke") {
    const read = revoke.safeParse(given.revoke);
    return read.success ? [{ kind: "deletion", at, externalMessageId: read.data.original_message_id }] : [];
  }
  return [];
}
