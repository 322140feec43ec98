import { actorId, type Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { newId } from "../new-id.ts";

/** Credits that come onto an account: given by an operator, or bought. */
export type NewCredits =
  | { kind: "grant"; credits: number }
  | { kind: "purchase"; credits: number; stripeSessionId: string; boughtBy: string };

/**
 * One row in the ledger and the same amount on the balance. A Stripe session that stands in the ledger is not credited again,
 * whoever delivers it at the same time: its unique index decides.
 * @param tx the open transaction.
 * @returns the balance afterwards; null when the session was credited before, or there is no such account.
 */
export async function addCredits(tx: Ctx, added: NewCredits): Promise<number | null> {
  const { workspaceId } = tx;
  const session = added.kind === "purchase" ? added.stripeSessionId : null;
  const createdBy = added.kind === "purchase" ? added.boughtBy : actorId(tx.actor);
  const [account] = await tx.db.$queryRaw<{ balance: number }[]>`
    with entry as (
      insert into "CreditEntry" ("workspaceId", id, delta, kind, "stripeSessionId", "createdBy", "createdAt")
      select "workspaceId", ${newId()}::uuid, ${added.credits}::int, ${added.kind}, ${session}, ${createdBy}, clock_timestamp()
      from "CreditAccount" where "workspaceId" = ${workspaceId}
      on conflict do nothing
      returning delta
    )
    update "CreditAccount" a set balance = a.balance + entry.delta
    from entry where a."workspaceId" = ${workspaceId}
    returning a.balance`;
  if (!account) return null;
  await emit(tx, { name: "WORKSPACE_CHANGED" });
  return account.balance;
}
