import type { SendResult } from "../channels/channel.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import { commentOf } from "../channels/comments.ts";
import type { Identity } from "../channels/inbound.ts";
import { findByIdentity } from "../clients/client-identities.ts";
import { currentClient } from "../clients/current-client.ts";
import { addAlias } from "../clients/rename-sender.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { errorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import { noteChannelError } from "../integrations/note-channel-error.ts";
import { noteTemplatesChanged } from "../integrations/note-templates-changed.ts";
import { noteTaken } from "../messages/take-renaming.ts";
import { say, type Said } from "../say.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { retryPause } from "../work/retry.ts";
import { LEASE_SECONDS } from "./send-pace.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { endAttempts } from "./end-attempts.ts";
import { closeCredit, holdCredit, wasAsked } from "./send-credit.ts";
import { applyParkedStatuses, raiseStatus } from "./update-message-status.ts";

/**
 * Stores a channel's result: the attempt's end, the message's status and external id, and the send's place in the queue, in one
 * transaction with their events. Fenced by the lease: the late result of a worker that was taken for dead ends only its own
 * attempt's row. Exception: if the provider accepted the message, that is its outcome, even if another worker is trying again.
 */
export async function settleSend(send: ClaimedSend, result: SendResult): Promise<void> {
  const ctx = systemCtx(send.workspaceId, "send-messages");
  try {
    await inTransaction(ctx, (tx) => store(tx, send, result));
  } catch (error) {
    // The provider returned the same id for two messages. The second was sent too, but is stored without the id.
    if (result.outcome !== "accepted" || result.externalMessageId === null || !isUniqueViolation(error)) throw error;
    await inTransaction(ctx, (tx) => store(tx, send, { ...result, externalMessageId: null }));
  }
  if (result.outcome === "refused" && result.aboutTemplate) {
    noteTemplatesChanged({ ...send.integration, workspaceId: send.workspaceId });
  }
}

async function store(ctx: Ctx, send: ClaimedSend, result: SendResult): Promise<void> {
  const { messageId } = send;
  const asked = "retryAfterSeconds" in result ? believable(result.retryAfterSeconds) : undefined;
  const isOpen = result.outcome === "retry" || result.outcome === "unknown";
  const left = (send.giveUpAt.getTime() - ctx.now.getTime()) / 1_000;
  const pause = isOpen ? retryPause("send", send.attemptNo, { asked, left }) : null;
  const again = pause === null ? null : new Date(ctx.now.getTime() + pause * 1_000);
  const isLast = again === null && result.outcome !== "unauthorized";
  const isHeld = (await endAttempts(ctx, [{ send, result, isLast }])).has(messageId);
  if ("pausesChannel" in result) await pauseChannel(ctx, send, asked);
  switch (result.outcome) {
    case "accepted": {
      // Store the alias even if another worker holds the message: the contact's reply may come from this identity.
      if (result.recipient) await takeRecipient(ctx, send, result.recipient);
      const other = isHeld ? null : await takeFromQueue(ctx, send);
      const isOver = !isHeld && !other;
      if (isOver && !(await mayStillLearnId(ctx, messageId))) return;
      await raiseStatus(ctx, { messageId, status: "sent", at: ctx.now, externalMessageId: result.externalMessageId });
      if (result.externalMessageId !== null)
        await applyParkedStatuses(ctx, send.integration.id, [result.externalMessageId]);
      if (isOver) return;
      return closeCredit(ctx, send, { wasAsked: isHeld || other?.isBegun === true });
    }
    case "refused":
      await noteTemplate(ctx, send, result.aboutTemplate?.status ?? null);
      if (!isHeld) return;
      await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error: result.error });
      return closeCredit(ctx, send, { wasAsked: wasAsked(result) });
    case "unauthorized":
      // Not the message's fault: it waits until someone fixes the channel (claimSends skips it).
      if (!(await stayInQueue(ctx, send, ctx.now))) return;
      await noteChannelError(ctx, send.integration, result.error);
      if (!(await holdCredit(ctx, send, result))) await failUnpaid(ctx, send, result.error);
      return;
    case "retry":
    case "unknown": {
      if (again) {
        if (!(await stayInQueue(ctx, send, again))) return;
        await notifyOfRetry(ctx, send);
        if (!(await holdCredit(ctx, send, result))) await failUnpaid(ctx, send, lastWords(result));
        return;
      }
      if (!isHeld) return;
      const givenUp = say("sending.givenUp", { count: send.attemptNo, why: lastWords(result) });
      const error = isTooLong(send, ctx.now, asked)
        ? say("sending.askedToWait", { why: givenUp, minutes: Math.ceil(asked / 60) })
        : givenUp;
      await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error });
      await closeCredit(ctx, send, { wasAsked: wasAsked(result) });
    }
  }
}

