import type { SendResult } from "../channels/channel.ts";
import { releaseCredit, reserveCredit, settleCredit } from "../credits/message-credit.ts";
import type { Ctx } from "../ctx.ts";
import type { ClaimedSend } from "./claim-sends.ts";

type Costs = Pick<ClaimedSend, "messageId" | "costsCredits">;

/** Whether the provider was asked to send: then the attempt costs, whatever came of it (decisions section 9). */
export function wasAsked(result: SendResult): boolean {
  return result.outcome === "unknown" || result.responseStatus !== null;
}

/** A message that has left the queue gives up the credit it held: spent, or back on the balance if nobody was asked for it. */
export async function closeCredit(tx: Ctx, send: Costs, attempt: { wasAsked: boolean }): Promise<void> {
  if (!send.costsCredits) return;
  if (attempt.wasAsked) await settleCredit(tx, send.messageId);
  else await releaseCredit(tx, send.messageId);
}

/**
 * A message that stays in the queue holds the credit of its next attempt: the one it has, or a new one if that was spent.
 * @param result of the attempt before; null when it died with its worker, which counts as asked.
 * @returns false when there is no credit to take: it may not be tried again, and holds none any more.
 */
export async function holdCredit(tx: Ctx, send: Costs, result: SendResult | null): Promise<boolean> {
  if (!send.costsCredits || (result !== null && !wasAsked(result))) return true;
  await settleCredit(tx, send.messageId);
  return (await reserveCredit(tx, send.messageId)) !== null;
}

/** The ledger and the attempts of a message that was lost from the queue: they alone say what it holds. */
type Lost = {
  id: string;
  credits: { kind: string }[];
  attempts: { endedAt: Date | null; outcome: string | null; responseStatus: number | null }[];
};

/** As closeCredit, for a message that was lost from the queue. */
export async function closeLostCredit(tx: Ctx, lost: Lost): Promise<void> {
  const { held, unpaid } = standing(lost);
  if (held <= 0) return;
  if (unpaid > 0) await settleCredit(tx, lost.id);
  else await releaseCredit(tx, lost.id);
}

/** As holdCredit, for a message that was lost from the queue and goes back into it. */
export async function holdLostCredit(tx: Ctx, lost: Lost): Promise<boolean> {
  if (lost.credits.length === 0) return true;
  const { held, unpaid } = standing(lost);
  if (held > 0 && unpaid <= 0) return true;
  if (held > 0) await settleCredit(tx, lost.id);
  return (await reserveCredit(tx, lost.id)) !== null;
}

/** `unpaid`: attempts the provider was asked for, those that died under way among them, that no credit was spent on yet. */
function standing({ credits, attempts }: Lost): { held: number; unpaid: number } {
  const count = (kind: string) => credits.filter((entry) => entry.kind === kind).length;
  const made = attempts.filter(
    ({ endedAt, outcome, responseStatus }) => !endedAt || outcome === "unknown" || responseStatus !== null,
  );
  return {
    held: count("reserve") - count("settle") - count("release"),
    unpaid: made.length - count("settle"),
  };
}
