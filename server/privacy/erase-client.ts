import type { ClientDataRequest } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { requestData } from "./data-request.ts";

/**
 * Begins to erase a contact: texts, files, names and addresses go everywhere, and nothing brings them back. What reports count stays:
 * that there was a contact, conversations and messages, when, and with which outcome.
 * @throws AppError NOT_FOUND, BAD_INPUT (`id`: one that was merged into another)
 */
export const eraseClient = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  (ctx, input: { id: string }): Promise<ClientDataRequest> => {
    return requestData(ctx, input.id, "erasure");
  },
);
