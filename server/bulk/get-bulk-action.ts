import type { BulkAction } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { bulkActionOf } from "./bulk-action-of.ts";

/**
 * The progress of the signed-in person's bulk action.
 * @throws AppError NOT_FOUND
 */
export const getBulkAction = verb(
  { may: "USE_CONVS", plan: "inbox" },
  async (ctx, input: { id: string }): Promise<BulkAction> => {
    return bulkActionOf(ctx, input.id);
  },
);
