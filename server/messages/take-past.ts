import { lockNames, namesOf, resolveSender } from "../clients/client-identities.ts";
import { ClientMerged, holdUnmerged } from "../clients/current-client.ts";
import type { InboundHistory, PastMessage } from "../channels/inbound.ts";
import type { createTurns } from "../conversations/turns.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { emit } from "../events/emit.ts";
import { channelOf } from "../channels/registry.ts";
import { credentialsOf } from "../integrations/access.ts";
import { log } from "../log.ts";
import { inEnglish } from "../say.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { Later } from "./not-yet.ts";
import { clientMessage } from "./plan-inbound.ts";
import { createPastConv } from "./take-history.ts";
import { senderOf } from "./sender-scope.ts";
import { writeMessages, type NewMessage } from "./write-messages.ts";

/** Messages per transaction. */
const TOGETHER = 100;
/** Ids that one statement looks up. */
const LOOKED_UP = 2_000;

type Lane = {
  /** Limits the transactions that run at once. */
  inTurn: ReturnType<typeof createTurns>;
  /** Stops between two transactions. */
  signal: AbortSignal;
  /** When to stop and go on later, by performance.now(). */
  until: number;
};

/**
 * Stores what was written on a channel before it was connected, at its own time: of each contact in a conversation that has ended. Nobody
 * is assigned or notified, no assistant answers, no keyword counts, and subscribers get no event. What is stored already is left out.
 * @param ctx outside a transaction, with a system actor.
 * @throws Later when there is more than fits into the time.
 */
export async function takePast(
  ctx: Ctx,
  integration: Integration,
  { threads, progress }: InboundHistory,
  { inTurn, signal, until }: Lane,
): Promise<void> {
  const known = await inTurn(() => knownOf(ctx, integration, threads.flat()));
  let fault: Error | null = null;
  for (const thread of threads) {
    const missing = missingOf(thread, known);
    let conv: Conversation | null = null;
    for (let from = 0; from < missing.length; from += TOGETHER) {
      signal.throwIfAborted();
      if (performance.now() > until) throw new Later("There is more history than is stored at once");
      const part = missing.slice(from, from + TOGETHER);
      const before: Conversation | null = conv;
      try {
        conv = await inTurn(() => takePart(ctx, { integration, conv: before }, part));
      } catch (error) {
        // One contact's fault does not keep the others out.
        fault = error instanceof Error ? error : new Error("a part of the history was not stored", { cause: error });
        break;
      }
    }
  }
  if (fault) throw fault;
  await noteProgress(ctx, integration, progress);
}

/** Oldest first, each id once. */
function missingOf(thread: readonly PastMessage[], known: ReadonlySet<string | null>): PastMessage[] {
  const byId = new Map(thread.map((each) => [each.externalMessageId, each]));
  return [...byId.values()]
    .filter(({ externalMessageId }) => !known.has(externalMessageId))
    .sort((a, b) => timeOf(a) - timeOf(b));
}

const timeOf = ({ providerAt }: PastMessage) => providerAt?.getTime() ?? 0;

async function knownOf(ctx: Ctx, { id }: Integration, all: readonly PastMessage[]): Promise<Set<string | null>> {
  const ids = all.flatMap(({ externalMessageId }) => externalMessageId ?? []);
  const known = new Set<string | null>();
  for (let from = 0; from < ids.length; from += LOOKED_UP) {
    const some = ids.slice(from, from + LOOKED_UP);
    // Both values of isAgent, for the index.
    const stored = await ctx.db.$queryRaw<{ externalMessageId: string }[]>`
      select "externalMessageId" from "Message"
      where "workspaceId" = ${ctx.workspaceId} and "integrationId" = ${id}::uuid and "isAgent" in (false, true)
        and "externalMessageId" = any(${some}::text[])`;
    for (const { externalMessageId } of stored) known.add(externalMessageId);
  }
  return known;
}

