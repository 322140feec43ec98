import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Client } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";
import { optedOutSince } from "./opt-out.ts";

/**
 * Takes a contact back out of the archive; one that is not in it stays as it is. One that was merged stands for itself again, but
 * what it had stays where it went. One who opted out can be answered again, and still gets no broadcasts and notifications.
 */
export const unarchiveClient = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<Client> => {
    return inTransaction(ctx, async (tx) => {
      const optedOutAt = optedOutSince(await clientForActor(tx, input.id));
      const changed = await tx.db.client.updateMany({
        where: { workspaceId: tx.workspaceId, id: input.id, deletedAt: { not: null } },
        data: { deletedAt: null, archivedBy: null, mergedIntoId: null, optedOutAt },
      });
      const client = await clientForActor(tx, input.id);
      if (changed.count > 0) {
        await audit(tx, "unarchiveClient", client.id, { before: { isArchived: true }, after: { isArchived: false } });
        await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
      }
      return client;
    });
  },
);
