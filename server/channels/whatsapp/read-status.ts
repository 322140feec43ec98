import { z } from "zod";
import type { InboundStatus } from "../inbound.ts";
import { id, maybeId, maybeText, secondsOf } from "../meta/webhook.ts";
import { statusFailure } from "./errors.ts";
import { readProblems } from "./read-content.ts";

/** What happened to a message of ours. */
export const status = z.object({
  id,
  // Other statuses (deleted, warning) say nothing about delivery.
  status: z.enum(["sent", "delivered", "read", "played", "failed"]),
  timestamp: z.unknown().optional(),
  biz_opaque_callback_data: maybeId,
  pricing: z
    .object({ category: z.string().min(1), type: maybeText })
    .optional()
    .catch(undefined),
  errors: z.unknown().optional(),
});

export function readStatus(given: z.infer<typeof status>): InboundStatus {
  const [error] = readProblems(given.errors);
  const { pricing } = given;
  return {
    of: "message",
    externalMessageId: given.id,
    messageId: given.biz_opaque_callback_data ?? null,
    status: given.status,
    at: secondsOf(given.timestamp),
    price: pricing ? { category: pricing.category, type: pricing.type ?? null } : null,
    error: given.status === "failed" && error ? statusFailure(error) : null,
  };
}
