import { COMMENT } from "../channels/comments.ts";
import type { InboundCall, InboundChange } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { noteTemplatesChanged } from "../integrations/note-templates-changed.ts";
import { takeAccountNotice } from "../integrations/take-account-notice.ts";
import { readProviderCall } from "../integrations/read-provider-call.ts";
import { withRequestContext, readRequestContext } from "../observe/request-context.ts";
import { elementsOf, lanesOf, type Element, type Taken } from "./call-lanes.ts";
import type { WaitingCall } from "./claim-provider-calls.ts";
import { NotYet, type Arrival } from "./not-yet.ts";
import { profileLookups, type ProfileLookup } from "../media/profile-lookups.ts";
import { raiseStatusesUntil } from "../sending/raise-statuses-until.ts";
import { receiveMessage } from "./receive-message.ts";
import { takeControl } from "./take-control.ts";
import { takeDeletion } from "./take-deletion.ts";
import { takeHiding } from "./take-hiding.ts";
import { takeEcho } from "./take-echo.ts";
import { takeEdit } from "./take-edit.ts";
import { takeMarketing } from "./take-marketing.ts";
import { takePast } from "./take-past.ts";
import { takeReachability } from "./take-reachability.ts";
import { takeRenaming } from "./take-renaming.ts";
import { takeStatuses, takeToldNames } from "./take-statuses.ts";
import { createTurns } from "../conversations/turns.ts";
import { inTransaction } from "../db.ts";
import { changedMessage, emitMessageChanged } from "./changed-message.ts";
import { noteReferral } from "../clients/client-referral.ts";
import { nameNameless } from "../clients/name-nameless.ts";
import { emit } from "../events/emit.ts";
import { say, type Said } from "../say.ts";
import { isOurs, postLookups } from "./post-of-comment.ts";
import { scopesOfNames } from "./sender-scope.ts";
import { addSystemNote } from "./system-note.ts";

/** How long, in seconds, an element waits for what it is about. Then it is stored as it is, or dropped. */
const WAIT_SECONDS = 60;

/** How long a batch stores history, in milliseconds. Then the channel's new calls go first. */
const PAST_MS = 2_000;

/** Limits how many elements of all channels are stored at once. Half of the process's connections stay free for other work. */
let turns: ReturnType<typeof createTurns> | null = null;

type ReadCall = { waiting: WaitingCall; call: InboundCall; arrival: Arrival };
/** What is asked of the provider or the database besides the call, once for a batch. */
type Lookups = { profileOf: ProfileLookup; withPost: ReturnType<typeof postLookups> };
/** An element and the call it came from, which records its failure. */
type Work = Element<Taken> & { from: ReadCall };

/**
 * Stores the elements of a channel's calls: each sender's elements in order, senders in parallel, statuses together. Each element is
 * stored on its own, so a failed one does not stop the others.
 * @param signal stops between two elements.
 * @returns by call id why it is not done: an error, NotYet, or the stop.
 */
