import { SYSTEM, type Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Client } from "../generated/prisma/client.ts";

type OptOut = Pick<Client, "optedOutAt" | "archivedBy" | "deletedAt" | "mergedIntoId">;

/** When a contact opted out of broadcasts and notifications. null: they receive them. */
export function optedOutSince(client: OptOut): Date | null {
  return client.optedOutAt ?? (isArchivedByKeyword(client) ? client.deletedAt : null);
}

/** Whether the opt-out keyword archived the contact. A merged contact does not count: it refers to another contact. */
export function isArchivedByKeyword({ archivedBy, mergedIntoId }: OptOut): boolean {
  return archivedBy === SYSTEM && mergedIntoId === null;
}

/** The changes when a contact opts out or in. Opting in also reverts the archiving that the keyword caused. */
export function optOutChanges(client: OptOut, isOptedOut: boolean, now: Date) {
  if (isOptedOut) return { optedOutAt: optedOutSince(client) ?? now };
  return { optedOutAt: null, ...(isArchivedByKeyword(client) ? { deletedAt: null, archivedBy: null } : {}) };
}

/** Records that a contact sent the workspace's opt-out or opt-in keyword. */
export async function keepOptOut(tx: Ctx, client: Client, isOptedOut: boolean): Promise<void> {
  const { id } = await tx.db.client.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: client.id } },
    data: { optedOutAt: isOptedOut ? (optedOutSince(client) ?? tx.now) : null },
    select: { id: true },
  });
  await emit(tx, { name: "CLIENT_CHANGED", clientId: id });
}