/**
 * Stores the id that the provider's response names. If another contact has it and a comment was answered, a line in both contacts'
 * conversations says so, and the team decides whether to merge them.
 */
async function takeRecipient(ctx: Ctx, { clientId, integration, message }: ClaimedSend, name: Identity): Promise<void> {
  if ((await addAlias(ctx, clientId, name)) || commentOf(message.externalClientId) === null) return;
  const where = { workspaceId_id: { workspaceId: ctx.workspaceId, id: clientId } };
  const client = await currentClient(ctx, await ctx.db.client.findUniqueOrThrow({ where }));
  const other = await findByIdentity(ctx, name);
  if (!other) return;
  await noteTaken(ctx, integration, client, other);
  await noteTaken(ctx, integration, client, other, other);
}

/**
 * Pays for a Gateway send whose worker died during its attempt. That attempt counts as made, so the next one needs a credit of its
 * own before the provider is asked. Fenced by the lease.
 * @returns false when the attempt must not be made: there is no credit and the message has failed, or another worker holds it now.
 */
export async function payForTakeover(send: ClaimedSend): Promise<boolean> {
  const ctx = systemCtx(send.workspaceId, "send-messages");
  return inTransaction(ctx, async (tx) => {
    // Renew the lease: the attempt must have its full time after the waits below.
    const count = await tx.db.$executeRaw`
      update "SendQueue" set "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where "workspaceId" = ${tx.workspaceId} and "messageId" = ${send.messageId}::uuid and "leaseToken" = ${send.leaseToken}::uuid`;
    if (count === 0) return false;
    if (await holdCredit(tx, send, null)) return true;
    await tx.db.sendAttempt.updateMany({
      where: { workspaceId: tx.workspaceId, messageId: send.messageId, attemptNo: send.attemptNo },
      data: { endedAt: tx.now, outcome: "refused", ...errorColumns(say("sending.noCredit")) },
    });
    await failUnpaid(tx, { ...send, attemptNo: send.attemptNo - 1 }, say("sending.unknown"));
    return false;
  });
}

/** The maximum wait of any message. If a provider asks for more, it is mistaken, and our own pauses apply. */
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3_600;

/** The message holds no credit, and none was available. It fails without another attempt. */
async function failUnpaid(ctx: Ctx, send: ClaimedSend, why: Said): Promise<void> {
  const { workspaceId, messageId, attemptNo } = send;
  await ctx.db.sendQueue.deleteMany({ where: { workspaceId, messageId } });
  ctx.wakes?.add("sends");
  const error = say("sending.noCredits", { count: attemptNo, why });
  await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error });
}

function lastWords(result: Extract<SendResult, { outcome: "retry" | "unknown" }>): Said {
  const why = withoutPeriod(result.error);
  return result.outcome === "unknown" ? say("sending.andUnknown", { why }) : why;
}

