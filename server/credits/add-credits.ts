import { actorId, type Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { newId } from "../new-id.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { say } from "../say.ts";

/** Credits added to an account: granted by an operator, or bought. */
type NewCredits =
  | { kind: "grant"; credits: number }
  | { kind: "purchase"; credits: number; stripeSessionId: string; boughtBy: string };

/**
 * Adds a ledger entry and the same amount to the balance. A unique index on the Stripe session prevents a second credit, even for
 * concurrent deliveries.
 * @returns the balance afterwards; null when the session was already credited, or the account does not exist.
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

/** More than anyone buys, and far below the column's maximum. */
const CREDITS_MAX = 1_000_000_000;

/**
 * Grants credits to a workspace (without Stripe, an operator grants them with the command line).
 * @returns the balance afterwards, in credits.
 * @throws AppError FORBIDDEN_ROLE for every caller except the service itself, BAD_INPUT, NOT_FOUND.
 */
export async function grantCredits(ctx: Ctx, input: { credits: number }) {
  if (ctx.actor.kind !== "system") throw new AppError("FORBIDDEN_ROLE", say("refusal.role"));
  const { credits } = input;
  if (!Number.isInteger(credits) || credits < 1 || credits > CREDITS_MAX) {
    throw badInput("credits", say("clients.credits.number", { count: CREDITS_MAX }));
  }
  return inTransaction(ctx, async (tx) => {
    // Checked first, under the row lock: a sum beyond the column's range would be an internal error instead of a refusal.
    const [before] = await tx.db.$queryRaw<{ balance: number }[]>`
      select balance from "CreditAccount" where "workspaceId" = ${tx.workspaceId} for no key update`;
    if (before && before.balance > CREDITS_MAX)
      throw badInput("credits", say("clients.credits.most", { count: CREDITS_MAX }));
    const balance = await addCredits(tx, { kind: "grant", credits });
    // Deleted workspaces keep their rows, so a missing account means that the workspace never existed.
    if (balance === null) throw notFound("workspace");
    return { workspaceId: tx.workspaceId, balance };
  });
}
