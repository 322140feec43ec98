import { audit } from "../auth/audit.ts";
import { absorbClients, lockForMerge, type MergeChoice, type Merge } from "./absorb-clients.ts";
import { keepMerge, type MergeRecord } from "./merge-record.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { NewEvent } from "../events/events.ts";
import { type Client, Prisma, type Conversation, type Integration } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { verb } from "../verb.ts";
import { fullName } from "../conversations/display-name.ts";
import { addSystemNote } from "../messages/system-note.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { notifyEnded } from "../conversations/end-open-convs.ts";
import { identitiesOf } from "../messages/identities-of.ts";
import { markEnded } from "../conversations/mark-ended.ts";

export type ClientMergeInput = {
  id: string;
  sourceIds: string[];
  /** For each field, whose value stays. Without a choice: the target's value, or a source's if the target has none. */
  values?: MergeChoice[] | null;
};

/**
 * Merges several contacts into one, in one transaction. The sources' conversations, identities and tags move to `id`, and its empty
 * fields are filled from them. The sources are archived and refer to `id`, so that new messages of their senders reach it. A message
 * that arrives during the merge waits, then goes to the remaining contact. If two of them have a conversation open in the same place,
 * one continues and the other is ended.
 *
 * The previous state is kept, so that the merge can be undone for a while (`undoMerge`).
 *
 * Conversations keep their agents: a merge shows no one a conversation that they could not see before.
 * @throws AppError BAD_INPUT, NOT_FOUND, CLIENT_ARCHIVED
 */
export const mergeClients = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: ClientMergeInput): Promise<Client> => {
    return inTransaction(ctx, async (tx) => {
      const merge = await lockForMerge(tx, input.id, input.sourceIds);
      const { moved, before: convsBefore } = await moveConvs(tx, merge);
      const { merged, before } = await absorbClients(tx, merge, input.values ?? []);
      const sourceIds = merge.sources.map(({ id }) => id);
      await keepMerge(tx, merged.id, { ...before, ...convsBefore });
      await audit(tx, "mergeClients", merged.id, { after: { sourceIds } });
      const names = namesOf(merge.sources);
      const changes: NewEvent[] = [];
      for (const conv of moved) {
        const note = conv.ended ? null : await addSystemNote(tx, conv, say("line.merged", { names }));
        changes.push({
          name: "CONV_CHANGED",
          convId: conv.id,
          clientId: merged.id,
          ...(note ? { messageId: note.id } : {}),
          assigneeId: conv.assigneeId,
          prevAssigneeId: conv.assigneeId,
        });
      }
      await emit(tx, ...changes);
      return merged;
    });
  },
);

function namesOf(clients: readonly Client[]): string | Said {
  return clients
    .map((client, index): string | Said => fullName(client) || say(index === 0 ? "line.unnamedFirst" : "line.unnamed"))
    .reduceRight((others, first) => say("line.list", { first, others }));
}

/**
 * The conversations' part of a merge: moves every conversation and message of the sources to the target. Each conversation keeps its
 * address, since the target may now have several on one channel.
 * @param tx the open transaction. The contacts' rows are locked, so no conversation can be opened for them meanwhile.
 * @returns the sources' conversations as they are now, and the previous state.
 */
async function moveConvs(
  tx: Ctx,
  { target, sources }: Merge,
): Promise<{ moved: Conversation[]; before: Pick<MergeRecord, "convs" | "ownConvs" | "unaddressed"> }> {
  const clients = [target, ...sources];
  const open = await tx.db.$queryRaw<Conversation[]>`
    select * from "Conversation"
    where "workspaceId" = ${tx.workspaceId} and "clientId" = any(${clients.map(({ id }) => id)}::uuid[]) and not ended
    order by id for no key update`;
  await endDoubles(tx, open);
  const { workspaceId } = tx;
  const known = await tx.db.conversation.findMany({
    where: { workspaceId, clientId: { in: clients.map(({ id }) => id) } },
    select: { id: true, clientId: true, clientAddress: true },
  });
  for (const client of clients) await keepAddresses(tx, client);
  const sourceIds = sources.map(({ id }) => id);
  const moved = await tx.db.$queryRaw<Conversation[]>`
    update "Conversation" set "clientId" = ${target.id}::uuid
    where "workspaceId" = ${tx.workspaceId} and "clientId" = any(${sourceIds}::uuid[])
    returning *`;
  await tx.db.$executeRaw`
    update "Message" set "clientId" = ${target.id}::uuid
    where "workspaceId" = ${tx.workspaceId} and "clientId" = any(${sourceIds}::uuid[])`;
  const theirs = Map.groupBy(
    known.filter(({ clientId }) => clientId !== target.id),
    ({ clientId }) => clientId,
  );
  const convs = Object.fromEntries([...theirs].map(([clientId, rows]) => [clientId, rows.map(({ id }) => id)]));
  const ownConvs = known.flatMap(({ id, clientId }) => (clientId === target.id ? [id] : []));
  const unaddressed = known.flatMap(({ id, clientAddress: address }) => (address === null ? [id] : []));
  return { moved, before: { convs, ownConvs, unaddressed } };
}

/**
 * A contact has at most one open conversation per channel and thread. Of several, the one continues in which the
 * contact waits for an answer, else one that is not dormant, else the one with the latest message. SYSTEM ends the others.
 */
async function endDoubles(tx: Ctx, open: Conversation[]): Promise<void> {
  const places = Map.groupBy(open, (conv) => `${conv.integrationId} ${conv.externalConversationId ?? ""}`);
  const doubles = [...places.values()].flatMap((convs) => convs.sort(byUrgency).slice(1));
  if (doubles.length === 0) return;
  const bySystem: Ctx = { ...tx, actor: { kind: "system", job: "merge-clients" } };
  const ended = await markEnded(tx, Prisma.sql`c.id = any(${doubles.map(({ id }) => id)}::uuid[])`, SYSTEM);
  for (const conv of ended) {
    await notifyEnded(bySystem, conv, say("line.endedMerged"));
  }
}

function byUrgency(a: Conversation, b: Conversation): number {
  return (
    Number(b.needsResponse) - Number(a.needsResponse) ||
    Number(a.dormant) - Number(b.dormant) ||
    b.lastMessageAt.getTime() - a.lastMessageAt.getTime()
  );
}

/** Stores the address for answers in each conversation that has used the contact's identity so far. */
async function keepAddresses(tx: Ctx, client: Client): Promise<void> {
  const { workspaceId } = tx;
  const integrations = await tx.db.$queryRaw<Integration[]>`
    select i.* from "Integration" i where i."workspaceId" = ${workspaceId} and i.id in (
      select c."integrationId" from "Conversation" c
      where c."workspaceId" = ${workspaceId} and c."clientId" = ${client.id}::uuid and c."clientAddress" is null)`;
  const identities = (await identitiesOf(tx, [client.id])).get(client.id) ?? {};
  for (const integration of integrations) {
    await tx.db.conversation.updateMany({
      where: { workspaceId, clientId: client.id, integrationId: integration.id, clientAddress: null },
      data: { clientAddress: clientAddress(integration, client, identities) },
    });
  }
}