export async function takeElements(
  ctx: Ctx,
  integration: Integration,
  waiting: readonly WaitingCall[],
  signal: AbortSignal,
): Promise<Map<string, unknown>> {
  const faults = new Map<string, unknown>();
  const calls = await readAll(integration, waiting, faults);
  const works = calls.flatMap((from) => elementsOf(from.call).map((element): Work => ({ ...element, from })));
  const profileOf = await profileLookups(ctx, integration, works.flatMap(sendersOf));
  const inTurn = (turns ??= createTurns(Math.max(1, Math.floor(env().DATABASE_POOL / 2))));
  const withPost = postLookups(ctx, integration, inTurn);

  /** @returns why the element has to wait, or null. */
  const take = async (work: Work): Promise<NotYet | null> => {
    const { id } = work.from.waiting;
    if (signal.aborted) {
      faults.set(id, signal.reason);
      return null;
    }
    try {
      await withRequestContext(readRequestContext(work.from.waiting.trail), () =>
        twice(() => takeElement(ctx, integration, work, { profileOf, withPost }, inTurn)),
      );
    } catch (error) {
      if (error instanceof NotYet) return error;
      faults.set(id, error);
    }
    return null;
  };
  const late: Work[] = [];
  const takeLane = async (lane: readonly Work[]) => {
    for (const work of lane) if (await take(work)) late.push(work);
  };
  // First, so that an answer in the same batch finds its contact.
  await inTurn(() => takeToldNames(ctx, integration, calls, faults));
  await Promise.all([...lanesOf(works).map(takeLane), inTurn(() => takeStatuses(ctx, integration, calls, faults))]);
  // Retry elements that waited for something in a later call of this batch.
  for (const work of late) {
    const { id } = work.from.waiting;
    const wait = await take(work);
    // An error takes precedence over a wait.
    if (wait && !faults.has(id)) faults.set(id, wait);
  }
  for (const call of calls) await inTurn(() => takeReports(ctx, integration, call, faults));
  for (const call of calls) await inTurn(() => takeNotices(ctx, integration, call, faults));
  // Last, because nobody waits for them.
  for (const { waiting: each, call } of calls) {
    const { contactNames = [] } = call;
    if (contactNames.length === 0) continue;
    await inTurn(() => nameNameless(ctx, contactNames)).catch((error: unknown) => faults.set(each.id, error));
  }
  const until = performance.now() + PAST_MS;
  for (const { waiting: each, call } of calls) {
    if (!call.history) continue;
    const lane = { inTurn, signal, until };
    await takePast(ctx, integration, call.history, lane).catch((error: unknown) => faults.set(each.id, error));
  }
  const saysOfTemplates = ({ call }: ReadCall) => call.changes?.some(({ kind }) => kind === "templates");
  if (calls.some(saysOfTemplates)) noteTemplatesChanged(integration);
  return faults;
}

async function readAll(
  integration: Integration,
  waiting: readonly WaitingCall[],
  faults: Map<string, unknown>,
): Promise<ReadCall[]> {
  const calls: ReadCall[] = [];
  for (const each of waiting) {
    const { id, body, receivedAt, ageSeconds } = each;
    try {
      const call = await readProviderCall(integration, JSON.parse(new TextDecoder().decode(body)));
      calls.push({ waiting: each, call, arrival: { receivedAt, mayWait: ageSeconds < WAIT_SECONDS } });
    } catch (error) {
      faults.set(id, error);
    }
  }
  return calls;
}

function sendersOf({ kind }: Work): string[] {
  if (kind.of === "message") return kind.message.comment ? [] : [kind.message.senderId];
  return kind.of === "echo" ? [kind.echo.recipientId] : [];
}

/** Retries once, so that a transient failure (a deadlock, a lost connection) does not change the order of a sender's elements. */
async function twice(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof NotYet) throw error;
    await run();
  }
}

async function takeElement(
  ctx: Ctx,
  integration: Integration,
  { kind, from: { arrival } }: Work,
  { profileOf, withPost }: Lookups,
  inTurn: ReturnType<typeof createTurns>,
): Promise<void> {
  if (kind.of === "message") {
    const { message } = kind;
    if (message.comment && (await inTurn(() => isOurs(ctx, integration, message)))) return;
    // A commenter's id is not one of messages, by which profiles are asked for.
    const asked = message.comment ? {} : await profileOf(message.senderId);
    const shown = message.comment ? await withPost(message) : message;
    await inTurn(() => receiveMessage(ctx, integration, { ...shown, profile: { ...asked, ...message.profile } }));
    return;
  }
  if (kind.of === "echo") {
    const { echo } = kind;
    const profile = { ...(await profileOf(echo.recipientId)), ...echo.profile };
    return inTurn(() => takeEcho(ctx, integration, echo, arrival, profile));
  }
  const { change } = kind;
  await inTurn(() => {
    switch (change.kind) {
      case "reaction":
        return takeReaction(ctx, integration, change, arrival);
      case "edit":
        return takeEdit(ctx, integration, change, arrival);
      case "deletion":
        return takeDeletion(ctx, integration, change, arrival);
      case "hiding":
        return takeHiding(ctx, integration, change, arrival);
      case "referral":
        return takeReferral(ctx, integration, change, arrival);
      case "control":
        return takeControl(ctx, integration, change, arrival);
      case "reachability":
        return takeReachability(ctx, integration, change);
      case "marketing":
        return takeMarketing(ctx, integration, change, arrival);
      case "identity":
        return takeRenaming(ctx, integration, change);
    }
  });
}

