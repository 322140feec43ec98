import { AppError } from "../errors.ts";
import { creditPaidSession } from "../gateway/credit-paid-session.ts";
import { readStripeEvent, stripeClient } from "../gateway/stripe.ts";
import { RestError, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { say } from "../say.ts";

/**
 * POST /ext/v1/stripe: Stripe's events. 200 for all that Stripe has signed, also for what says nothing to us, or it would send
 * them for days; 400 for a wrong signature; 5xx when it could not be stored, and Stripe sends it again.
 */
export async function stripeWebhook(call: Call): Promise<Answer> {
  const stripe = await stripeClient();
  if (!stripe) throw new AppError("NOT_FOUND", say("service.noStripe"));
  const event = await readStripeEvent(stripe, await call.bytes(), call.headers.get("stripe-signature"));
  if (!event) throw new RestError(400, "The Stripe-Signature header does not fit this body");
  await creditPaidSession(event);
  return { status: 200, body: { received: true } };
}
