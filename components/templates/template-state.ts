/** Why a template cannot be chosen. The texts are in the catalogue. */
export type NotChoosable = "pending" | "rejected" | "paused" | "disabled" | "products" | "other";

/**
 * Why a template cannot be chosen. null: it can.
 * @param status the provider's status. Only APPROVED templates can be sent.
 */
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
