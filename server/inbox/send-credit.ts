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
export async function closeCredit(tx: Ctx, send: Costs, result: SendResult): Promise<void> {
  if (!send.costsCredits) return;
  if (wasAsked(result)) await settleCredit(tx, send.messageId);
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
