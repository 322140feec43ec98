import { actorId, type Ctx } from "../ctx.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { clientEvent } from "../events/events.ts";
import type { Client } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { MERGED_FIELDS, type MergedField, type MergeRecord } from "./merge-record.ts";
import { optedOutSince } from "../clients/opt-out.ts";

/** Limit of contacts per merge: one transaction moves everything they have. */
const SOURCES_MAX = 20;

/** `followers`: contacts that were merged into a source earlier. */
export type Merge = { target: Client; sources: Client[]; followers: Client[] };

/** The contact whose value of a field is kept instead of the target's. */
export type MergeChoice = { field: MergedField; clientId: string };

/**
 * The contacts of a merge, with their rows locked until the transaction ends. Rows are locked in order of id, so that two merges at the
 * same time do not deadlock. Contacts that were merged into a source earlier are locked too, because they move with it.
 * @throws AppError BAD_INPUT, NOT_FOUND; CLIENT_ARCHIVED when the target is archived; CLIENT_OPTED_OUT when a source has opted out and
 *   the target has not: broadcasts would reach them again.
 */
export async function lockForMerge(tx: Ctx, id: string, sourceIds: readonly string[]): Promise<Merge> {
  const ids = [...new Set(sourceIds)];
  if (ids.length === 0) throw badInput("sourceIds", say("clients.noSources"));
  if (ids.length > SOURCES_MAX) throw badInput("sourceIds", say("clients.mostSources", { count: SOURCES_MAX }));
  if (ids.includes(id)) throw badInput("sourceIds", say("clients.itself"));
  const rows = await tx.db.$queryRaw<Client[]>`
    select * from "Client"
    where "workspaceId" = ${tx.workspaceId} and not "isPlayground" and (id = any(${[id, ...ids]}::uuid[]) or "mergedIntoId" = any(${ids}::uuid[]))
    order by id for no key update`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [target, ...sources] = [id, ...ids].map((wanted) => {
    const client = byId.get(wanted);
    if (!client) throw notFound("client");
    return client;
  });
  if (!target) throw notFound("client");
  if (target.deletedAt) throw new AppError("CLIENT_ARCHIVED", say("clients.targetArchived"));
  if (optedOutSince(target) === null && sources.some((source) => optedOutSince(source) !== null))
    throw new AppError("CLIENT_OPTED_OUT", say("clients.mergeOptedOut"));
  return { target, sources, followers: rows.filter(({ mergedIntoId }) => mergedIntoId && ids.includes(mergedIntoId)) };
}

/** The result of the contacts' part of a merge: the remaining contact, and the previous state. */
type Absorbed = { merged: Client; before: Omit<MergeRecord, "convs" | "ownConvs" | "unaddressed"> };

/**
 * The contacts' part of a merge (the inbox moves the conversations first). Fills empty fields from the sources in the given order, takes
 * chosen values from the contacts named in `choices`, and moves tags and identities. Archives the sources and links them to the target.
 * @param tx the transaction of `lockForMerge`, with the sources' open conversations locked: no incoming message can add an identity to a
 *   source any more.
 * @throws AppError BAD_INPUT when a choice names a contact that is not part of the merge.
 */
export async function absorbClients(tx: Ctx, merge: Merge, choices: readonly MergeChoice[]): Promise<Absorbed> {
  const { workspaceId } = tx;
  const { target, sources, followers } = merge;
  const ids = sources.map(({ id }) => id);
  const identities = await tx.db.clientIdentity.findMany({
    where: { workspaceId, clientId: { in: ids } },
    select: { scope: true, externalId: true, clientId: true, broughtById: true },
  });
  await tx.db.$executeRaw`
    update "ClientIdentity" set "broughtById" = coalesce("broughtById", "clientId"), "clientId" = ${target.id}::uuid
    where "workspaceId" = ${workspaceId} and "clientId" = any(${ids}::uuid[])`;
  await tx.db.$executeRaw`
    update "Client" set "mergedIntoId" = ${target.id}::uuid, "deletedAt" = coalesce("deletedAt", ${tx.now}),
      "archivedBy" = coalesce("archivedBy", ${actorId(tx.actor)})
    where "workspaceId" = ${workspaceId} and (id = any(${ids}::uuid[]) or "mergedIntoId" = any(${ids}::uuid[]))`;
  const fields = fieldsAfter(merge, choices);
  const tags = [...new Set([target, ...sources].flatMap((client) => client.tags))];
  const merged = await tx.db.client.update({
    where: { workspaceId_id: { workspaceId, id: target.id } },
    data: {
      ...Object.fromEntries(Object.entries(fields).map(([field, { after }]) => [field, after])),
      tags,
      patchedAt: tx.now,
    },
  });
  await emit(
    tx,
    clientEvent("CLIENT_UPDATED", merged),
    ...ids.map((clientId) => ({ name: "CLIENT_CHANGED" as const, clientId })),
  );
  const before = {
    fields,
    addedTags: tags.filter((tag) => !target.tags.includes(tag)),
    identities,
    sources: sources.map(({ id, deletedAt, archivedBy }) => ({
      id,
      deletedAt: deletedAt?.toISOString() ?? null,
      archivedBy,
      followers: followers.filter(({ mergedIntoId }) => mergedIntoId === id).map((follower) => follower.id),
    })),
  };
  return { merged, before };
}

/** The fields that change, with their values before and after. */
function fieldsAfter({ target, sources }: Merge, choices: readonly MergeChoice[]): MergeRecord["fields"] {
  const changes: MergeRecord["fields"] = {};
  for (const field of MERGED_FIELDS) {
    const choice = choices.find((each) => each.field === field);
    const chosen = choice && [target, ...sources].find(({ id }) => id === choice.clientId);
    if (choice && !chosen) throw badInput("values", say("clients.valuesOfMerged"));
    const filled = target[field] ?? sources.find((source) => source[field] !== null)?.[field] ?? null;
    const after = chosen ? chosen[field] : filled;
    if (after !== target[field]) changes[field] = { before: target[field], after };
  }
  return changes;
}
