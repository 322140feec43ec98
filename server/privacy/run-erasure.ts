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
/** A send that is being asked of its provider has ended by then, in milliseconds. */
const SENDS_END_MS = 60_000;
const LOOK_AGAIN_MS = 500;

/**
 * Erases a contact with everybody merged into it. Each step may be done twice: one that was cut short is begun again from the start.
 *
 * First what can only be found by the person's own words goes, while these are there; then the person; then everything that names them by id,
 * and what tells of it last, since all of this is told too.
 */
export async function runErasure(workspaceId: number, requestId: string): Promise<void> {
  const ctx = systemCtx(workspaceId, "erase-client");
  const request = await beginRequest(ctx, requestId, "erasure");
  if (!request) return;
  const known = await personOf(ctx, request.clientId);
  await forgetByWords(ctx, known);
  await forgetWho(ctx, request, known);
  // With what came in until then.
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
  await forgetRowErrors(ctx, words.addresses);
  await forgetProviderCalls(ctx, words.addresses);
}

/** From here on nothing new comes to this contact; subscribers hear that its fields are empty, and that its conversations have ended. */
async function forgetWho(ctx: Ctx, { clientId, createdBy }: ClientDataRequest, { clientIds }: Whose): Promise<void> {
  const { workspaceId } = ctx;
  await inTransaction(ctx, async (tx) => {
    for (const id of clientIds) await endOpenConvs(tx, { id }, REASON);
    await forgetClients(tx, clientIds, createdBy);
    const client = await tx.db.client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: clientId } } });
    await emit(tx, clientEvent("CLIENT_UPDATED", client));
  });
}

/** An answer of a provider that is still to come would bring its words back. */
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

/** What was exported of them before; an export that is under way finds that it is over. */
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
