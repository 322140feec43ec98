import { setTimeout as sleep } from "node:timers/promises";
import { forgetConvsWords } from "../assistants/turns/forget-answers.ts";
import { forgetKeptAnswers, forgetSearches } from "../auth/forget-person.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import { forgetRefusals } from "../broadcasts/forget-refusals.ts";
import { wordsOf, forgetClients, forgetRowErrors } from "../clients/forget-clients.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { clientEvent } from "../events/events.ts";
import { forgetPayloads } from "../events/forget-payloads.ts";
import type { ClientDataRequest } from "../generated/prisma/client.ts";
import { endOpenConvs } from "../conversations/end-open-convs.ts";
import { forgetSegments } from "../clients/segment-filter.ts";
import { forgetBulkFilters, forgetConvFacts } from "../conversations/forget-conv-facts.ts";
import { forgetProviderCalls } from "../messages/forget-provider-calls.ts";
import { countMessagesOf, forgetWords, type Whose } from "../messages/forget-words.ts";
import { stopSendsOfConvs } from "../sending/stop-sends-of-convs.ts";
import { forgetFaults } from "../work/queue.ts";
import { inEnglish, say } from "../say.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";
import { pruneUploads } from "../uploads/prune-uploads.ts";
import { uploadUrl } from "../uploads/upload-link.ts";
import { forgetReplies } from "../webhooks/forget-replies.ts";
import { archiveNameOf, beginRequest, noteProgress, personOf } from "./data-request.ts";

const REASON = say("refusal.erased");
/** Milliseconds after which a send that is in progress at its provider has ended. */
const SENDS_END_MS = 60_000;
const LOOK_AGAIN_MS = 500;

/**
 * Erases a contact with all contacts merged into it. Each step may run twice: an interrupted run starts again from the beginning.
 *
 * The order matters. First it deletes what only the person's own words can find, while these exist. Then it deletes the person, then
 * everything that refers to them by id. Last come the records of these changes themselves, such as events.
 */
export async function runErasure(workspaceId: number, requestId: string): Promise<void> {
  const ctx = systemCtx(workspaceId, "erase-client");
  const request = await beginRequest(ctx, requestId, "erasure");
  if (!request) return;
  const known = await personOf(ctx, request.clientId);
  await forgetByWords(ctx, known);
  await forgetWho(ctx, request, known);
  // Read again, to include what arrived meanwhile.
  const person = await personOf(ctx, request.clientId);
  await noteProgress(ctx, request, { totalCount: await countMessagesOf(ctx, person) });
  await waitForSends(ctx, person);
  await forgetAllWords(ctx, request, person);
  await inTransaction(ctx, async (tx) => {
    await forgetConvFacts(tx, person);
    await forgetConvsWords(tx, person.convIds);
    await forgetRefusals(tx, person.clientIds);
    await forgetArchives(tx, person);
  });
  await forgetKeptAnswers(ctx, person);
  await forgetReplies(ctx, person);
  await forgetPayloads(ctx, person);
  await forgetFaults(ctx);
  await pruneUploads();
  await noteProgress(ctx, request, { state: "completed", completedAt: new Date() });
}

async function forgetByWords(ctx: Ctx, { clientIds }: Whose): Promise<void> {
  const words = await wordsOf(ctx, clientIds);
  if (words.all.length === 0) return;
  await inTransaction(ctx, (tx) => forgetSearches(tx, words.all));
  await forgetBulkFilters(ctx, words.all);
  await forgetSegments(ctx, words.addresses);
  await forgetRowErrors(ctx, words.addresses);
  await forgetProviderCalls(ctx, words.addresses);
}

/** After this, the contact receives nothing new. Subscribers get events that its fields are empty and its conversations have ended. */
async function forgetWho(ctx: Ctx, { clientId, createdBy }: ClientDataRequest, { clientIds }: Whose): Promise<void> {
  const { workspaceId } = ctx;
  await inTransaction(ctx, async (tx) => {
    for (const id of clientIds) await endOpenConvs(tx, { id }, REASON);
    await forgetClients(tx, clientIds, createdBy);
    const client = await tx.db.client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: clientId } } });
    await emit(tx, clientEvent("CLIENT_UPDATED", client));
  });
}

/** A provider's response that arrives later would bring the person's words back. */
async function waitForSends(ctx: Ctx, { convIds }: Whose): Promise<void> {
  const until = performance.now() + SENDS_END_MS;
  while (!(await stopSendsOfConvs(ctx, convIds, REASON)) && performance.now() < until) await sleep(LOOK_AGAIN_MS);
}

async function forgetAllWords(ctx: Ctx, request: ClientDataRequest, person: Whose): Promise<void> {
  let doneCount = 0;
  let after: string | null = null;
  do {
    const from: string | null = after;
    const batch: { count: number; next: string | null } = await inTransaction(ctx, (tx) =>
      forgetWords(tx, person, from),
    );
    doneCount += batch.count;
    after = batch.next;
    await noteProgress(ctx, request, { doneCount });
  } while (after !== null);
}

/** Deletes earlier exports of the contact. An export in progress finds that its request is over. */
async function forgetArchives(tx: Ctx, { clientIds }: Whose): Promise<void> {
  const { workspaceId } = tx;
  const exported = { workspaceId, clientId: { in: [...clientIds] }, kind: "export" as const };
  await tx.db.clientDataRequest.updateMany({
    where: { ...exported, state: { in: ["queued", "running"] } },
    data: { state: "failed", error: inEnglish(REASON), completedAt: tx.now },
  });
  const requests = await tx.db.clientDataRequest.findMany({ where: exported, select: { id: true } });
  await discardUploads(
    tx,
    requests.map((request) => uploadUrl(workspaceId, archiveNameOf(request))),
  );
  await tx.db.clientDataRequest.updateMany({ where: exported, data: { fileName: null } });
}
