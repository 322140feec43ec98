import { z } from "zod";
import type { MessageStatus } from "../../generated/prisma/enums.ts";
import type { InboundHistory, PastMessage } from "../inbound.ts";
import { id, listOf, maybeText } from "../meta/webhook.ts";
import { frame, isChange, readMessage } from "./read-message.ts";
import { senderOf } from "./read-names.ts";
import { isBusinessScopedId } from "./sender.ts";

const chunk = z.object({
  metadata: z
    .object({ progress: z.coerce.number().min(0).max(100) })
    .optional()
    .catch(undefined),
  threads: z.unknown().optional(),
});
const thread = z.object({ id, messages: z.unknown() });
const past = z.looseObject({
  ...frame.shape,
  history_context: z.object({ status: maybeText }).optional().catch(undefined),
});

const STATUSES: Record<string, MessageStatus> = {
  DELIVERED: "delivered",
  READ: "read",
  PLAYED: "played",
};

/**
 * What was written on a number before it was connected, while it was used in WhatsApp's app alone. It comes in many calls, in any
 * order, without files and names. If the business refused, there are errors in place of threads. Messages that were never sent are left
 * out. Source: Meta, "history webhook reference", 2026-05.
 * @param own the number, as digits.
 */
export function readHistory(given: unknown, own: string, before?: InboundHistory): InboundHistory {
  const read: InboundHistory = before ?? { threads: [], progress: null };
  for (const { metadata, threads } of listOf(given, chunk)) {
    if (metadata) read.progress = Math.max(read.progress ?? 0, Math.floor(metadata.progress));
    for (const { id: contactId, messages } of listOf(threads, thread)) {
      const told = listOf(messages, past).filter(
        ({ type, history_context }) => !isChange(type) && history_context?.status !== "ERROR",
      );
      const shown = told.map((each) => readPast(each, contactId, own)).filter(({ providerAt }) => providerAt !== null);
      if (shown.length > 0) read.threads.push(shown);
    }
  }
  return read;
}

function readPast(given: z.infer<typeof past>, contactId: string, own: string): PastMessage {
  const { media: _, ...message } = readMessage(given);
  const isHidden = isBusinessScopedId(contactId);
  const phone = contactId.replace(/\D/g, "");
  const senderId = isHidden ? contactId : phone;
  const from = given.from?.replace(/\D/g, "");
  // A contact whose number is hidden may not be named at all.
  const isAgent = from !== undefined && from === own;
  const { identities = [], profile } = senderOf(isHidden ? { from_user_id: contactId } : { from: phone }, undefined);
  return {
    ...{ senderId, identities, profile: { ...profile, name: null } },
    ...message,
    ...(given.type === "media_placeholder" ? { content: "[A file that stayed in WhatsApp's app]" } : {}),
    isAgent,
    status: isAgent ? (STATUSES[given.history_context?.status ?? ""] ?? "sent") : "delivered",
  };
}