/** Stores statuses that cover all messages up to a time or a message. They only raise the status of messages that are already here. */
async function takeReports(
  ctx: Ctx,
  integration: Integration,
  { waiting, call }: ReadCall,
  faults: Map<string, unknown>,
): Promise<void> {
  for (const report of call.statuses ?? []) {
    if (report.of === "message") continue;
    await raiseStatusesUntil(ctx, integration, report).catch((error: unknown) => faults.set(waiting.id, error));
  }
}

/** Stores what the provider says about the account. */
async function takeNotices(
  ctx: Ctx,
  integration: Integration,
  { waiting, call, arrival }: ReadCall,
  faults: Map<string, unknown>,
): Promise<void> {
  for (const change of call.changes ?? []) {
    if (change.kind !== "account") continue;
    const { receivedAt } = arrival;
    // A time in the future would make every later notice an old one.
    const at = change.at !== null && change.at < receivedAt ? change.at : receivedAt;
    await takeAccountNotice(ctx, integration, change.notice, at).catch((error: unknown) =>
      faults.set(waiting.id, error),
    );
  }
}

/**
 * Stores a contact's reaction to any message, or the business's reaction given outside the service. The later reaction of each wins,
 * in whatever order they arrive. A reaction is no message: it opens no conversation, does not extend the reply window, and needs no
 * response.
 * @param ctx outside a transaction, with a system actor.
 */
async function takeReaction(
  ctx: Ctx,
  integration: Pick<Integration, "id">,
  { externalMessageId, emoji, at, isAgent = false }: Extract<InboundChange, { kind: "reaction" }>,
  arrival: Arrival,
): Promise<void> {
  const reactedAt = at ?? arrival.receivedAt;
  await inTransaction(ctx, async (tx) => {
    const message = await changedMessage(tx, integration, externalMessageId, arrival);
    if (!message || message.removedAt) return;
    const isChanged = await tx.db.$executeRaw`
      insert into "MessageReaction" as r ("workspaceId", "messageId", "isAgent", emoji, at, "settledAt")
      values (${tx.workspaceId}, ${message.id}::uuid, ${isAgent}::boolean, ${emoji}, ${reactedAt}::timestamptz, ${reactedAt}::timestamptz)
      on conflict ("workspaceId", "messageId", "isAgent") do update set emoji = excluded.emoji, at = excluded.at, "agentId" = null,
        error = null, "settledAt" = excluded."settledAt"
      where r.at <= excluded.at and r.emoji is distinct from excluded.emoji`;
    if (isChanged > 0) await emitMessageChanged(tx, message, { isShownInLists: false });
  });
}

/**
 * A known contact came back through an advertisement or a link, without a message yet. A note in their open conversation says so. Their
 * next message gets it as its source, whether or not it opens a conversation. The referral itself opens none.
 * @param ctx outside a transaction, with a system actor.
 */
async function takeReferral(
  ctx: Ctx,
  integration: Integration,
  { senderId, sourceType, sourceUrl, ad, at }: Extract<InboundChange, { kind: "referral" }>,
  { receivedAt }: Arrival,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const name = { scopes: scopesOfNames(integration), externalId: senderId };
    const noted = await noteReferral(tx, name, { sourceType, sourceUrl, ad }, at ?? receivedAt);
    if (!noted) return;
    const { clientId } = noted;
    const conv = await tx.db.conversation.findFirst({
      where: {
        ...{ workspaceId: tx.workspaceId, clientId, integrationId: integration.id, ended: false },
        OR: [{ externalConversationId: null }, { externalConversationId: { not: { startsWith: COMMENT } } }],
      },
      orderBy: { lastMessageAt: "desc" },
    });
    if (!conv) return;
    const note = await addSystemNote(tx, conv, lineOf(sourceType, sourceUrl ?? null));
    const { assigneeId } = conv;
    const about = { convId: conv.id, clientId, messageId: note.id, assigneeId, prevAssigneeId: assigneeId };
    await emit(tx, { name: "CONV_CHANGED", ...about });
  });
}

function lineOf(source: string, url: string | null): Said {
  if (source === "ad") return url ? say("line.cameByAdAt", { url }) : say("line.cameByAd");
  if (source === "link") return url ? say("line.cameByLinkAt", { url }) : say("line.cameByLink");
  return url ? say("line.cameByAt", { source, url }) : say("line.cameBy", { source });
}
