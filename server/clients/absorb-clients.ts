import { actorId, SYSTEM } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { clientEvent } from "../events/events.ts";
import type { Client } from "../generated/prisma/client.ts";

/** Contacts of one merge: all that they have moves in one transaction. */
const SOURCES_MAX = 20;

/** Filled from the sources where the target has nothing. */
const FILLED = [
  "name",
  "surname",
  "phone",
  "email",
  "address",
  "city",
  "country",
  "code",
  "avatarUrl",
  "stageId",
  "defaultAgentId",
] as const;

export type Merge = { target: Client; sources: Client[] };

/**
 * The contacts of a merge with their rows locked until the transaction ends, in order of id: two merges at the same time wait
 * for each other instead of for ever. Contacts that were merged into a source before are locked with it: they follow.
 * @throws AppError BAD_INPUT, NOT_FOUND; CLIENT_ARCHIVED when the target is archived, or a source has opted out: what is merged
 *   into an active contact can be written to again.
 */
export async function lockForMerge(tx: Ctx, id: string, sourceIds: readonly string[]): Promise<Merge> {
  const ids = [...new Set(sourceIds)];
  if (ids.length === 0) throw badInput("sourceIds", "sourceIds must name at least one client");
  if (ids.length > SOURCES_MAX) throw badInput("sourceIds", `sourceIds may name at most ${SOURCES_MAX} clients`);
  if (ids.includes(id)) throw badInput("sourceIds", "a client cannot be merged into itself");
  const rows = await tx.db.$queryRaw<Client[]>`
    select * from "Client"
    where "workspaceId" = ${tx.workspaceId} and not "isPlayground" and (id = any(${[id, ...ids]}::uuid[]) or "mergedIntoId" = any(${ids}::uuid[]))
    order by id for no key update`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [target, ...sources] = [id, ...ids].map((wanted) => {
    const client = byId.get(wanted);
    if (!client) throw notFound("Client");
    return client;
  });
  if (!target) throw notFound("Client");
  if (target.deletedAt) {
    throw new AppError("CLIENT_ARCHIVED", "The client to merge into is archived; unarchive it first");
  }
  if (sources.some(({ deletedAt, archivedBy }) => deletedAt && archivedBy === SYSTEM)) {
    throw new AppError(
      "CLIENT_ARCHIVED",
      "A client who opted out cannot be merged; unarchive it first, if it may be written to",
    );
  }
  return { target, sources };
}

/**
 * The contacts' own half of a merge (the inbox moves the conversations first): empty fields are filled from the sources in the
 * order given, tags and identities move, the sources are archived and remember who they are now.
 * @param tx the transaction of `lockForMerge`, with the sources' open conversations locked: nothing that comes in can still add
 *   an identity to a source.
 */
export async function absorbClients(tx: Ctx, { target, sources }: Merge): Promise<Client> {
  const { workspaceId } = tx;
  const ids = sources.map(({ id }) => id);
  await tx.db.$executeRaw`
    update "ClientIdentity" set "broughtById" = coalesce("broughtById", "clientId"), "clientId" = ${target.id}::uuid
    where "workspaceId" = ${workspaceId} and "clientId" = any(${ids}::uuid[])`;
  await tx.db.$executeRaw`
    update "Client" set "mergedIntoId" = ${target.id}::uuid, "deletedAt" = coalesce("deletedAt", ${tx.now}),
      "archivedBy" = coalesce("archivedBy", ${actorId(tx.actor)})
    where "workspaceId" = ${workspaceId} and (id = any(${ids}::uuid[]) or "mergedIntoId" = any(${ids}::uuid[]))`;
  const merged = await tx.db.client.update({
    where: { workspaceId_id: { workspaceId, id: target.id } },
    data: {
      ...filledFrom(target, sources),
      tags: [...new Set([target, ...sources].flatMap(({ tags }) => tags))],
      patchedAt: tx.now,
    },
  });
  await emit(
    tx,
    clientEvent("CLIENT_UPDATED", merged),
    ...ids.map((clientId) => ({ name: "CLIENT_CHANGED" as const, clientId })),
  );
  return merged;
}

function filledFrom(target: Client, sources: Client[]): Partial<Client> {
  return Object.fromEntries(
    FILLED.flatMap((field) => {
      const found = target[field] === null ? sources.find((source) => source[field] !== null)?.[field] : undefined;
      return found === undefined ? [] : [[field, found]];
    }),
  );
}
