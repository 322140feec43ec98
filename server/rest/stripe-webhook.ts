import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../errors.ts";
import { creditPaidSession } from "../gateway/credit-paid-session.ts";
import { readStripeEvent, stripeClient } from "../gateway/stripe.ts";
import { readBytes } from "./read-json.ts";
import { fromNode, fromRequest, replyTo, RestError, sendReply, toResponse } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

/**
 * POST /ext/v1/stripe: Stripe's events. 200 for all that Stripe has signed, also for what says nothing to us, or it would send
 * them for days; 400 for a wrong signature; 5xx when it could not be stored, and Stripe sends it again.
 */
export async function stripeWebhook(request: Request): Promise<Response> {
  return toResponse(await takeEvent(fromRequest(request)));
}

/** The same on node:http, ahead of Next. */
export async function stripeWebhookOnNode(request: IncomingMessage, response: ServerResponse): Promise<void> {
  sendReply(request, response, await takeEvent(fromNode(request)));
}

function takeEvent(incoming: Incoming): Promise<Reply> {
  return replyTo(async () => {
    const stripe = stripeClient();
    if (!stripe) throw new AppError("NOT_FOUND", "Stripe is not set up here");
    const payload = await readBytes(incoming);
    const event = readStripeEvent(stripe, payload, incoming.header("stripe-signature"));
    if (!event) throw new RestError(400, "The Stripe-Signature header does not fit this body");
    await creditPaidSession(event);
    return { status: 200, body: { received: true } };
  });
}
