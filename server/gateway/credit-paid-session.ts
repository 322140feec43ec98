import type Stripe from "stripe";
import { z } from "zod";
import { systemCtx } from "../auth/system-ctx.ts";
import { addCredits } from "../credits/add-credits.ts";
import { inTransaction } from "../db.ts";
import { log } from "../log.ts";
import { CREDIT_PACK_IDS, CREDIT_PACKS } from "./credit-packs.ts";

/** The format of ids from Stripe and from this service. */
const id = z.string().regex(/^[\x20-\x7e]{1,255}$/);

/** The fields of a checkout event. Anyone with the signing secret can send any content, so it is validated. */
const paid = z.object({
  id,
  metadata: z.unknown(),
  payment_status: z.literal("paid"),
  amount_total: z.unknown(),
  currency: z.unknown(),
});

/** The metadata that create-credit-checkout.ts gave to Stripe. */
const ours = z.object({
  workspaceId: z.coerce.number().int().positive().max(2_147_483_647),
  pack: z.enum(CREDIT_PACK_IDS),
  boughtBy: id,
});

/**
 * Credits the pack of a paid checkout, once per session, however often the event arrives. It ignores other kinds of events, foreign or
 * unpaid sessions, and amounts that differ from the pack's price.
 */
export async function creditPaidSession(event: Stripe.Event): Promise<void> {
  // Slow payment methods end with the second event; their first event arrives unpaid.
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
