import { audit } from "../auth/audit.ts";
import { lockForUnmerge, releaseClients, type Unmerge } from "./release-clients.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { NewEvent } from "../events/events.ts";
import type { Client, Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { addSystemNote } from "../messages/system-note.ts";
import { commentersOf } from "../channels/comments.ts";
import { channelOf } from "../channels/registry.ts";
import { GROUP_SCOPE } from "../channels/whatsapp/groups.ts";
import type { Ctx } from "../ctx.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { identitiesOf } from "../messages/identities-of.ts";

/**
 * Undoes a merge, for up to 30 days. The merged contacts become separate again, with their identities, the conversations that they
 * brought and those that they have opened since. Fields that the merge filled are emptied, unless someone has changed them since.
 *
 * A conversation that the merge ended stays ended, because subscribers were notified. The contact's next message opens a new one.
 * @returns the contact that they had been merged into.
 * @throws AppError NOT_FOUND, CONFLICT (the text says why: too late, already undone, or something builds on it)
 */
export const undoMerge = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: { mergeId: string }): Promise<Client> => {
    return inTransaction(ctx, async (tx) => {
      const unmerge = await lockForUnmerge(tx, input.mergeId);
      const moved = await moveConvsBack(tx, unmerge);
      const released = await releaseClients(tx, unmerge);
      await audit(tx, "undoMerge", released.id, { after: { sourceIds: unmerge.merge.mergedIds } });
      const changes: NewEvent[] = [];
      for (const conv of moved) {
        const note = conv.ended ? null : await addSystemNote(tx, conv, say("line.mergeUndone"));
        changes.push({
          name: "CONV_CHANGED",
          convId: conv.id,
          clientId: conv.clientId,
          ...(note ? { messageId: note.id } : {}),
          assigneeId: conv.assigneeId,
          prevAssigneeId: conv.assigneeId,
        });
      }
      await emit(tx, ...changes);
      return released;
    });
  },
);

/**
 * The conversations' part of undoing a merge: moves every conversation, with all its messages, back to its former contact. Conversations
 * opened since at an address that a merged contact brought move too. Addresses that the merge stored are removed, so that the contact's
 * identity applies again.
 * @param tx the transaction of `lockForUnmerge`, before the identities move back.
 * @returns the conversations that moved.
 */
async function moveConvsBack(tx: Ctx, { merge, target, record }: Unmerge): Promise<Conversation[]> {
  const { workspaceId } = tx;
  // As in a merge: messages that arrive meanwhile wait.
  await tx.db.$queryRaw`
    select 1 from "Conversation" where "workspaceId" = ${workspaceId} and "clientId" = ${target.id}::uuid and not ended
    order by id for no key update`;
  const owners = new Map(
    Object.entries(record.convs).flatMap(([clientId, convIds]) => convIds.map((id) => [id, clientId] as const)),
  );
  for (const [id, clientId] of await openedSince(tx, { merge, target, record })) owners.set(id, clientId);
  const moved: Conversation[] = [];
  for (const [clientId, pairs] of Map.groupBy(owners, ([, owner]) => owner)) {
    const ids = pairs.map(([id]) => id);
    moved.push(
      ...(await tx.db.$queryRaw<Conversation[]>`
        update "Conversation" set "clientId" = ${clientId}::uuid
        where "workspaceId" = ${workspaceId} and "clientId" = ${target.id}::uuid and id = any(${ids}::uuid[])
        returning *`),
    );
    await tx.db.$executeRaw`
      update "Message" set "clientId" = ${clientId}::uuid
      where "workspaceId" = ${workspaceId} and "clientId" = ${target.id}::uuid and "convId" = any(${ids}::uuid[])`;
  }
  await tx.db.conversation.updateMany({
    where: { workspaceId, id: { in: record.unaddressed } },
    data: { clientAddress: null },
  });
  return moved;
}

/** Conversations that the contact began after the merge with an identity of a merged contact: [conversation, its contact]. */
async function openedSince(tx: Ctx, { merge, target, record }: Unmerge): Promise<[string, string][]> {
  const { workspaceId } = tx;
  const known = new Set([...record.ownConvs, ...Object.values(record.convs).flat()]);
  const found = await tx.db.conversation.findMany({
    where: { workspaceId, clientId: target.id, createdAt: { gte: merge.createdAt } },
    include: { integration: true },
  });
  const since = found.filter(({ id }) => !known.has(id));
  if (since.length === 0) return [];
  const identities = (await identitiesOf(tx, [target.id])).get(target.id) ?? {};
  return since.flatMap((conv): [string, string][] => {
    const { identityScope, otherScopes } = channelOf(conv.integration.type);
    const scope = identityScope(conv.integration);
    const scopes = [scope, commentersOf(scope), GROUP_SCOPE, ...otherScopes];
    const address = conv.clientAddress ?? clientAddress(conv.integration, target, identities);
    const owner = record.identities.find(({ scope, externalId }) => externalId === address && scopes.includes(scope));
    return owner ? [[conv.id, owner.clientId]] : [];
  });
}