type Place = { integration: Integration; conv: Conversation | null };

/** @returns the conversation that the rest of the thread goes into. */
async function takePart(ctx: Ctx, place: Place, part: readonly PastMessage[]): Promise<Conversation> {
  for (;;) {
    try {
      return await inTransaction(ctx, (tx) => store(tx, place, part));
    } catch (error) {
      if (!(error instanceof ClientMerged) && !isDeadlock(error)) throw error;
    }
  }
}

async function store(tx: Ctx, { integration, conv }: Place, part: readonly PastMessage[]): Promise<Conversation> {
  const [first] = part;
  if (!first) throw new Error("a part has messages");
  const sender = senderOf(integration, first);
  await lockNames(tx, namesOf(sender));
  const { client, created } = await resolveSender(tx, sender);
  await holdUnmerged(tx, client.id);
  const held = conv ? await holdPast(tx, conv, client) : null;
  // Calls come in any order, so each has a conversation of its own.
  const where = { integrationId: integration.id, clientId: client.id, externalConversationId: null };
  const place = held ?? (await createPastConv(tx, where, SYSTEM, new Date(timeOf(first))));
  const messages = await writeMessages(
    tx,
    part.map((each) => ({ conv: place, message: rowOf(each, client), send: null, events: [] })),
  );
  const { id: convId } = place;
  const { id: clientId } = client;
  await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: convId } },
    data: { endedAt: messages.at(-1)?.createdAt ?? null },
  });
  await emit(tx, ...(created ? [{ name: "CLIENT_CHANGED", clientId } as const] : []), {
    name: "CONV_CHANGED",
    convId,
    clientId,
    assigneeId: null,
    prevAssigneeId: null,
  });
  return place;
}

/** The conversation of the parts before, with its row locked; null if it is another contact's by now, or was reopened. */
async function holdPast(tx: Ctx, { id }: Conversation, client: Client): Promise<Conversation | null> {
  const [held] = await tx.db.$queryRaw<Conversation[]>`
    select * from "Conversation" where "workspaceId" = ${tx.workspaceId} and id = ${id}::uuid and "clientId" = ${client.id}::uuid and ended
    for no key update`;
  return held ?? null;
}

function rowOf(past: PastMessage, client: Client): NewMessage {
  const writtenAt = past.providerAt ? { writtenAt: past.providerAt } : {};
  const { clientAddress: _, ...message } = clientMessage(past);
  if (!past.isAgent) return { ...message, createdBy: client.id, ...writtenAt };
  const { status } = past;
  const ours = { isAgent: true, status, createdBy: SYSTEM, sentElsewhere: true, address: past.senderId };
  return { ...message, ...ours, ...writtenAt };
}

/** @param progress in percent; null: the call does not say. It only grows, because calls come in any order. */
async function noteProgress(ctx: Ctx, integration: Integration, progress: number | null): Promise<void> {
  if (progress === null) return;
  const { workspaceId } = ctx;
  const { id } = integration;
  const isNew = await inTransaction(ctx, async (tx) => {
    const changed = await tx.db.$executeRaw`
      update "Integration" set "historyProgress" = ${progress}
      where "workspaceId" = ${workspaceId} and id = ${id}::uuid and coalesce("historyProgress", -1) < ${progress}`;
    if (changed > 0) await emit(tx, { name: "WORKSPACE_CHANGED" });
    return changed > 0;
  });
  // Only now, because names are given to contacts who are here, and the provider sends them once.
  if (isNew && progress === 100) await askForNames(integration);
}

/** Without them the contacts keep their numbers as names. */
async function askForNames(integration: Integration): Promise<void> {
  const { adapter } = channelOf(integration.type);
  const refusal = await adapter?.requestNames?.(await credentialsOf(integration));
  if (!refusal) return;
  log.warn(
    { integrationId: integration.id, error: inEnglish(refusal.error) },
    "the names of a number's contacts do not come",
  );
}
