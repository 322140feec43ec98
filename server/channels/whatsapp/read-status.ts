import { z } from "zod";
import type { InboundStatus, Price } from "../inbound.ts";
import { id, maybeId, maybeText, secondsOf } from "../meta/webhook.ts";
import { statusFailure } from "./errors.ts";
import { readProblems } from "./read-content.ts";
import { named } from "./read-names.ts";
import { BSUID_SCOPE } from "./sender.ts";

/** What happened to a message of ours. */
export const status = z.object({
  id,
  // Other statuses (deleted, warning) say nothing about delivery.
  status: z.enum(["sent", "delivered", "read", "played", "failed"]),
  timestamp: z.unknown().optional(),
  biz_opaque_callback_data: maybeId,
  recipient_type: maybeText,
  recipient_participant_id: maybeId,
  recipient_participant_user_id: maybeId,
  recipient_user_id: maybeId,
  recipient_parent_user_id: maybeId,
  pricing: z
    .object({ category: z.string().min(1), type: maybeText, billable: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  errors: z.unknown().optional(),
});

/** Before `type` there was only `billable`, which will go. */
function priceOf({ category, type, billable }: NonNullable<z.infer<typeof status>["pricing"]>): Price {
  if (type !== undefined || billable === undefined) return { category, type: type ?? null };
  return { category, type: billable ? "regular" : "free" };
}

/** In a group, a receipt or a failure that names a participant is about that one person, so it is left out. */
export function readStatus(given: z.infer<typeof status>): InboundStatus[] {
  if (given.recipient_type !== "group") return [statusOf(given)];
  const participant = given.recipient_participant_id ?? given.recipient_participant_user_id;
  if (given.status === "sent" || (given.status === "failed" && participant === undefined)) {
    const { recipient: _, ...ofGroup } = statusOf(given);
    return [ofGroup];
  }
  return [];
}

function statusOf(given: z.infer<typeof status>): Extract<InboundStatus, { of: "message" }> {
  const [error] = readProblems(given.errors);
  const recipient = [
    ...named(BSUID_SCOPE, given.recipient_user_id),
    ...named(BSUID_SCOPE, given.recipient_parent_user_id),
  ];
  return {
    of: "message",
    externalMessageId: given.id,
    messageId: given.biz_opaque_callback_data ?? null,
    status: given.status,
    at: secondsOf(given.timestamp),
    price: given.pricing ? priceOf(given.pricing) : null,
    ...(recipient.length > 0 ? { recipient } : {}),
    error: given.status === "failed" && error ? statusFailure(error) : null,
  };
}
