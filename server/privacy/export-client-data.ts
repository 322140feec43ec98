import type { ClientDataRequest } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { requestData } from "./data-request.ts";

/**
 * Begins to put everything that is kept of a contact into one archive: the contact with those merged into it, conversations, messages with
 * notes and attempts, files, broadcasts, events. Those of the playground are no contacts.
 * @throws AppError NOT_FOUND, BAD_INPUT (`id`: one that was merged into another), CONFLICT (it is being erased)
 */
export const exportClientData = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  (ctx, input: { id: string }): Promise<ClientDataRequest> => {
    return requestData(ctx, input.id, "export");
  },
);
