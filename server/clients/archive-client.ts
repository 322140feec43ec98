import { audit } from "../auth/audit.ts";
import { actorId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Client } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";

/**
 * Archives a contact: it gets nothing more. Its conversations stay as they are. One that is archived already stays so, with
 * the time and person of the first archiving.
 */
export const archiveClient = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<Client> => {
    return inTransaction(ctx, async (tx) => {
      const changed = await tx.db.client.updateMany({
        where: { workspaceId: tx.workspaceId, id: input.id, deletedAt: null },
        data: { deletedAt: tx.now, archivedBy: actorId(tx.actor) },
      });
      const client = await clientForActor(tx, input.id);
      if (changed.count > 0) {
        await audit(tx, "archiveClient", client.id, { before: { isArchived: false }, after: { isArchived: true } });
        await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
      }
      return client;
    });
  },
);
