import { audit } from "../auth/audit.ts";
import { actorId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";
import { optedOutSince } from "./opt-out.ts";

/**
 * Archives a contact: it gets nothing more. Its conversations stay as they are. One that is archived already stays so, with
 * the time and person of the first archiving.
 */
export const archiveClient = verb({ may: "MANAGE_CLIENTS", audit: "recorded" }, (ctx, input: { id: string }) =>
  inTransaction(ctx, async (tx) => {
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
  }),
);

/**
 * Takes a contact back out of the archive; one that is not in it stays as it is. One that was merged stands for itself again, but
 * what it had stays where it went. One who opted out can be answered again, and still gets no broadcasts and notifications.
 */
export const unarchiveClient = verb({ may: "MANAGE_CLIENTS", audit: "recorded" }, (ctx, input: { id: string }) =>
  inTransaction(ctx, async (tx) => {
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
  }),
);
