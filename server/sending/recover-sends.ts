import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { errorIn } from "../read-said.ts";
import { say, type Said } from "../say.ts";
import { isUnderWay } from "./attempt-under-way.ts";
import { GIVE_UP_MINUTES, insertSends, PRIORITY } from "./send-queue.ts";
import { closeLostCredit, holdLostCredit } from "./send-credit.ts";
import { applyParkedStatuses, raiseStatus } from "./update-message-status.ts";

/** Limit of messages per round. The next round follows within seconds. */
const LOOK = 500;

const LOST = say("sending.placeLost");

/**
 * Counts of a round: messages that were pending without a queue entry, and were queued again, settled by a stored response, or
 * failed.
 */
type RecoveredSends = { requeued: number; settled: number; failed: number };

/**
 * Finds pending messages without a place in the send queue, in all workspaces, and fixes them: no other code would ever send them. There
 * should be none; each is a bug elsewhere. Safe to run in several workers at once, and while sends are stored.
 */
export async function recoverSends(): Promise<RecoveredSends> {
  const recovered: RecoveredSends = { requeued: 0, settled: 0, failed: 0 };
  for (const { workspaceId, id } of await findLost()) {
    try {
      const done = await inTransaction(systemCtx(workspaceId, "recover"), (tx) => putRight(tx, id));
      if (done) recovered[done] += 1;
    } catch (error) {
      // A message that cannot be fixed must not block the others.
      log.warn({ error, workspaceId, messageId: id }, "a lost message was not put right; it is tried again");
    }
  }
  return recovered;
}

/** A message and its queue entry are written, and ended, in one transaction. A snapshot therefore sees both or neither. */
function findLost(): Promise<{ workspaceId: number; id: string }[]> {
  return database().$queryRaw`
    select m."workspaceId", m.id from "Message" m
    where m.status = 'pending' and m."isAgent"
      -- "offset 0": one look into the queue per message; as a join by workspace it would compare each that waits with all that wait.
      and not exists (
        select from "SendQueue" q where q."workspaceId" = m."workspaceId" and q."messageId" = m.id offset 0)
    order by m."workspaceId", m.id limit ${LOOK}`;
}

const FACTS = {
  attempts: { orderBy: { attemptNo: "asc" } },
  credits: { select: { kind: true } },
  queued: { select: { messageId: true } },
} as const satisfies Prisma.MessageInclude;
type Lost = Prisma.MessageGetPayload<{ include: typeof FACTS }>;

async function putRight(ctx: Ctx, id: string): Promise<keyof RecoveredSends | null> {
  const { workspaceId } = ctx;
  // Statuses rise, and the recovery queues messages, only under this lock. What is read below stays valid until the commit.
  const [locked] = await ctx.db.$queryRaw<{ now: Date }[]>`
    select clock_timestamp() as now from "Message"
    where "workspaceId" = ${workspaceId} and id = ${id}::uuid and status = 'pending' for no key update skip locked`;
  if (!locked) return null;
  // Attempts start by the database's clock, so the comparison uses it too.
  const { now } = locked;
  const tx = { ...ctx, now };
  const message = await tx.db.message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
    include: FACTS,
  });
  if (message.queued || isUnderWay(message.attempts.at(-1), now)) return null;
  // The message itself, or the next one in its conversation, may be sent.
  tx.wakes?.add("sends");
  const accepted = message.attempts.find(({ outcome }) => outcome === "accepted");
  if (accepted) {
    const externalMessageId = await unlessTaken(tx, message.integrationId, accepted.externalMessageId);
    await raiseStatus(tx, { messageId: id, status: "sent", at: accepted.endedAt, externalMessageId });
    if (externalMessageId !== null) await applyParkedStatuses(tx, message.integrationId, [externalMessageId]);
    await closeLostCredit(tx, message);
    return "settled";
  }
  const hopeless = await whyNotAgain(tx, message);
  if (hopeless) {
    await raiseStatus(tx, { messageId: id, status: "failed", at: now, error: hopeless });
    await closeLostCredit(tx, message);
    return "failed";
  }
  if (!(await holdLostCredit(tx, message))) {
    await raiseStatus(tx, {
      messageId: id,
      status: "failed",
      at: now,
      error: say("sending.noCreditBecause", { why: LOST }),
    });
    return "failed";
  }
  await queueAgain(tx, message);
  return "requeued";
}

/** A provider may return the same id for two messages. The second is then stored without it. */
async function unlessTaken(tx: Ctx, integrationId: string, externalMessageId: string | null): Promise<string | null> {
  if (externalMessageId === null) return null;
  const where = { workspaceId: tx.workspaceId, integrationId, isAgent: true, externalMessageId };
  return (await tx.db.message.findFirst({ where, select: { id: true } })) ? null : externalMessageId;
}

async function whyNotAgain(tx: Ctx, message: Lost): Promise<Said | null> {
  const { broadcastId, attempts } = message;
  if (broadcastId) {
    // The lock ensures that a later cancellation finds this message in the queue.
    const [broadcast] = await tx.db.$queryRaw<{ cancelledAt: Date | null }[]>`
      select "cancelledAt" from "Broadcast"
      where "workspaceId" = ${tx.workspaceId} and id = ${broadcastId}::uuid for share`;
    if (broadcast?.cancelledAt) return say("sending.cancelledBefore");
  }
  if (giveUpAt(message) > tx.now) return null;
  const attempt = attempts.at(-1);
  const last = attempt && errorIn(attempt);
  const givenUp = say("sending.givenUp", { count: attempts.length, why: LOST });
  return last ? say("sending.lastAnswer", { why: givenUp, last }) : givenUp;
}

function kindOf({ broadcastId, credits, type }: Lost): keyof typeof PRIORITY {
  if (broadcastId) return "broadcast";
  if (credits.length > 0) return "gateway";
  return type === "template" ? "notification" : "reply";
}

function giveUpAt(message: Lost): Date {
  return new Date(message.createdAt.getTime() + GIVE_UP_MINUTES[kindOf(message)] * 60_000);
}

/** $2 message, $3 priority of its kind, $4 whether it costs credits, $5 when it is given up, $6 number of its last attempt. */
const QUEUE_AGAIN =
  insertSends(`select m.id as "messageId", m."integrationId", m."convId", m.seq, m."broadcastId", $6::int as "attemptNo",
    $5::timestamptz as "giveUpAt", $4::boolean as "costsCredits", null::text as trail,
    -- What stands behind it waits for it: it goes as early as the most urgent of them.
    least($3::int, (select min(q.priority) from "SendQueue" q
      where q."workspaceId" = $1 and q."convId" = m."convId" and q.seq > m.seq)) as priority
  from "Message" m where m."workspaceId" = $1 and m.id = $2::uuid`);

/** Queues the message as at first. Its retries continue after the last attempt. */
async function queueAgain(tx: Ctx, message: Lost): Promise<void> {
  const values = [message.id, PRIORITY[kindOf(message)], message.credits.length > 0, giveUpAt(message)];
  const tries = message.attempts.at(-1)?.attemptNo ?? 0;
  await tx.db.$executeRawUnsafe(QUEUE_AGAIN, tx.workspaceId, ...values, tries);
}
