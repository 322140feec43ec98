import type { SendResult } from "../channels/channel.ts";
import { releaseCredit, reserveCredit, settleCredit } from "../credits/message-credit.ts";
import type { Ctx } from "../ctx.ts";
import type { ClaimedSend } from "./claim-sends.ts";

type Costs = Pick<ClaimedSend, "messageId" | "costsCredits">;

/** Whether the provider received the request: then the attempt costs a credit, whatever its result. */
export function wasAsked(result: SendResult): boolean {
  return result.outcome === "unknown" || result.responseStatus !== null;
}

/** Closes the credit of a message that has left the queue: spent, or back on the balance if the provider was not asked. */
export async function closeCredit(tx: Ctx, send: Costs, attempt: { wasAsked: boolean }): Promise<void> {
  if (!send.costsCredits) return;
  if (attempt.wasAsked) await settleCredit(tx, send.messageId);
  else await releaseCredit(tx, send.messageId);
}

/**
 * Ensures that a message that stays in the queue holds a credit for its next attempt: its current one, or a new one if that was spent.
 * @param result of the previous attempt. null: it died with its worker, which counts as asked.
 * @returns false when no credit is available: the message must not be retried, and holds none any more.
 */
export async function holdCredit(tx: Ctx, send: Costs, result: SendResult | null): Promise<boolean> {
  if (!send.costsCredits || (result !== null && !wasAsked(result))) return true;
  await settleCredit(tx, send.messageId);
  return (await reserveCredit(tx, send.messageId)) !== null;
}

/** The ledger and attempts of a message that was lost from the queue. Only they show which credit it holds. */
type Lost = {
  id: string;
  credits: { kind: string }[];
  attempts: { endedAt: Date | null; outcome: string | null; responseStatus: number | null }[];
};

/** Like closeCredit, for a message that was lost from the queue. */
export async function closeLostCredit(tx: Ctx, lost: Lost): Promise<void> {
  const { held, unpaid } = standing(lost);
  if (held <= 0) return;
  if (unpaid > 0) await settleCredit(tx, lost.id);
  else await releaseCredit(tx, lost.id);
}

/** Like holdCredit, for a message that was lost from the queue and is queued again. */
export async function holdLostCredit(tx: Ctx, lost: Lost): Promise<boolean> {
  if (lost.credits.length === 0) return true;
  const { held, unpaid } = standing(lost);
  if (held > 0 && unpaid <= 0) return true;
  if (held > 0) await settleCredit(tx, lost.id);
  return (await reserveCredit(tx, lost.id)) !== null;
}

/** `unpaid`: attempts without a spent credit where the provider was asked, including those that died while running. */
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
