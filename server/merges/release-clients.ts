import type { Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { clientEvent } from "../events/events.ts";
import type { Client, ClientMerge } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { lockNames } from "../clients/client-identities.ts";
import { UNDO_DAYS, readMerge, undoableUntil, type MergeRecord } from "./merge-record.ts";

/** A merge that is being undone, with the remaining contact. */
export type Unmerge = { merge: ClientMerge; target: Client; record: MergeRecord };

/**
 * The merge, with its contacts and the moved identities locked until the transaction ends. New messages of their senders wait, and
 * then go to the right contact.
 * @throws AppError NOT_FOUND; CONFLICT with the reason why it cannot be undone.
 */
export async function lockForUnmerge(tx: Ctx, mergeId: string): Promise<Unmerge> {
  const { workspaceId } = tx;
  const found = await tx.db.clientMerge.findUnique({ where: { workspaceId_id: { workspaceId, id: mergeId } } });
  if (!found) throw notFound("merge");
  const record = readMerge(found);
  await lockNames(tx, record.identities);
  const ids = [found.clientId, ...found.mergedIds];
  const clients = await tx.db.$queryRaw<Client[]>`
    select * from "Client" where "workspaceId" = ${workspaceId}
      and (id = any(${ids}::uuid[]) or "mergedIntoId" = ${found.clientId}::uuid)
    order by id for no key update`;
  // Read under the lock: of two concurrent undos, the second gets CONFLICT.
  const merge = await tx.db.clientMerge.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: mergeId } } });
  if (merge.undoneAt) throw conflict(say("clients.undone"));
  if (undoableUntil(merge) < tx.now) throw conflict(say("clients.undoDays", { count: UNDO_DAYS }));
  const later = await tx.db.clientMerge.count({
    where: {
      workspaceId,
      undoneAt: null,
      id: { gt: merge.id },
      OR: [{ clientId: { in: ids } }, { mergedIds: { hasSome: ids } }],
    },
  });
  if (later > 0) throw conflict(say("clients.mergedSince"));
  const target = clients.find(({ id }) => id === merge.clientId);
  if (!target) throw notFound("client");
  const isReleased = merge.mergedIds.some(
    (id) => clients.find((client) => client.id === id)?.mergedIntoId !== target.id,
  );
  if (isReleased) throw conflict(say("clients.standsForItself"));
  return { merge, target, record };
}

/**
 * The contacts' part of undoing a merge. The sources become separate again, with their previous archival and the identities that they
 * brought. Fields that the merge filled are emptied, unless someone has changed them since. Tags that it added are removed.
 * @param tx the transaction of `lockForUnmerge`.
 */
export async function releaseClients(tx: Ctx, { merge, target, record }: Unmerge): Promise<Client> {
  const { workspaceId } = tx;
  for (const { id, deletedAt, archivedBy, followers } of record.sources) {
    await tx.db.client.updateMany({
      where: { workspaceId, id },
      data: { mergedIntoId: null, deletedAt, archivedBy },
    });
    await tx.db.client.updateMany({
      where: { workspaceId, id: { in: followers }, mergedIntoId: target.id },
      data: { mergedIntoId: id },
    });
    await giveBackIdentities(tx, target.id, id, followers, record);
  }
  const fields = Object.entries(record.fields).flatMap(([field, { before, after }]) =>
    target[field as keyof typeof record.fields] === after ? [[field, before] as const] : [],
  );
  const released = await tx.db.client.update({
    where: { workspaceId_id: { workspaceId, id: target.id } },
    data: {
      ...Object.fromEntries(fields),
      tags: target.tags.filter((tag) => !record.addedTags.includes(tag)),
      patchedAt: tx.now,
    },
  });
  await tx.db.clientMerge.update({
    where: { workspaceId_id: { workspaceId, id: merge.id } },
    data: { undoneAt: tx.now },
  });
  await emit(
    tx,
    clientEvent("CLIENT_UPDATED", released),
    ...merge.mergedIds.map((clientId) => ({ name: "CLIENT_CHANGED" as const, clientId })),
  );
  return released;
}

/**
 * Moves back the identities that moved, and those that replaced them or were added through them since. `broughtById` marks the
 * latter too.
 */
async function giveBackIdentities(
  tx: Ctx,
  targetId: string,
  sourceId: string,
  followers: string[],
  { identities }: MergeRecord,
): Promise<void> {
  const known = JSON.stringify(identities.filter(({ clientId }) => clientId === sourceId));
  await tx.db.$executeRaw`
    update "ClientIdentity" i set "clientId" = ${sourceId}::uuid, "broughtById" = k."broughtById"
    from jsonb_to_recordset(${known}::jsonb) as k(scope text, "externalId" text, "broughtById" uuid)
    where i."workspaceId" = ${tx.workspaceId} and i.scope = k.scope and i."externalId" = k."externalId"
      and i."clientId" = ${targetId}::uuid`;
  await tx.db.$executeRaw`
    update "ClientIdentity" set "clientId" = ${sourceId}::uuid,
      "broughtById" = nullif("broughtById", ${sourceId}::uuid)
    where "workspaceId" = ${tx.workspaceId} and "clientId" = ${targetId}::uuid
      and "broughtById" = any(${[sourceId, ...followers]}::uuid[])`;
}

function conflict(sentence: Said): AppError {
  return new AppError("CONFLICT", sentence);
}
