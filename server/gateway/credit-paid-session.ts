import type Stripe from "stripe";
import { z } from "zod";
import { systemCtx } from "../auth/system-ctx.ts";
import { addCredits } from "../credits/add-credits.ts";
import { inTransaction } from "../db.ts";
import { log } from "../log.ts";
import { CREDIT_PACK_IDS, CREDIT_PACKS } from "./credit-packs.ts";

/** An id, as Stripe and we make them. */
const id = z.string().regex(/^[\x20-\x7e]{1,255}$/);

/** What an event of a checkout holds. Who has the signing secret may write anything into it. */
const paid = z.object({
  id,
  metadata: z.unknown(),
  payment_status: z.literal("paid"),
  amount_total: z.unknown(),
  currency: z.unknown(),
});

/** What create-credit-checkout.ts gave to Stripe. */
const ours = z.object({
  workspaceId: z.coerce.number().int().positive().max(2_147_483_647),
  pack: z.enum(CREDIT_PACK_IDS),
  boughtBy: id,
});

/**
 * Credits the pack of a checkout that Stripe says is paid: once per session, however often and wherever the event arrives.
 * Events of other kinds, sessions that are not ours or not paid yet, and sums that are not the pack's price change nothing.
 */
export async function creditPaidSession(event: Stripe.Event): Promise<void> {
  // The second is how slow ways to pay end: the first comes with them too, unpaid.
  if (event.type !== "checkout.session.completed" && event.type !== "checkout.session.async_payment_succeeded") return;
  const session = paid.safeParse((event.data as Stripe.Event["data"] | undefined)?.object);
  const known = ours.safeParse(session.data?.metadata);
  if (!session.success || !known.success) return;
  const { id: stripeSessionId, amount_total, currency } = session.data;
  const { workspaceId, pack, boughtBy } = known.data;
  const { credits, priceUsdCents } = CREDIT_PACKS[pack];
  if (currency !== "usd" || amount_total !== priceUsdCents) {
    log.error(
      { workspaceId, pack, stripeSessionId, amount_total, currency },
      "a paid session has not the pack's price",
    );
    return;
  }
  await inTransaction(systemCtx(workspaceId, "stripe"), (tx) =>
    addCredits(tx, { kind: "purchase", credits, stripeSessionId, boughtBy }),
  );
}
