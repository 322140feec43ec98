import type { Broadcast } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { broadcastOr404 } from "./access.ts";

/** @throws AppError NOT_FOUND */
export const getBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts" },
  async (ctx, input: { id: string }): Promise<Broadcast> => {
    return broadcastOr404(ctx, input.id);
  },
);
