import type { MessageStatus } from "../generated/prisma/enums.ts";

/**
 * The order in which reports count (decisions section 5), lowest first; the database's enum is declared in the same order.
 * `failed` stands below `delivered`: a proof of delivery beats a failure, and a late `sent` proves nothing.
 */
export const STATUS_ORDER = [
  "pending",
  "sent",
  "failed",
  "delivered",
  "read",
  "played",
] as const satisfies readonly MessageStatus[];

/** Where a message stands after a report: the higher of the two, so any order and any repetition of reports ends the same. */
export function raisedStatus(current: MessageStatus, reported: MessageStatus): MessageStatus {
  return STATUS_ORDER.indexOf(reported) > STATUS_ORDER.indexOf(current) ? reported : current;
}
