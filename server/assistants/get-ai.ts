import type { Assistant } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { assistantOr404 } from "./access.ts";

/**
 * One assistant.
 * @throws AppError NOT_FOUND
 */
export const getAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: { id: string }): Promise<Assistant> => {
    return assistantOr404(ctx, input.id);
  },
);
