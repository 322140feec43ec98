import { actorId, type Ctx } from "../ctx.ts";
import { newId } from "../new-id.ts";

/**
 * The credits of a Gateway message. While it waits to be sent, it holds the one credit of its next attempt:
 *
 * | entry   | delta | when                                                                               |
 * |---------|-------|------------------------------------------------------------------------------------|
 * | reserve | -1    | the message is accepted, and before every further attempt                          |
 * | settle  | 0     | the provider was asked: the reserved credit is spent                               |
 * | release | +1    | no (further) attempt follows, and no provider was asked for the credit it holds    |
 *
 * So at every moment bought = balance + reserved + settled, where reserved is the number of Gateway messages in the send queue.
 *
 * A transaction locks the account's row last, after those of the conversation, the queue and the message. So the holder of this lock
 * waits for no other lock and keeps it only for the duration of a commit.
 */

/**
 * Takes one credit off the balance for the message's next attempt.
 * @returns the balance afterwards; null when no credit is left, and then nothing is written.
 */
export async function reserveCredit(tx: Ctx, messageId: string): Promise<number | null> {
  const [account] = await tx.db.$queryRaw<{ balance: number }[]>`
    with account as (
      update "CreditAccount" set balance = balance - 1
      where "workspaceId" = ${tx.workspaceId} and balance >= 1
      returning "workspaceId", balance
    ), entry as (
      insert into "CreditEntry" ("workspaceId", id, delta, kind, "messageId", "createdBy", "createdAt")
      select "workspaceId", ${newId()}::uuid, -1, 'reserve', ${messageId}::uuid, ${actorId(tx.actor)}, clock_timestamp()
      from account
    )
    select balance from account`;
  return account?.balance ?? null;
}

/** Spends the message's reserved credit: its provider was asked. */
export async function settleCredit(tx: Ctx, messageId: string): Promise<void> {
  await tx.db.$executeRaw`
    insert into "CreditEntry" ("workspaceId", id, delta, kind, "messageId", "createdBy", "createdAt")
    values (${tx.workspaceId}, ${newId()}::uuid, 0, 'settle', ${messageId}::uuid, ${actorId(tx.actor)}, clock_timestamp())`;
}

/** Returns the message's reserved credit to the balance. */
export async function releaseCredit(tx: Ctx, messageId: string): Promise<void> {
  await tx.db.$executeRaw`
    with account as (
      update "CreditAccount" set balance = balance + 1 where "workspaceId" = ${tx.workspaceId} returning "workspaceId"
    )
    insert into "CreditEntry" ("workspaceId", id, delta, kind, "messageId", "createdBy", "createdAt")
    select "workspaceId", ${newId()}::uuid, 1, 'release', ${messageId}::uuid, ${actorId(tx.actor)}, clock_timestamp()
    from account`;
}

/** Removes the reference to these messages. The entries and their sum stay. */
export async function forgetMessagesOfCredits(tx: Ctx, messageIds: readonly string[]): Promise<void> {
  await tx.db.creditEntry.updateMany({
    where: { workspaceId: tx.workspaceId, messageId: { in: [...messageIds] } },
    data: { messageId: null },
  });
}
