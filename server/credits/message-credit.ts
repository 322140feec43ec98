import { actorId, type Ctx } from "../ctx.ts";
import { newId } from "../new-id.ts";

/**
 * The credits of a Gateway message (decisions section 9). As long as it waits to be sent, it holds the one credit of its next
 * attempt:
 *
 * | entry   | delta | when                                                                    |
 * |---------|-------|-------------------------------------------------------------------------|
 * | reserve | -1    | it is accepted, and before every further attempt                        |
 * | settle  | 0     | the provider was asked: the reserved credit is spent                    |
 * | release | +1    | it will not be tried (again), and nobody was asked for the credit it holds |
 *
 * So at every moment bought = balance + reserved + settled, where reserved is the number of Gateway messages in the send queue.
 *
 * The account's row is the last that a transaction locks, after the conversation's, the queue's and the message's: whoever has
 * it waits for nobody, and it is held no longer than a commit takes.
 */

/**
 * Takes one credit off the balance for the message's next attempt.
 * @returns the balance afterwards, or null when there is none to take: then nothing was written.
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

/** The credit that the message holds is spent: its provider was asked. */
export async function settleCredit(tx: Ctx, messageId: string): Promise<void> {
  await tx.db.$executeRaw`
    insert into "CreditEntry" ("workspaceId", id, delta, kind, "messageId", "createdBy", "createdAt")
    values (${tx.workspaceId}, ${newId()}::uuid, 0, 'settle', ${messageId}::uuid, ${actorId(tx.actor)}, clock_timestamp())`;
}

/** The credit that the message holds goes back onto the balance. */
export async function releaseCredit(tx: Ctx, messageId: string): Promise<void> {
  await tx.db.$executeRaw`
    with account as (
      update "CreditAccount" set balance = balance + 1 where "workspaceId" = ${tx.workspaceId} returning "workspaceId"
    )
    insert into "CreditEntry" ("workspaceId", id, delta, kind, "messageId", "createdBy", "createdAt")
    select "workspaceId", ${newId()}::uuid, 1, 'release', ${messageId}::uuid, ${actorId(tx.actor)}, clock_timestamp()
    from account`;
}

/** The entries stay, and their sum with them; which messages they were for is forgotten with these. */
export async function forgetMessagesOfCredits(tx: Ctx, messageIds: readonly string[]): Promise<void> {
  await tx.db.creditEntry.updateMany({
    where: { workspaceId: tx.workspaceId, messageId: { in: [...messageIds] } },
    data: { messageId: null },
  });
}
