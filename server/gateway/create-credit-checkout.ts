import { audit } from "../auth/audit.ts";
import { actorId } from "../ctx.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { CREDIT_PACKS, type CreditPackId } from "./credit-packs.ts";
import { stripeClient, stripeErrorOf } from "./stripe.ts";

/**
 * Opens a Stripe Checkout for one pack. It credits nothing: Stripe reports the payment with the metadata given here
 * (credit-paid-session.ts).
 * @returns the page to pay on.
 * @throws AppError PLAN_REQUIRED, PROVIDER_ERROR (Stripe is not set up, or did not open a checkout)
 */
export const createCreditCheckout = verb(
  { may: "MANAGE_WORKSPACE", plan: "gateway", audit: "recorded" },
  async (ctx, { pack }: { pack: CreditPackId }) => {
    const stripe = await stripeClient();
    if (!stripe) throw new AppError("PROVIDER_ERROR", say("clients.credits.notSold"));
    const { credits, priceUsdCents } = CREDIT_PACKS[pack];
    const page = `${env().APP_URL}/${ctx.workspaceId}/settings/credits`;
    const session = await stripe.checkout.sessions
      .create({
        mode: "payment",
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: "usd",
              unit_amount: priceUsdCents,
              product_data: { name: `${credits.toLocaleString("en-US")} credits` },
            },
          },
        ],
        // Keeps the payment in US dollars, so it can be compared with the pack's price.
        adaptive_pricing: { enabled: false },
        client_reference_id: String(ctx.workspaceId),
        metadata: { workspaceId: String(ctx.workspaceId), pack, boughtBy: actorId(ctx.actor) },
        success_url: `${page}?checkout=paid`,
        cancel_url: `${page}?checkout=cancelled`,
      })
      .catch((error: unknown) => refuse(error));
    if (!session.url) throw new Error("a Stripe checkout without an address");
    await audit(ctx, "createCreditCheckout", session.id, { after: { pack, credits, priceUsdCents } });
    return { url: session.url };
  },
);

async function refuse(error: unknown): Promise<never> {
  const refusal = await stripeErrorOf(error);
  if (!refusal) throw error;
  const { type, code, statusCode, requestId, message: reason } = refusal;
  log.warn({ type, code, statusCode, stripeRequestId: requestId, reason }, "Stripe opened no checkout");
  throw new AppError("PROVIDER_ERROR", say("clients.credits.noCheckout"));
}