function believable(retryAfterSeconds: number | undefined): number | undefined {
  return (retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS ? undefined : retryAfterSeconds;
}

/** Whether a message is given up before its deadline because its provider wants no request until then. */
function isTooLong({ giveUpAt }: ClaimedSend, now: Date, askedSeconds: number | undefined): askedSeconds is number {
  return askedSeconds !== undefined && giveUpAt > now && now.getTime() + askedSeconds * 1_000 > giveUpAt.getTime();
}

/** Removes the final period of a provider's text, because our sentence continues. */
function withoutPeriod({ code, params }: Said): Said {
  if (typeof params.text !== "string") return { code, params };
  return { code, params: { text: params.text.replace(/\.$/, "") } };
}

/**
 * Removes a message that the provider has accepted from the queue. A worker that is sending it again at this moment will find its
 * lease gone.
 * @returns null when the message is in no queue: it has an outcome. `isBegun`: the credit that it held belongs to an attempt that
 *   has begun. This is the case while there is a token: a worker is sending, has died while sending, or has returned an attempt
 *   that it took over.
 */
async function takeFromQueue(ctx: Ctx, { messageId }: ClaimedSend): Promise<{ isBegun: boolean } | null> {
  const [taken] = await ctx.db.$queryRaw<{ isBegun: boolean }[]>`
    delete from "SendQueue" where "workspaceId" = ${ctx.workspaceId} and "messageId" = ${messageId}::uuid
    returning "leaseToken" is not null as "isBegun"`;
  if (taken) ctx.wakes?.add("sends");
  return taken ?? null;
}

/** The message was given up without an id from the provider. It stays failed, but later reports (that it was delivered) must find it. */
async function mayStillLearnId(ctx: Ctx, messageId: string): Promise<boolean> {
  const where = { workspaceId: ctx.workspaceId, id: messageId, status: "failed", externalMessageId: null } as const;
  return (await ctx.db.message.count({ where })) === 1;
}

/** Stores the template status from a refusal at once. The rest of a broadcast then fails with that reason, without requests. */
async function noteTemplate(ctx: Ctx, { integration, message }: ClaimedSend, status: string | null): Promise<void> {
  if (status === null || !message.template) return;
  const { name, language } = message.template;
  await ctx.db.messageTemplate.updateMany({
    where: { workspaceId: ctx.workspaceId, integrationId: integration.id, name, ...(language ? { language } : {}) },
    data: { status },
  });
}

/** Maximum pause of a channel, in seconds. Then a send asks its provider again. */
const LONGEST_PAUSE_SECONDS = 300;

/** Pauses a channel whose provider accepts nothing for a while, so that its other queued sends are not refused one by one. */
async function pauseChannel(ctx: Ctx, { integration }: ClaimedSend, seconds = 0): Promise<void> {
  await ctx.db.$executeRaw`
    update "ChannelPace" set "pausedUntil" = greatest("pausedUntil",
      clock_timestamp() + make_interval(secs => ${Math.min(seconds, LONGEST_PAUSE_SECONDS)}::float8))
    where "workspaceId" = ${ctx.workspaceId} and "integrationId" = ${integration.id}::uuid`;
}

async function stayInQueue(ctx: Ctx, send: ClaimedSend, nextAttemptAt: Date): Promise<boolean> {
  const { count } = await ctx.db.sendQueue.updateMany({
    where: held(send),
    data: { nextAttemptAt, leaseToken: null, leaseUntil: null },
  });
  // An agent's message behind a broadcast's message may be sent now, or this message again.
  ctx.wakes?.add("sends");
  return count === 1;
}

function held({ workspaceId, messageId, leaseToken }: ClaimedSend) {
  return { workspaceId, messageId, leaseToken };
}

/** Notifies the inbox, once, that a message is being retried. Further attempts are read on demand. */
async function notifyOfRetry(ctx: Ctx, send: ClaimedSend): Promise<void> {
  if (send.attemptNo > 1) return;
  const { assigneeId } = await ctx.db.conversation.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: send.convId } },
    select: { assigneeId: true },
  });
  await emit(ctx, {
    name: "MESSAGE_CHANGED",
    convId: send.convId,
    clientId: send.clientId,
    messageId: send.messageId,
    assigneeId,
  });
}
