import { audit } from "../auth/audit.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";
import { optedOutSince } from "./opt-out.ts";
import type { Client } from "../generated/prisma/client.ts";

/**
 * Archives a contact: it receives no more messages. Its conversations stay as they are. A contact that is already archived keeps the time
 * and person of the first archiving.
 */
export const archiveClient = verb({ may: "MANAGE_CLIENTS", audit: "recorded" }, (ctx, { id }: { id: string }) =>
  inTransaction(ctx, (tx) => change(tx, id, "archiveClient", { deletedAt: tx.now, archivedBy: actorId(tx.actor) })),
);

/**
 * Restores an archived contact. A contact that is not archived stays as it is. A merged contact becomes separate again, but what moved in
 * the merge stays where it is. A contact who opted out can be answered again, and still receives no broadcasts and notifications.
 */
export const unarchiveClient = verb({ may: "MANAGE_CLIENTS", audit: "recorded" }, (ctx, { id }: { id: string }) =>
  inTransaction(ctx, async (tx) => {
    const optedOutAt = optedOutSince(await clientForActor(tx, id));
    return change(tx, id, "unarchiveClient", { deletedAt: null, archivedBy: null, mergedIntoId: null, optedOutAt });
  }),
);

async function change(tx: Ctx, id: string, action: "archiveClient" | "unarchiveClient", data: Partial<Client>) {
  const isArchived = action === "archiveClient";
  const changed = await tx.db.client.updateMany({
    where: { workspaceId: tx.workspaceId, id, deletedAt: isArchived ? null : { not: null } },
    data,
  });
  const client = await clientForActor(tx, id);
  if (changed.count > 0) {
    await audit(tx, action, client.id, { before: { isArchived: !isArchived }, after: { isArchived } });
    await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
  }
  return client;
}
