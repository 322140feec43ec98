import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { addCredits } from "./add-credits.ts";
import { say } from "../say.ts";

/** More than anybody buys, and far from the end of the column's range. */
const CREDITS_MAX = 1_000_000_000;

/**
 * Gives a workspace credits (decisions section 9: without Stripe, an operator grants them with the command line).
 * @returns the balance afterwards, in credits.
 * @throws AppError FORBIDDEN_ROLE for everybody but the service itself, BAD_INPUT, NOT_FOUND.
 */
export async function grantCredits(
  ctx: Ctx,
  input: { credits: number },
): Promise<{ workspaceId: number; balance: number }> {
  if (ctx.actor.kind !== "system") throw new AppError("FORBIDDEN_ROLE", say("refusal.role"));
  const { credits } = input;
  if (!Number.isInteger(credits) || credits < 1 || credits > CREDITS_MAX) {
    throw badInput("credits", say("clients.credits.number", { count: CREDITS_MAX }));
  }
  return inTransaction(ctx, async (tx) => {
    // Asked before, and under the row's lock: a sum past the column's range would be a fault and not an answer.
    const [before] = await tx.db.$queryRaw<{ balance: number }[]>`
      select balance from "CreditAccount" where "workspaceId" = ${tx.workspaceId} for no key update`;
    if (before && before.balance > CREDITS_MAX)
      throw badInput("credits", say("clients.credits.most", { count: CREDITS_MAX }));
    const balance = await addCredits(tx, { kind: "grant", credits });
    // Deleted workspaces keep their rows; a missing account is a workspace that never was.
    if (balance === null) throw notFound("workspace");
    return { workspaceId: tx.workspaceId, balance };
  });
}
