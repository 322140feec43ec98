/** Why a template cannot be chosen; the words are in the catalogue. `null`: it can. */
export type NotChoosable = "pending" | "rejected" | "paused" | "disabled" | "products" | "other";

/** @param status the provider's word; only APPROVED ones can be sent. */
export function whyNotChoosable(status: string, isFillable: boolean): NotChoosable | null {
  switch (status.toUpperCase()) {
    case "APPROVED":
      return isFillable ? null : "products";
    case "PENDING":
    case "IN_APPEAL":
      return "pending";
    case "REJECTED":
      return "rejected";
    case "PAUSED":
      return "paused";
    case "DISABLED":
    case "PENDING_DELETION":
    case "DELETED":
      return "disabled";
    default:
      return "other";
  }
}
