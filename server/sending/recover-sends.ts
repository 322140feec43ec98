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

/** Looked at in one round; the next one comes within seconds. */
const LOOK = 500;

const LOST = say("sending.placeLost");

/** What a round did with messages that were pending and in no queue: sent again, ended as the provider had answered, or failed. */
type RecoveredSends = { requeued: number; settled: number; failed: number };

/**
 * Finds messages of all workspaces that are pending without a place in the send queue, and ends that: nothing else would ever
 * take them up. There should be none; each is a bug elsewhere. Several workers may recover at once, and sends be stored meanwhile.
 */
export async function recoverSends(): Promise<RecoveredSends> {
  const recovered: RecoveredSends = { requeued: 0, settled: 0, failed: 0 };
  for (const { workspaceId, id } of await findLost()) {
    try {
      const done = await inTransaction(systemCtx(workspaceId, "recover"), (tx) => putRight(tx, id));
      if (done) recovered[done] += 1;
    } catch (error) {
      // One that cannot be put right must not keep the others from it.
      log.warn({ error, workspaceId, messageId: id }, "a lost message was not put right; it is tried again");
    }
  }
  return recovered;
}

/** One snapshot sees a message and its place, or neither: both are written, and ended, in one transaction. */
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
  // A status rises, and the recovery queues, only under this lock: what is read below stays true until the commit.
  const [locked] = await ctx.db.$queryRaw<{ now: Date }[]>`
    select clock_timestamp() as now from "Message"
    where "workspaceId" = ${workspaceId} and id = ${id}::uuid and status = 'pending' for no key update skip locked`;
  if (!locked) return null;
  // Attempts were begun by the database's clock.
  const { now } = locked;
  const tx = { ...ctx, now };
  const message = await tx.db.message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
    include: FACTS,
  });
  if (message.queued || isUnderWay(message.attempts.at(-1), now)) return null;
  // What waits behind it in its conversation may go, or it may.
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

/** A provider may answer the same id for two messages: the second is not known by it. */
async function unlessTaken(tx: Ctx, integrationId: string, externalMessageId: string | null): Promise<string | null> {
  if (externalMessageId === null) return null;
  const where = { workspaceId: tx.workspaceId, integrationId, isAgent: true, externalMessageId };
  return (await tx.db.message.findFirst({ where, select: { id: true } })) ? null : externalMessageId;
}

async function whyNotAgain(tx: Ctx, message: Lost): Promise<Said | null> {
  const { broadcastId, attempts } = message;
  if (broadcastId) {
    // Whoever cancels it from now on finds this message in the queue.
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

/** $2 the message, $3 its kind's priority, $4 whether it costs credits, $5 when it is given up, $6 the number of its last try. */
const QUEUE_AGAIN =
  insertSends(`select m.id as "messageId", m."integrationId", m."convId", m.seq, m."broadcastId", $6::int as "attemptNo",
    $5::timestamptz as "giveUpAt", $4::boolean as "costsCredits", null::text as trail,
    -- What stands behind it waits for it: it goes as early as the most urgent of them.
    least($3::int, (select min(q.priority) from "SendQueue" q
      where q."workspaceId" = $1 and q."convId" = m."convId" and q.seq > m.seq)) as priority
  from "Message" m where m."workspaceId" = $1 and m.id = $2::uuid`);

/** As it was put there first; its retries go on where they were. */
async function queueAgain(tx: Ctx, message: Lost): Promise<void> {
  const values = [message.id, PRIORITY[kindOf(message)], message.credits.length > 0, giveUpAt(message)];
  const tries = message.attempts.at(-1)?.attemptNo ?? 0;
  await tx.db.$executeRawUnsafe(QUEUE_AGAIN, tx.workspaceId, ...values, tries);
}
