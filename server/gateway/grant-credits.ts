import { actorId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound, SENTENCES } from "../errors.ts";

/** More than anybody buys, and far from the end of the column's range. */
const CREDITS_MAX = 1_000_000_000;

/**
 * Gives a workspace credits (decisions section 9: without Stripe, an operator grants them with the command line). One row in
 * the ledger and the same amount on the balance, or neither.
 * @returns the balance afterwards, in credits.
 * @throws AppError FORBIDDEN_ROLE for everybody but the service itself, BAD_INPUT, NOT_FOUND.
 */
export async function grantCredits(
  ctx: Ctx,
  input: { credits: number },
): Promise<{ workspaceId: number; balance: number }> {
  if (ctx.actor.kind !== "system") throw new AppError("FORBIDDEN_ROLE", SENTENCES.forbiddenRole);
  const { credits } = input;
  if (!Number.isInteger(credits) || credits < 1 || credits > CREDITS_MAX) {
    throw badInput("credits", `credits must be a whole number from 1 to ${CREDITS_MAX}`);
  }
  return inTransaction(ctx, async ({ db, workspaceId, actor }) => {
    // Deleted workspaces keep their rows; a missing account is a workspace that never was.
    const { count } = await db.creditAccount.updateMany({
      where: { workspaceId, balance: { lte: CREDITS_MAX } },
      data: { balance: { increment: credits } },
    });
    const account = await db.creditAccount.findUnique({ where: { workspaceId } });
    if (!account) throw notFound("Workspace");
    if (count === 0) throw badInput("credits", `the balance may not pass ${CREDITS_MAX}`);
    await db.creditEntry.create({ data: { workspaceId, delta: credits, kind: "grant", createdBy: actorId(actor) } });
    return { workspaceId, balance: account.balance };
  });
}
