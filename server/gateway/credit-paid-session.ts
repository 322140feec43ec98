import type Stripe from "stripe";
import { z } from "zod";
import { systemCtx } from "../auth/system-ctx.ts";
import { addCredits } from "../credits/add-credits.ts";
import { inTransaction } from "../db.ts";
import { log } from "../log.ts";
import { CREDIT_PACK_IDS, CREDIT_PACKS } from "./credit-packs.ts";

/** What create-credit-checkout.ts gave to Stripe. */
const ours = z.object({
  workspaceId: z.coerce.number().int().positive().max(2_147_483_647),
  pack: z.enum(CREDIT_PACK_IDS),
  boughtBy: z.string().min(1),
});

/**
 * Credits the pack of a checkout that Stripe says is paid: once per session, however often and wherever the event arrives.
 * Events of other kinds, sessions that are not ours or not paid yet, and sums that are not the pack's price change nothing.
 */
export async function creditPaidSession(event: Stripe.Event): Promise<void> {
  // The second is how slow ways to pay end: the first comes with them too, unpaid.
  if (event.type !== "checkout.session.completed" && event.type !== "checkout.session.async_payment_succeeded") return;
  const { id, metadata, payment_status, amount_total, currency } = event.data.object;
  const known = ours.safeParse(metadata);
  if (!known.success || payment_status !== "paid") return;
  const { workspaceId, pack, boughtBy } = known.data;
  const { credits, priceUsdCents } = CREDIT_PACKS[pack];
  if (currency !== "usd" || amount_total !== priceUsdCents) {
    log.error(
      { workspaceId, pack, stripeSessionId: id, amount_total, currency },
      "a paid session has not the pack's price",
    );
    return;
  }
  await inTransaction(systemCtx(workspaceId, "stripe"), (tx) =>
    addCredits(tx, { kind: "purchase", credits, stripeSessionId: id, boughtBy }),
  );
}
