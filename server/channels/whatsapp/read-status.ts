import { z } from "zod";
import type { InboundStatus } from "../inbound.ts";
import { id, maybeId, secondsOf } from "../meta/webhook.ts";
import { statusFailure } from "./errors.ts";
import { readProblems } from "./read-content.ts";

/** What happened to a message of ours. */
export const status = z.object({
  id,
  // Other statuses (deleted, warning) say nothing about delivery.
  status: z.enum(["sent", "delivered", "read", "played", "failed"]),
  timestamp: z.unknown().optional(),
  biz_opaque_callback_data: maybeId,
  errors: z.unknown().optional(),
});

export function readStatus(given: z.infer<typeof status>): InboundStatus {
  const [error] = readProblems(given.errors);
  return {
    of: "message",
    externalMessageId: given.id,
    messageId: given.biz_opaque_callback_data ?? null,
    status: given.status,
    at: secondsOf(given.timestamp),
    error: given.status === "failed" && error ? statusFailure(error) : null,
  };
}
