import { audit } from "../auth/audit.ts";
import { absorbClients, lockForMerge, type MergeChoice, type Merge } from "../clients/absorb-clients.ts";
import { keepMerge, type MergeRecord } from "../clients/merge-record.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { NewEvent } from "../events/events.ts";
import { type Client, Prisma, type Conversation, type Integration } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { verb } from "../verb.ts";
import { fullName } from "./display-name.ts";
import { addSystemNote } from "../messages/system-note.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { clientAddress } from "./client-address.ts";
import { notifyEnded } from "./end-open-convs.ts";
import { identitiesOf } from "../messages/identities-of.ts";
import { markEnded } from "./mark-ended.ts";

export type ClientMergeInput = {
  id: string;
  sourceIds: string[];
  /** Whose value stays, field by field; where nothing is said the target's own, and a source's where it has none. */
  values?: MergeChoice[] | null;
};

/**
 * Makes several contacts one: the sources' conversations, identities and tags move to `id`, whose empty fields are filled from
 * them; the sources are archived and stand for `id` from now on, so that what their senders write next comes to it. All of it in
 * one transaction; a message that comes in meanwhile waits, and lands at the contact that remains. Where two of them have a
 * conversation open in the same place, one goes on and the other is ended.
 *
 * What was before is kept with it: for a while it can be taken back (`undoMerge`).
 *
 * Conversations keep their agents: merging contacts shows nobody a conversation that was not theirs to see.
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
 * The conversations' half of a merge: every conversation and message of the sources becomes the target's. Each conversation
 * keeps the address that it was held with, since the target may have several on one channel from now on.
 * @param tx the open transaction, with the contacts' rows locked: nobody opens a conversation for them meanwhile.
 * @returns the sources' conversations as they are now, and what was before.
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
 * One client has one open conversation per channel and thread (decisions section 4). Of several the one goes on in which the
 * client waits for an answer, else one that is not dormant, else the one with the latest message; the others are ended by SYSTEM.
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

/** Writes the address that answers go to into the client's conversations, where it was left to the client's identity so far. */
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
