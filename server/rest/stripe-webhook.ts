import { AppError } from "../errors.ts";
import { creditPaidSession } from "../gateway/credit-paid-session.ts";
import { readStripeEvent, stripeClient } from "../gateway/stripe.ts";
import { RestError, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { say } from "../say.ts";

/**
 * POST /ext/v1/stripe: Stripe's events. Responds with 200 for everything that Stripe signed, including irrelevant events,
 * which Stripe would otherwise repeat for days. 400 for a wrong signature. 5xx if the event could not be stored; then Stripe
 * sends it again.
 */
export async function stripeWebhook(call: Call): Promise<Answer> {
  const stripe = await stripeClient();
  if (!stripe) throw new AppError("NOT_FOUND", say("service.noStripe"));
  const event = await readStripeEvent(stripe, await call.bytes(), call.headers.get("stripe-signature"));
  if (!event) throw new RestError(400, "The Stripe-Signature header does not fit this body");
  await creditPaidSession(event);
  return { status: 200, body: { received: true } };
}
